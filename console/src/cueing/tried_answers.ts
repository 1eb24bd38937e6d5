// What the program says of tunings that are kept, of manoeuvres, and of two tunings compared on one. A number
// that is missing is NaN.

import { said, type Said } from '../i18n/message';

type Json = Record<string, unknown>;
const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const number = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : NaN;
const numbers = (value: unknown): number[] => list(value).map(number);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The tuning in force, whether it is kept or not. */
export const NOW = 'now';

export interface KeptTuning {
  name: string;
  words: string; // as it would be typed
  inForce: boolean;
}
export interface Tunings {
  tunings: KeptTuning[];
  damaged: Said[];
}
export const tuningsOf = (value: unknown): Tunings => ({
  tunings: list(object(value)['tunings']).map((one) => ({
    name: text(object(one)['name']),
    words: text(object(one)['words']),
    inForce: object(one)['in_force'] === true,
  })),
  damaged: list(object(value)['damaged']).map((one) => said(object(one), 'text')),
});

export interface ManoeuvreEntry {
  name: string;
  title: string;
  uploaded: boolean;
}
export const manoeuvresOf = (value: unknown): ManoeuvreEntry[] =>
  list(object(value)['manoeuvres']).map((one) => ({
    name: text(object(one)['name']),
    title: text(object(one)['title']),
    uploaded: object(one)['from'] === 'uploaded',
  }));

/** What is compared: which is better, or neither. */
export const QUANTITIES = [
  ['share_percent', '%', 1],
  ['force_percent', '%', -1],
  ['rotation_percent', '%', -1],
  ['fast_percent', '%', -1],
  ['force_against', 'm/s²', -1],
  ['rotation_against', '°/s', -1],
  ['false_rotation_s', 's', -1],
  ['false_rate_deg_s', '°/s', -1],
  ['onset_delay_ms', 'ms', -1],
  ['tilt_hole_m_s2', 'm/s²', 1],
  ['tilt_rate_deg_s', '°/s', 0],
  ['stroke_percent', '%', 0],
  ['governor_ticks', '', -1],
  ['at_limits_s', 's', -1],
] as const;
export type Quantity = (typeof QUANTITIES)[number][0];

export interface Compared {
  tuning: string;
  words: string;
  values: Readonly<Record<Quantity, number>>;
  felt: number[][]; // sway surge heave over t
}
export interface Comparison {
  manoeuvre: string;
  t: number[];
  vehicle: number[][];
  results: Compared[];
}
const three = (value: unknown): number[][] => [0, 1, 2].map((i) => numbers(list(value)[i]));

export function comparisonOf(value: unknown): Comparison {
  const c = object(value);
  return {
    manoeuvre: text(c['manoeuvre']),
    t: numbers(c['t']),
    vehicle: three(c['vehicle_force']),
    results: list(c['results']).map((one) => {
      const r = object(one);
      // What acts against the cue comes with its axis and time.
      const of = (name: string) => number(name.endsWith('_against') ? object(r[name])['value'] : r[name]);
      return {
        tuning: text(r['tuning']),
        words: text(r['words']),
        values: Object.fromEntries(QUANTITIES.map(([name]) => [name, of(name)])) as Record<Quantity, number>,
        felt: three(r['felt_force']),
      };
    }),
  };
}

/** Which of two is better, beyond what is worth a word: 0, 1, or neither. */
export function better(quantity: (typeof QUANTITIES)[number], a: number, b: number): 0 | 1 | null {
  const [, , direction] = quantity;
  const gap = direction * (a - b);
  if (
    direction === 0 ||
    !Number.isFinite(gap) ||
    Math.abs(gap) < 0.005 * Math.max(Math.abs(a), Math.abs(b), 1e-9)
  )
    return null;
  return gap > 0 ? 0 : 1;
}
