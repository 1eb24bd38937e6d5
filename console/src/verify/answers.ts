// What /api/verify answers, as types, and JSON into them: docs/console-api.md. As everywhere here, what is
// missing or null is NaN or null and never a number that could be taken for a result.

import { limitHit } from '../api/decode';
import type { LimitHit, Point, Six } from '../api/messages';
import type { NumberSet } from './draft';
import { message, said, type Said } from '../i18n/message';
import { isObject, list, number, numbers, object, or, place, point, six, text, type Or } from './json';

export interface Finding extends Said {
  kind: 'error' | 'warning' | 'note';
}
/** What a verdict does not speak of, and why. */
export interface Unseen {
  what: string;
  why: string;
}
export const unseen = (value: unknown): Unseen[] =>
  list(value).map((one) => ({ what: text(object(one)['what']), why: text(object(one)['why']) }));

export interface LegRow {
  length: number;
  extension: number;
  velocity: number;
  acceleration: number;
  baseAngle: number;
  platformAngle: number;
  joint: Point;
  force: number;
  torque: number;
  rpm: number;
  forceMargin: number; // % left of what was given; NaN = nothing was
  torqueMargin: number;
  speedMargin: number;
}
export interface Inverse {
  legs: LegRow[];
  reachable: boolean;
  limits: LimitHit[];
  notChecked: Unseen[];
  condition: number;
  singularShare: number;
  centre: Point;
  rotation: Point[];
}
export interface Forward {
  pose: Six;
  residual: number;
  iterations: number;
  status: string;
  reason: Said;
  warp: number;
}
export interface EditedMachine {
  legs: number;
  mechanism: string;
  rotary: boolean;
  bottom: number;
  neutral: number;
  top: number;
  legMin: number;
  legMax: number;
  legSpeed: number;
}
export interface PoseAnswer {
  machine: EditedMachine | null;
  findings: Finding[];
  pose: Six | null;
  ignoredAxes: boolean;
  extensions: number[] | null;
  inverse: Inverse | null;
  forward: Forward | null;
  circles: Readonly<Record<'base' | 'platform', CircleOf>> | null;
}
/** The circle an end's joints lie on, or nearest to. */
export interface CircleOf {
  diameter: number;
  angle: number;
  distance: number;
  off: number; // of the farthest joint from its place on it, mm
}
const circleOf = (value: unknown): CircleOf => {
  const c = object(value);
  return {
    diameter: number(c['diameter']),
    angle: number(c['angle']),
    distance: number(c['distance']),
    off: number(c['off_mm']),
  };
};

const leg = (value: unknown): LegRow => {
  const l = object(value);
  return {
    length: number(l['length_mm']),
    extension: number(l['extension_mm']),
    velocity: number(l['velocity_mm_s']),
    acceleration: number(l['acceleration_mm_s2']),
    baseAngle: number(l['base_angle_deg']),
    platformAngle: number(l['platform_angle_deg']),
    joint: point(l['joint_mm']),
    force: number(l['force_kN']),
    torque: number(l['torque_Nm']),
    rpm: number(l['rpm']),
    forceMargin: number(l['force_margin_percent']),
    torqueMargin: number(l['torque_margin_percent']),
    speedMargin: number(l['speed_margin_percent']),
  };
};
export const limits = (value: unknown): (LimitHit | null)[] => list(value).map(limitHit);
const inverse = (value: unknown): Inverse => {
  const i = object(value);
  return {
    legs: list(i['legs']).map(leg),
    reachable: i['reachable'] === true,
    limits: limits(i['limits']).filter((limit) => limit !== null),
    notChecked: unseen(i['not_checked']),
    condition: number(i['condition']),
    singularShare: number(i['singular_share']),
    centre: point(i['centre_mm']),
    rotation: list(i['rotation']).map(point),
  };
};
const forward = (value: unknown): Forward => {
  const f = object(value);
  return {
    pose: six(f['pose']),
    residual: number(f['residual_mm']),
    iterations: number(f['iterations']),
    status: text(f['status']),
    reason: said(f, 'reason'),
    warp: number(f['warp_mm']),
  };
};
const machine = (value: unknown): EditedMachine => {
  const m = object(value);
  return {
    legs: number(m['legs']),
    mechanism: text(m['mechanism']),
    rotary: m['rotary'] === true,
    bottom: number(m['bottom_height_mm']),
    neutral: number(m['neutral_height_mm']),
    top: number(m['top_height_mm']),
    legMin: number(m['leg_min_mm']),
    legMax: number(m['leg_max_mm']),
    legSpeed: number(m['leg_speed_mm_s']),
  };
};

export function poseAnswer(value: unknown): PoseAnswer {
  const a = object(value);
  return {
    machine: isObject(a['machine']) ? machine(a['machine']) : null,
    findings: list(a['findings']).map((one) => {
      const kind = object(one)['kind'];
      return { kind: kind === 'warning' || kind === 'note' ? kind : 'error', ...said(one) };
    }),
    pose: Array.isArray(a['pose']) ? six(a['pose']) : null,
    ignoredAxes: a['ignored_axes'] === true,
    extensions: Array.isArray(a['extensions_mm']) ? numbers(a['extensions_mm']) : null,
    inverse: isObject(a['inverse']) ? inverse(a['inverse']) : null,
    forward: isObject(a['forward']) ? forward(a['forward']) : null,
    circles: isObject(a['circles'])
      ? {
          base: circleOf(object(a['circles'])['base']),
          platform: circleOf(object(a['circles'])['platform']),
        }
      : null,
  };
}

export const numberSet = (value: unknown): NumberSet => {
  const s = object(value);
  const joints = (end: string) => Array.from({ length: 6 }, (_, i) => point(list(s[end])[i]));
  return {
    ...s,
    base: joints('base'),
    platform: joints('platform'),
    ...(Array.isArray(s['centre']) ? { centre: point(s['centre']) } : {}),
    ...(Array.isArray(s['legs']) ? { legs: six(s['legs']) } : {}),
  } as NumberSet;
};

export interface Preset {
  name: string;
  description: string;
  set: NumberSet;
}
export const presets = (value: unknown): Preset[] =>
  list(object(value)['presets']).map((one) => ({
    name: text(object(one)['name']),
    description: text(object(one)['description']),
    set: numberSet(object(one)['set']),
  }));

/** Something about a place of a file. */
export interface Remark extends Said {
  line: number | null;
  column: number | null;
  expected: Said;
}
export interface CsvAnswer {
  set: NumberSet | null;
  marks: Remark[];
  errors: Remark[];
}
export const remarks = (value: unknown): Remark[] =>
  list(value).map((one) => ({
    line: place(object(one)['line']),
    column: place(object(one)['column']),
    ...said(one),
    expected: said(one, 'expected', 'expected_message'),
  }));
export function csvAnswer(value: unknown): CsvAnswer {
  const a = object(value);
  return {
    set: isObject(a['set']) ? numberSet(a['set']) : null,
    marks: remarks(a['marks']),
    errors: remarks(a['errors']),
  };
}

export interface ProjectAnswer extends CsvAnswer {
  name: string;
  notes: string;
  revision: string;
}
export const projectAnswer = (value: unknown): Or<ProjectAnswer> =>
  or(value, (json) => ({
    ...csvAnswer(json),
    name: text(json['name']),
    notes: text(json['notes']),
    revision: text(json['revision']),
  }));
export const keptAnswer = (value: unknown): Or<{ revision: string }> =>
  or(value, (json) => ({ revision: text(json['revision']) }));
export const projectList = (value: unknown): { name: string; changed: string }[] =>
  list(object(value)['projects']).map((one) => ({
    name: text(object(one)['name']),
    changed: text(object(one)['changed']),
  }));
export const runningAnswer = (value: unknown): { name: string; set: NumberSet } => ({
  name: text(object(value)['name']),
  set: numberSet(object(value)['set']),
});
export const savedText = (value: unknown): string => text(object(value)['text']);

export type Joints = Pick<NumberSet, 'base' | 'platform'>;
export const joints = (value: unknown): Or<Joints> =>
  or(value, (json) => ({ base: numberSet(json).base, platform: numberSet(json).platform }));

export interface ReachEnd {
  value: number;
  stoppedBy: Said;
  limit: LimitHit | null;
}
export interface ReachAxis {
  at: number;
  unit: string;
  low: ReachEnd;
  high: ReachEnd;
}
export const reachAnswer = (value: unknown): Or<{ axes: ReachAxis[] }> =>
  or(value, (json) => {
    const end = (one: unknown): ReachEnd => ({
      value: number(object(one)['value']),
      stoppedBy: said(one, 'stopped_by'),
      limit: limitHit(object(one)['limit']),
    });
    return {
      axes: list(json['axes']).map((one) => ({
        at: number(object(one)['at']),
        unit: text(object(one)['unit']),
        low: end(object(one)['low']),
        high: end(object(one)['high']),
      })),
    };
  });

export interface MapRow {
  condition: number[];
  force: number[];
  singular: number[];
  limit: (Said | null)[];
}
export interface MapAnswer {
  points: number;
  x: number[];
  y: number[];
  firstRow: number;
  rows: MapRow[];
}
export const mapAnswer = (value: unknown): Or<MapAnswer> =>
  or(value, (json) => ({
    points: number(json['points']),
    x: numbers(json['x']),
    y: numbers(json['y']),
    firstRow: number(json['first_row']),
    rows: list(json['rows']).map((one) => {
      const row = object(one);
      return {
        condition: numbers(row['condition']),
        force: numbers(row['force_kN']),
        singular: numbers(row['singular_share']),
        limit: list(row['limit']).map((limit) =>
          typeof limit === 'string' ? { text: limit, message: message(object(json['stops'])[limit]) } : null,
        ),
      };
    }),
  }));

export interface Mode {
  pose: Six;
  residual: number;
  operating: boolean;
}
export const modesAnswer = (value: unknown): Or<{ modes: Mode[]; complex: number; lost: number }> =>
  or(value, (json) => ({
    modes: list(json['modes']).map((one) => ({
      pose: six(object(one)['pose']),
      residual: number(object(one)['residual_mm']),
      operating: object(one)['operating'] === true,
    })),
    complex: number(json['complex']),
    lost: number(json['lost']),
  }));
