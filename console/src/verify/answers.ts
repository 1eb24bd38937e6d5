// What /api/verify answers, as types, and JSON into them: docs/console-api.md. As everywhere here, what is
// missing or null is NaN or null and never a number that could be taken for a result.

import { inputError, limitHit } from '../api/decode';
import type { InputError, LimitHit, Point, Six } from '../api/messages';
import type { NumberSet } from './draft';
import { message, said, type Said } from '../i18n/message';

type Json = Record<string, unknown>;
const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const number = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : NaN;
const numbers = (value: unknown): number[] => list(value).map(number);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const place = (value: unknown): number | null => (typeof value === 'number' && value > 0 ? value : null);
const six = (value: unknown): Six => Array.from({ length: 6 }, (_, i) => number(list(value)[i]));
const point = (value: unknown): Point => [
  number(list(value)[0]),
  number(list(value)[1]),
  number(list(value)[2]),
];
const series = (value: unknown): number[][] => list(value).map(numbers);

/** An answer, or what stands in its way. */
export type Or<T> = { error: InputError } | T;
const or = <T>(value: unknown, read: (json: Json) => T): Or<T> => {
  const error = inputError(object(value)['error']);
  return error ? { error } : read(object(value));
};

export interface Finding extends Said {
  kind: 'error' | 'warning' | 'note';
}
/** What a verdict does not speak of, and why. */
export interface Unseen {
  what: string;
  why: string;
}
const unseen = (value: unknown): Unseen[] =>
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
const limits = (value: unknown): (LimitHit | null)[] => list(value).map(limitHit);
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

const numberSet = (value: unknown): NumberSet => {
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
const remarks = (value: unknown): Remark[] =>
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

type OfUnit = { rms: number; largest: number } | null;
export interface IdentifyAnswer {
  errors: Remark[];
  passes: boolean;
  reason: Said | null;
  contradicts: boolean;
  rows: number;
  readings: number;
  before: Record<'mm' | 'deg', OfUnit>;
  after: Record<'mm' | 'deg', OfUnit>;
  uncertain: Six; // of the pose, before
  certain: Six;
  parameters: {
    end: string;
    leg: number;
    axis: string;
    before: number;
    after: number;
    uncertainty: number;
  }[];
  instruments: {
    what: 'tracker' | 'target' | 'point' | 'level' | 'sensor';
    number: number;
    place: Point;
    angles: Point;
  }[];
  outliers: { line: number; column: string }[];
  dropped: boolean;
  set: NumberSet | null;
}
export const identifyAnswer = (value: unknown): Or<IdentifyAnswer> =>
  or(value, (json) => {
    const of = (one: unknown): OfUnit =>
      isObject(one) ? { rms: number(object(one)['rms']), largest: number(object(one)['largest']) } : null;
    const residual = (when: string) => {
      const r = object(object(json['residual'])[when]);
      return { mm: of(r['mm']), deg: of(r['deg']) };
    };
    return {
      errors: remarks(json['errors']),
      passes: json['passes'] === true,
      reason: isObject(json['reason']) ? said(json['reason']) : null,
      contradicts: json['contradicts_sigma'] === true,
      rows: number(json['rows']),
      readings: number(json['readings']),
      before: residual('before'),
      after: residual('after'),
      uncertain: six(object(json['uncertainty'])['before']),
      certain: six(object(json['uncertainty'])['after']),
      parameters: list(json['parameters']).map((one) => {
        const p = object(one);
        return {
          end: text(p['end']),
          leg: number(p['leg']),
          axis: text(p['axis']),
          before: number(p['before_mm']),
          after: number(p['after_mm']),
          uncertainty: number(p['uncertainty_mm']),
        };
      }),
      instruments: list(json['instruments']).map((one) => {
        const p = object(one);
        return {
          what: text(p['what']) as IdentifyAnswer['instruments'][number]['what'],
          number: number(p['number']),
          place: point(p['place_mm']),
          angles: point(p['angles_deg']),
        };
      }),
      outliers: list(json['outliers']).map((one) => ({
        line: number(object(one)['line']),
        column: text(object(one)['column']),
      })),
      dropped: json['dropped'] === true,
      set: isObject(json['set']) ? numberSet(json['set']) : null,
    };
  });
