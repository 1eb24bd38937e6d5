// JSON of the program, read by the program's own tables (types.ts). A field that is missing or of another
// kind becomes a value that shows as "unknown" (NaN, null, empty) and never one that could be taken for a
// measurement; a page older or newer than the program therefore still shows what both know.

import { message } from '../i18n/message';
import { PROGRAMS, STATES, TABLES } from './types';

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const number = (value: unknown, otherwise = NaN): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise;

const sized = (value: unknown, size: number): number[] =>
  Array.from({ length: size }, (_, i) => number(list(value)[i]));
const oneOf = (known: readonly string[], value: unknown): unknown =>
  known.includes(value as string) ? value : known[0];

function valueAs(type: string, value: unknown): unknown {
  if (type.endsWith('[]')) return list(value).map((one) => valueAs(type.slice(0, -2), one));
  if (type.endsWith('?')) {
    const inner = type.slice(0, -1);
    const missing =
      value === null || value === undefined || value === '' || (inner in TABLES && !isObject(value));
    return missing ? null : valueAs(inner, value);
  }
  switch (type) {
    case 'number':
      return number(value);
    case 'whole':
      return number(value, 0);
    case 'flag':
      return value === true;
    case 'text':
      return typeof value === 'string' ? value : '';
    case 'State':
      return oneOf(STATES, value);
    case 'Program':
      return oneOf(PROGRAMS, value);
    case 'Six':
      return sized(value, 6);
    case 'Point':
      return sized(value, 3);
    case 'Range':
      return sized(value, 2).map((end) => number(end, 0));
    case 'counts':
      return Object.fromEntries(
        Object.entries(isObject(value) ? value : {}).map(([key, count]) => [key, number(count, 0)]),
      );
    case 'said':
      return message(value);
    case 'any':
      return value;
    default:
      return read(type, value);
  }
}

/** One message by its table. */
export function read<T>(table: string, value: unknown): T {
  const object = isObject(value) ? value : {};
  return Object.fromEntries(
    Object.entries(TABLES[table] ?? {}).map(([name, type]) => [name, valueAs(type, object[name])]),
  ) as T;
}
