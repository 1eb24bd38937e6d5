// JSON of the program's answers, value by value: what is missing or of another kind is NaN, null or empty, and never
// a number that could be taken for a result.

import { inputError } from '../api/decode';
import type { InputError, Point, Six } from '../api/messages';
import { said, type Said } from '../i18n/message';

export type Json = Record<string, unknown>;
export const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const object = (value: unknown): Json => (isObject(value) ? (value as Json) : {});
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const number = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : NaN;
export const numbers = (value: unknown): number[] => list(value).map(number);
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const place = (value: unknown): number | null =>
  typeof value === 'number' && value > 0 ? value : null;
export const six = (value: unknown): Six => Array.from({ length: 6 }, (_, i) => number(list(value)[i]));
export const point = (value: unknown): Point => [
  number(list(value)[0]),
  number(list(value)[1]),
  number(list(value)[2]),
];
export const series = (value: unknown): number[][] => list(value).map(numbers);
export const pairs = (value: unknown): [number, number][] =>
  list(value).map((one) => [number(list(one)[0]), number(list(one)[1])]);
export const saids = (value: unknown): Said[] => list(value).map((one) => said(one));
export const orNull = <T>(value: unknown, read: (json: Json) => T): T | null =>
  isObject(value) ? read(object(value)) : null;

/** An answer, or what stands in its way. */
export type Or<T> = { error: InputError } | T;
export const or = <T>(value: unknown, read: (json: Json) => T): Or<T> => {
  const error = inputError(object(value)['error']);
  return error ? { error } : read(object(value));
};
