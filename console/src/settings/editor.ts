// What is being edited: the program's answer, what was typed over it, and what the program says to that. A reload keeps
// what was typed.

import { computed, signal } from '@preact/signals';
import { HttpError, reasonOf } from '../api/http';
import { http } from '../state/app';
import { said, type Said } from '../i18n/message';
import { parseNumber } from '../i18n/format';

export interface Setting {
  key: string;
  type: 'text' | 'flag' | 'number' | 'whole' | 'choice' | 'point' | 'rates' | 'points' | 'numbers' | 'texts';
  unit: string;
  help: string;
  choices: string[];
  range: [number, number] | null;
  also: number[];
  secret: boolean;
  live: boolean;
  fresh: string; // TOML
  used: string;
  file: string | null; // null = the file does not say it
  option: string | null;
}
export interface Problem extends Said {
  kind: 'error' | 'warning' | 'note';
  key: string | null;
  file: string;
  line: number;
}
/** With its problems in words of the table. */
const withWords = <T extends { problems: Problem[] }>(value: unknown): T => {
  const given = value as T;
  return { ...given, problems: given.problems.map((one) => ({ ...one, ...said(one) })) };
};
export interface Answer {
  file: string;
  exists: boolean;
  named: boolean;
  platform: string;
  revision: string;
  problems: Problem[];
  settings: Setting[];
}
interface Checked {
  ok: boolean;
  problems: Problem[];
  before: string;
  after: string;
}

const KEY = 'hexad.settings';
/** As typed; null = to be taken out of the file. */
export type Typed = string | null;

export const answer = signal<Answer | null>(null);
export const typed = signal<Readonly<Record<string, Typed>>>(kept());
export const checked = signal<Checked | null>(null); // of what is typed now; null = not yet
export const trouble = signal<Said | null>(null);
export const saved = signal(false);
const CHECK_MS = 250;

function kept(): Record<string, Typed> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, Typed>) : {};
  } catch {
    return {};
  }
}

/** What is typed into a field as TOML. Lists are typed as they stand in a file. */
export function toToml(setting: Setting, text: Typed): Typed {
  if (text === null) return null;
  if (setting.type === 'text' || setting.type === 'choice') return JSON.stringify(text);
  if (setting.type === 'number' || setting.type === 'whole') {
    const value = parseNumber(text);
    return Number.isFinite(value) ? String(value) : text.trim();
  }
  return text.trim();
}
/** And back: what a field shows. */
export function fromToml(setting: Setting, toml: string): string {
  if (setting.secret) return '';
  if (setting.type !== 'text' && setting.type !== 'choice') return toml;
  try {
    return toml === '' ? '' : (JSON.parse(toml) as string);
  } catch {
    return toml;
  }
}

export type Wrong = { key: 'whole' } | { key: 'range'; also: boolean } | null;
/** What the page itself sees is wrong with a number; the program looks at the rest. */
export function wrongNumber(setting: Setting, text: Typed): Wrong {
  if (text === null || (setting.type !== 'number' && setting.type !== 'whole')) return null;
  const value = parseNumber(text);
  if (setting.type === 'whole' && Number.isFinite(value) && !Number.isInteger(value)) return { key: 'whole' };
  if (!setting.range) return Number.isFinite(value) ? null : { key: 'whole' };
  const fits = setting.also.includes(value) || (value >= setting.range[0] && value <= setting.range[1]);
  return fits ? null : { key: 'range', also: setting.also.length > 0 };
}

const byKey = (): ReadonlyMap<string, Setting> =>
  new Map((answer.peek()?.settings ?? []).map((one) => [one.key, one]));
/** Every change as it is sent. */
const changes = (): Record<string, Typed> => {
  const settings = byKey();
  return Object.fromEntries(
    Object.entries(typed.peek())
      .filter(([key]) => settings.has(key))
      .map(([key, text]) => [key, toToml(settings.get(key)!, text)]),
  );
};

export const changed = computed(() => Object.keys(typed.value).length);
/** Values that cannot be used, by what the page and the program see. */
export const errors = computed(() => {
  const found = new Set<string>();
  for (const one of answer.value?.settings ?? [])
    if (one.key in typed.value && wrongNumber(one, typed.value[one.key]!)) found.add(one.key);
  for (const problem of checked.value?.problems ?? [])
    if (problem.kind === 'error') found.add(problem.key ?? '');
  return found;
});

let timer: ReturnType<typeof setTimeout> | null = null;
let asking: AbortController | null = null;

async function check(): Promise<void> {
  asking?.abort();
  const own = (asking = new AbortController());
  try {
    const result = withWords<Checked>(await http.config('/check', { changes: changes() }, own.signal));
    if (asking === own) checked.value = result;
    trouble.value = null;
  } catch (error) {
    if (asking === own && !own.signal.aborted) trouble.value = reasonOf(error);
  }
}

function set(next: Readonly<Record<string, Typed>>): void {
  typed.value = next;
  checked.value = null;
  saved.value = false;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // A browser that keeps nothing.
  }
  if (timer) clearTimeout(timer);
  timer = Object.keys(next).length > 0 ? setTimeout(() => void check(), CHECK_MS) : null;
}

export function type(setting: Setting, text: Typed): void {
  const present = setting.file ?? setting.used;
  const { [setting.key]: _, ...others } = typed.peek();
  const same = text === null ? setting.file === null : !setting.secret && text === fromToml(setting, present);
  set(same || (setting.secret && text === '') ? others : { ...others, [setting.key]: text });
}
export function undo(key: string): void {
  const { [key]: _, ...others } = typed.peek();
  set(others);
}
export const discard = (): void => set({});

export async function read(): Promise<void> {
  try {
    answer.value = withWords<Answer>(await http.config(''));
    trouble.value = null;
    if (changed.peek() > 0) void check();
  } catch (error) {
    trouble.value = reasonOf(error);
  }
}

export async function save(): Promise<void> {
  const revision = answer.peek()?.revision ?? '';
  try {
    answer.value = withWords<Answer>(await http.config('/save', { changes: changes(), revision }));
    set({});
    saved.value = true;
    trouble.value = null;
  } catch (error) {
    trouble.value = reasonOf(error);
    if (error instanceof HttpError && error.status === 409) checked.value = null;
  }
}
