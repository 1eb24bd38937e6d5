// What /api/cueing and /api/cueing/response say. A number that is missing is NaN and shows as "–".

import type { Range } from '../api/messages';

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const object = (value: unknown): Json => (isObject(value) ? value : {});
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const number = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : NaN;
const numbers = (value: unknown): number[] => list(value).map(number);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const texts = (value: unknown): string[] => list(value).map(text).filter(Boolean);
const range = (value: unknown): Range => [number(list(value)[0]), number(list(value)[1])];

export const AXIS_NAMES = ['sway', 'surge', 'heave', 'pitch', 'roll', 'yaw'] as const;
export const PLACES = 4;

/** One number of the tuning. */
export interface Setting {
  value: number;
  given: boolean; // by a person; else the preset's own
  range: Range;
  own: number; // the preset's own; NaN = not known
}
export interface AxisSetting {
  gain: Setting;
  highPass: Setting;
  inputUpTo: number;
  extraPole: number;
  travelUpTo: number;
  ofReach: number; // 0…1
  speedUpTo: number;
}
export interface TiltSetting {
  gain: Setting;
  lowPass: Setting;
  rate: Setting;
  upTo: number;
}

/** What a kind of effect is asked for by: a number, or one of several words. */
export interface EffectNumber {
  name: string;
  unit: string;
  range: Range;
  choices: string[]; // empty: a number
  standard: string;
}
export interface EffectKind {
  kind: string;
  numbers: EffectNumber[];
}
export interface Effect {
  kind: string;
  values: Record<string, string>;
}

export interface Cueing {
  preset: string;
  engine: string;
  input: string;
  presets: { name: string; text: string }[];
  engines: string[];
  inputs: string[];
  axes: AxisSetting[];
  tilt: TiltSetting;
  effects: (Effect | null)[];
  kinds: EffectKind[];
  toml: string;
}

function setting(from: Json, name: string): Setting {
  const value = number(from[name]);
  const given = from[`${name}_given`] === true;
  return {
    value,
    given,
    range: range(from[`${name}_range`]),
    own: given ? number(from[`${name}_preset`]) : value,
  };
}

function axisSetting(value: unknown): AxisSetting {
  const a = object(value);
  return {
    gain: setting(a, 'gain'),
    highPass: setting(a, 'high_pass'),
    inputUpTo: number(a['input_up_to']),
    extraPole: number(a['extra_pole']),
    travelUpTo: number(a['travel_up_to']),
    ofReach: number(a['of_reach']),
    speedUpTo: number(a['speed_up_to']),
  };
}

const word = (value: unknown): string => (typeof value === 'number' ? String(value) : text(value));

function effectKind(value: unknown): EffectKind {
  const k = object(value);
  const part = (one: unknown): EffectNumber => {
    const n = object(one);
    const name = text(n['name']);
    const choices = list(n['choices']).map(word);
    const named = choices.length > 0 || name !== 'axis' ? choices : [...AXIS_NAMES];
    return {
      name,
      unit: text(n['unit']),
      range: range(n['range']),
      choices: named,
      standard: word(n['default']),
    };
  };
  return { kind: text(k['kind']), numbers: list(k['numbers']).map(part) };
}

function effect(value: unknown): Effect | null {
  if (!isObject(value)) return null;
  const { kind, ...rest } = value;
  if (text(kind) === '' || kind === 'none') return null;
  return {
    kind: text(kind),
    values: Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, word(one)])),
  };
}

export function cueing(value: unknown): Cueing {
  const c = object(value);
  const axes = list(c['axes']);
  const tilt = object(c['tilt']);
  const effects = list(c['effects']);
  return {
    preset: text(c['preset']),
    engine: text(c['engine']),
    input: text(c['input']),
    presets: list(c['presets']).map((one) => ({
      name: text(object(one)['name']),
      text: text(object(one)['text']),
    })),
    engines: texts(c['engines']),
    inputs: texts(c['inputs']),
    axes: AXIS_NAMES.map((name, i) =>
      axisSetting(axes.find((one) => object(one)['axis'] === name) ?? axes[i]),
    ),
    tilt: {
      gain: setting(tilt, 'gain'),
      lowPass: setting(tilt, 'low_pass'),
      rate: setting(tilt, 'rate'),
      upTo: number(tilt['up_to']),
    },
    effects: Array.from({ length: PLACES }, (_, i) => effect(effects[i])),
    kinds: list(c['effect_kinds'])
      .map(effectKind)
      .filter((one) => one.kind !== '' && one.kind !== 'none'),
    toml: text(c['toml']),
  };
}

export const TESTS = [
  'surge',
  'surge_pitch',
  'sway',
  'sway_roll',
  'heave',
  'pitch',
  'pitch_surge',
  'roll',
  'roll_sway',
  'yaw',
] as const;
export type Test = (typeof TESTS)[number];

export interface Response {
  test: string;
  unit: string;
  engine: string;
  omega: number[];
  gain: number[];
  phase: number[]; // °, without jumps: as far behind as it really is
}

/** A phase that went past ±180° goes on instead of jumping to the other side. */
export function unwrapped(phase: readonly number[]): number[] {
  let turn = 0;
  let before = NaN;
  return phase.map((now) => {
    if (!Number.isFinite(now)) return now;
    if (now - before > 180) turn -= 360;
    else if (before - now > 180) turn += 360;
    before = now;
    return now + turn;
  });
}

export function response(value: unknown): Response {
  const r = object(value);
  const omega = numbers(r['omega']);
  const same = (line: number[]): number[] => omega.map((_, i) => line[i] ?? NaN);
  return {
    test: text(r['test']),
    unit: text(r['unit']),
    engine: text(r['engine']),
    omega,
    gain: same(numbers(r['gain'])),
    phase: unwrapped(same(numbers(r['phase']))),
  };
}
