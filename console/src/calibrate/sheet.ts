// What is being edited: the texts typed over what the board had, and how they differ from it and from a file.

import type { FieldOf, GroupOf } from './answers';

/** By key: one text a value, as typed. Only keys that were touched are there. */
export type Draft = Readonly<Record<string, readonly string[]>>;

export interface Row {
  group: number;
  field: FieldOf;
  place: number;
  text: string; // as it stands in the page
  board: string;
  file: string | null; // null: the file does not speak of it
  changed: boolean;
  differs: boolean; // from the file
  bad: boolean;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const IP = /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;

/** As the program wants it: no blanks, a point for a comma. */
export const clean = (text: string): string => text.trim().replace(',', '.');

export function isBad(type: FieldOf['type'], text: string): boolean {
  const cleaned = clean(text);
  if (type === 'ip') return !IP.test(cleaned);
  if (!NUMBER.test(cleaned)) return true;
  if (type === 'f32') return false;
  const value = Number(cleaned);
  return !Number.isInteger(value) || value < 0 || value > (type === 'u8' ? 255 : 65535);
}

/** The same value for a board, however it was typed: 25 and 25.0, not 0 and -0. */
export function sameValue(type: FieldOf['type'], a: string, b: string): boolean {
  if (a === b) return true;
  if (type === 'ip' || isBad(type, a) || isBad(type, b)) return clean(a) === clean(b);
  return Object.is(Math.fround(Number(clean(a))), Math.fround(Number(clean(b))));
}

export function edit(draft: Draft, field: FieldOf, place: number, text: string): Draft {
  const values = [...(draft[field.key] ?? field.values)];
  values[place] = text;
  const next = { ...draft, [field.key]: values };
  if (values.every((value, i) => value === field.values[i]))
    delete (next as Record<string, unknown>)[field.key];
  return next;
}

const valueIn = (groups: readonly GroupOf[], group: number, key: string, place: number): string | null =>
  groups.find((one) => one.group === group)?.fields.find((field) => field.key === key)?.values[place] ?? null;

export function rowsOf(group: GroupOf, draft: Draft, file: readonly GroupOf[]): Row[] {
  return group.fields.flatMap((field) =>
    field.values.map((board, place) => {
      const text = draft[field.key]?.[place] ?? board;
      const other = valueIn(file, group.group, field.key, place);
      return {
        group: group.group,
        field,
        place,
        text,
        board,
        file: other,
        changed: !sameValue(field.type, text, board),
        differs: other !== null && !sameValue(field.type, text, other),
        bad: text !== board && isBad(field.type, text),
      };
    }),
  );
}

/** What is sent: every key with a changed value, whole, by its group. */
export function editsOf(groups: readonly GroupOf[], draft: Draft): Record<string, Record<string, string[]>> {
  const edits: Record<string, Record<string, string[]>> = {};
  for (const group of groups)
    for (const field of group.fields) {
      const typed = draft[field.key];
      if (!typed || typed.every((text, i) => sameValue(field.type, text, field.values[i]!))) continue;
      // A value that was not touched goes as the board had it, to the last bit.
      (edits[group.group] ??= {})[field.key] = typed.map((text, i) =>
        sameValue(field.type, text, field.values[i]!) ? field.values[i]! : clean(text),
      );
    }
  return edits;
}

export const framesOf = (groups: readonly GroupOf[]): Record<string, string> =>
  Object.fromEntries(groups.map((group) => [String(group.group), group.frame]));

/** The file's values in the place of what was typed, for the groups it speaks of. */
export function takeFile(groups: readonly GroupOf[], draft: Draft, file: readonly GroupOf[]): Draft {
  let next: Draft = { ...draft };
  for (const group of groups)
    for (const field of group.fields)
      field.values.forEach((_, place) => {
        const value = valueIn(file, group.group, field.key, place);
        if (value !== null) next = edit(next, field, place, value);
      });
  return next;
}

const AXES = ['x', 'y', 'z', 'α', 'β', 'γ'];
/** Which of a key's values: "3 y" of the joints, "Kp", "α", or a number. */
export function placeName(key: string, count: number, place: number): string {
  if (count === 1) return '';
  if (count === 18) return `${Math.floor(place / 3) + 1} ${AXES[place % 3]}`;
  if (key.endsWith('pid')) return ['Kp', 'Ki', 'Kd'][place]!;
  return count === 6 ? AXES[place]! : String(place + 1);
}
