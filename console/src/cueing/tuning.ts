// The tuning a person asks for: the program's present one with what was changed. Always sent whole.

import type { CueingOrder } from '../api/messages';
import type { Cueing, Setting } from './answers';

export const AXIS_PARTS = ['gain', 'high_pass'] as const;
export const TILT_PARTS = ['tilt_gain', 'tilt_low_pass', 'tilt_rate'] as const;
export type AxisPart = (typeof AXIS_PARTS)[number];
export type TiltPart = (typeof TILT_PARTS)[number];
export type Part = AxisPart | TiltPart;
/** `gain.0` … `high_pass.5`, `tilt_rate`. */
export type Key = `${AxisPart}.${number}` | TiltPart;

export interface Tuning {
  preset: string;
  engine: string;
  input: string;
  given: Readonly<Partial<Record<Key, number>>>;
}

export const axisKey = (part: AxisPart, axis: number): Key => `${part}.${axis}`;
export const KEYS: readonly Key[] = [
  ...AXIS_PARTS.flatMap((part) => [0, 1, 2, 3, 4, 5].map((axis) => axisKey(part, axis))),
  ...TILT_PARTS,
];

export const partOf = (key: Key): Part => key.split('.')[0] as Part;
export const axisOf = (key: Key): number | null => (key.includes('.') ? Number(key.split('.')[1]) : null);

export function settingOf(now: Cueing, key: Key): Setting {
  const axis = now.axes[axisOf(key) ?? -1];
  switch (partOf(key)) {
    case 'gain':
      return axis!.gain;
    case 'high_pass':
      return axis!.highPass;
    case 'tilt_gain':
      return now.tilt.gain;
    case 'tilt_low_pass':
      return now.tilt.lowPass;
    case 'tilt_rate':
      return now.tilt.rate;
  }
}

export function unitOf(key: Key): string {
  const part = partOf(key);
  return part === 'high_pass' || part === 'tilt_low_pass' ? 'rad/s' : part === 'tilt_rate' ? '°/s' : '';
}

/** The predictive engine has no filters of travel and tilt: their corners are the classical one's. */
export function isUsed(now: Cueing, key: Key): boolean {
  if (now.engine !== 'predictive') return true;
  const part = partOf(key);
  return part !== 'tilt_low_pass' && !(part === 'high_pass' && axisOf(key)! < 3);
}

export function tuningOf(now: Cueing): Tuning {
  const given = KEYS.filter((key) => settingOf(now, key).given).map(
    (key) => [key, settingOf(now, key).value] as const,
  );
  return { preset: now.preset, engine: now.engine, input: now.input, given: Object.fromEntries(given) };
}

/** `value` null: back to the preset's own. */
export function withNumber(tuning: Tuning, key: Key, value: number | null): Tuning {
  const { [key]: _, ...rest } = tuning.given;
  return { ...tuning, given: value === null ? rest : { ...rest, [key]: value } };
}

/** A preset is taken whole: numbers given before belong to the old one. */
export const withPreset = (tuning: Tuning, preset: string): Tuning => ({ ...tuning, preset, given: {} });

export function orderOf(tuning: Tuning): CueingOrder {
  const six = (part: AxisPart) => [0, 1, 2, 3, 4, 5].map((axis) => tuning.given[axisKey(part, axis)] ?? null);
  const { preset, engine, input, given } = tuning;
  return {
    action: 'cueing',
    preset,
    engine,
    input,
    gain: six('gain'),
    high_pass: six('high_pass'),
    tilt_gain: given.tilt_gain ?? null,
    tilt_low_pass: given.tilt_low_pass ?? null,
    tilt_rate: given.tilt_rate ?? null,
  };
}

export const sameTuning = (a: Tuning, b: Tuning): boolean =>
  JSON.stringify(orderOf(a)) === JSON.stringify(orderOf(b));
