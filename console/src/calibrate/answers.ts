// What /api/calibrate/… answers, as the page uses it. Written by the program itself: shapes are trusted,
// absence is not.

import { said, type Said } from '../i18n/message';

export interface FieldOf {
  key: string;
  name: string;
  type: 'f32' | 'u8' | 'ip' | 'port';
  count: number;
  range: Said;
  names: string[];
  units: string[];
  values: string[]; // exact texts
}
export interface ByteSpot {
  offset: number;
  length: number;
  name: string;
  unit: string;
  value: string;
  key: string | null;
  place: number;
}
export interface GroupOf {
  group: number;
  name: string;
  rule: Said | null;
  fields: FieldOf[];
  frame: string; // hex
  bytes: ByteSpot[];
}
/** One value that differs; which two texts it has depends on who says it. */
export interface Difference {
  key: string;
  place: number;
  name: string;
  unit: string;
  first: string;
  second: string;
}
export interface Problem extends Said {
  code: string;
  group: number | null;
  key: string | null;
  place: number | null;
}
export interface GroupChange {
  group: number;
  taken: boolean;
  changes: Difference[];
  differences: Difference[];
}
export interface FileRemark extends Said {
  line: number | null;
  column: number | null;
}
export interface CopyOf {
  id: string;
  groups: number[];
  differences: Difference[];
}

type Raw = Record<string, unknown>;
const object = (value: unknown): Raw => (typeof value === 'object' && value !== null ? (value as Raw) : {});
const list = (value: unknown): Raw[] => (Array.isArray(value) ? value.map(object) : []);
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

export function problem(answer: unknown): Problem | null {
  const error = object(answer)['error'];
  return error ? ({ ...object(error), ...said(error) } as Problem) : null;
}

function difference(raw: Raw, first: string, second: string): Difference {
  return {
    key: String(raw['key'] ?? ''),
    place: Number(raw['place'] ?? 0),
    name: String(raw['name'] ?? ''),
    unit: String(raw['unit'] ?? ''),
    first: String(raw[first] ?? ''),
    second: String(raw[second] ?? ''),
  };
}
const differences = (value: unknown, first: string, second: string): Difference[] =>
  list(value).map((raw) => difference(raw, first, second));

const field = (raw: Raw): FieldOf =>
  ({ ...raw, range: said(raw, 'range', 'range_message') }) as unknown as FieldOf;
const group = (raw: Raw): GroupOf =>
  ({
    ...raw,
    rule: raw['rule'] ? said(raw, 'rule', 'rule_message') : null,
    fields: list(raw['fields']).map(field),
  }) as unknown as GroupOf;
export const groups = (answer: unknown): GroupOf[] => list(object(answer)['groups']).map(group);
const saids = (value: unknown): Said[] => (Array.isArray(value) ? value.map((one) => said(one)) : []);
export const notes = (answer: unknown): Said[] => saids(object(answer)['notes']);

/** Of a check, a write, or a refusal because the board has changed. */
export function changes(answer: unknown): GroupChange[] {
  return list(object(answer)['groups']).map((raw) => ({
    group: Number(raw['group']),
    taken: raw['taken'] === true,
    changes: differences(raw['changes'], 'before', 'after'),
    differences: differences(
      raw['differences'],
      'read' in object(list(raw['differences'])[0]) ? 'read' : 'wanted',
      'board',
    ),
  }));
}

export function imported(answer: unknown): { groups: GroupOf[]; errors: FileRemark[]; marks: FileRemark[] } {
  const raw = object(answer);
  const remarks = (value: unknown): FileRemark[] =>
    list(value).map((one) => ({ ...one, ...said(one) }) as unknown as FileRemark);
  return { groups: groups(answer), errors: remarks(raw['errors']), marks: remarks(raw['marks']) };
}

export function copies(answer: unknown): CopyOf[] {
  return list(object(answer)['copies']).map((raw) => ({
    id: String(raw['id']),
    groups: texts(raw['groups']).map(Number),
    differences: differences(raw['differences'], 'copy', 'board'),
  }));
}

/** 20260102T030405.678Z as a moment. */
export function timeOf(id: string): Date {
  return new Date(id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)\.(\d{3})Z$/, '$1-$2-$3T$4:$5:$6.$7Z'));
}
