import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import '../calibrate/words';
import '../commission/words';
import '../relay/words';
import '../service/words';
import '../settings/words';
import '../verify/words';
import { dictionaries, hasWords, known, learn, speak, t, type Key, type Language } from '.';
import { en } from './en';
import { zh } from './zh';

const keys = Object.keys(en) as Key[];
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort();

/** Latin words a Chinese page may show: units, names of axes, functions and products. */
export const ALLOWED = new Set(
  (
    'mm s ms kg Nm A B V Hz N us µs MiB CSV EN hexad WebGL t sin cos tan exp ln sqrt abs min max pow C3 m platform txt csv kN x y z rx ry rz ' +
    'pi e asin acos atan sinh cosh tanh log10 sign floor mod lingjing films status give type order subscribe ctl enable darren sine hz ' +
    'ID Cmd DOFs Pos Spd Fre FileNum CyChoose DO A7 C6 C7 Z down ' +
    // formats, keys of a file, fields of a board, words of the command line
    'motus mdof formula waypoints base X Kp Ki Kd a b IP RS EB servo speed reset zero websocket token p99 inject clear accept pcapng config bak ' +
    'TOML XLSX PDF RX RY RZ rpm rad'
  ).split(' '),
);

/** What is typed or pasted as it stands: options, settings with their value, columns of distances. */
const TYPED =
  /\bd:[BPTF]\d+-[BPTF]\d+_mm|--set [\w.=]+|--[a-z]+|\b[a-z0-9]+\.[a-z0-9_]+( = \w+)?|\b[a-z]+\d*(_[a-z]+)+\b/g;
export const foreign = (text: string, names: ReadonlySet<string> = new Set()): string[] =>
  (
    text
      .replaceAll(/\{\w+\}/g, ' ')
      .replaceAll(TYPED, ' ')
      .match(/[A-Za-zµ][A-Za-z0-9]*/g) ?? []
  ).filter((word) => !ALLOWED.has(word) && !names.has(word));

test('both languages have the same keys, and words for each', () => {
  expect(Object.keys(zh).sort()).toEqual([...keys].sort());
  for (const language of ['en', 'zh'] as const)
    for (const key of keys) expect(dictionaries[language][key].trim(), `${language} ${key}`).not.toBe('');
});

test('both languages have the same placeholders', () => {
  for (const key of keys) expect(placeholders(zh[key]), key).toEqual(placeholders(en[key]));
});

test('the Chinese words are Chinese', () => {
  for (const key of keys) {
    expect(foreign(zh[key]), `${key}: ${zh[key]}`).toEqual([]);
  }
});

test('the Chinese words end and pause in Chinese', () => {
  for (const key of keys) expect(zh[key], key).not.toMatch(/[\u4e00-\u9fff][,;:?!](?!\d)/);
});

test('values are filled in, in the language the page speaks', () => {
  const language = signal<Language>('en');
  speak(language);
  expect(t('top.margin', { left: 120, limit: 200 })).toBe('120 ms of 200 ms left');
  language.value = 'zh';
  expect(t('top.margin', { left: 120, limit: 200 })).toBe('剩余 120 / 200 ms');
  expect(known('state', 'ready')).toBe('就绪');
  expect(known('state', 'some_new_state')).toBe('some new state');
});

test('types: a key that does not exist or a value that is missing does not compile', () => {
  // @ts-expect-error no such key
  void (() => t('no.such.key'));
  // @ts-expect-error the value `limit` is missing
  void (() => t('top.margin', { left: 1 }));
  // @ts-expect-error values are missing altogether
  void (() => t('top.margin'));
  // @ts-expect-error this text takes none
  void (() => t('top.stop', { left: 1 }));
});

test('what has words is asked of the language that is spoken: a page knows no other', () => {
  learn({ en: {}, zh: { 'only.here': '只有' } });
  const language = signal<Language>('zh');
  speak(language);
  expect(hasWords('only', 'here')).toBe(true);
  language.value = 'en';
  expect(hasWords('only', 'here')).toBe(false);
});
