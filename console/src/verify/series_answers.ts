// What /api/verify answers of a series, a sine or a table of poses, as the legs see it: docs/console-api.md.

import { limitHit } from '../api/decode';
import type { LimitHit, Six } from '../api/messages';
import { limits, unseen, type Unseen } from './answers';
import { list, number, numbers, object, or, place, series, six, text, type Json, type Or } from './json';

export const QUANTITIES = ['extension', 'velocity', 'acceleration', 'force', 'torque'] as const;
export type Quantity = (typeof QUANTITIES)[number];
export const UNITS: Record<Quantity, string> = {
  extension: 'mm',
  velocity: 'mm/s',
  acceleration: 'mm/s²',
  force: 'kN',
  torque: 'Nm',
};
const KEYS: Record<Quantity, string> = {
  extension: 'extension_mm',
  velocity: 'velocity_mm_s',
  acceleration: 'acceleration_mm_s2',
  force: 'force_kN',
  torque: 'torque_Nm',
};
export type Lines = Record<Quantity, number[][]>; // a line a leg; none = not computed
const lines = (json: Json): Lines =>
  Object.fromEntries(QUANTITIES.map((quantity) => [quantity, series(json[KEYS[quantity]])])) as Lines;

export interface Worst {
  quantity: string;
  value: number;
  unit: string;
  leg: number;
  time: number;
}
export interface SineAnswer {
  passes: boolean;
  limit: LimitHit | null;
  largestScale: number;
  playedScale: number;
  notChecked: Unseen[];
  worst: Worst[];
  t: number[];
  value: number[];
  lines: Lines;
}
export const sineAnswer = (value: unknown): Or<SineAnswer> =>
  or(value, (json) => ({
    passes: json['passes'] === true,
    limit: limitHit(json['limit']),
    largestScale: number(json['largest_scale']),
    playedScale: number(json['played_scale']),
    notChecked: unseen(json['not_checked']),
    worst: list(json['worst']).map((one) => ({
      quantity: text(object(one)['quantity']),
      value: number(object(one)['value']),
      unit: text(object(one)['unit']),
      leg: number(object(one)['leg']),
      time: number(object(one)['time_s']),
    })),
    t: numbers(json['t']),
    value: numbers(json['value']),
    lines: lines(json),
  }));

export interface RoadmapAnswer {
  passes: boolean;
  limit: LimitHit | null; // the first that is broken
  limitRow: number | null;
  notChecked: Unseen[];
  legsCsv: string;
  t: number[];
  pose: Six[];
  empty: number[];
  limits: (LimitHit | null)[];
  lines: Lines;
  text: string;
}
export const roadmapAnswer = (value: unknown): Or<RoadmapAnswer> =>
  or(value, (json) => ({
    passes: json['passes'] === true,
    limit: limitHit(json['limit']),
    limitRow: place(json['limit_row']),
    notChecked: unseen(json['not_checked']),
    legsCsv: text(json['legs_csv']),
    t: numbers(json['t']),
    pose: list(json['pose']).map(six),
    empty: numbers(json['empty']),
    limits: limits(json['limits']),
    lines: lines(json),
    text: text(json['text']),
  }));
