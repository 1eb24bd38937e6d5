// Two languages, one list of keys. English gives the keys and the placeholders, Chinese must have every one
// of them: a key that is missing, or a placeholder not given, does not compile.

import { signal, type Signal } from '@preact/signals';
import type { en } from './en';
import { accept as enAccept } from './en_accept';
import { calibrate as enCalibrate } from './en_calibrate';
import { cueing as enCueing } from './en_cueing';
import { parts as enParts } from './en_parts';
import { screen as enScreen } from './en_screen';
import { words as enWords } from './en_words';
import { accept as zhAccept } from './zh_accept';
import { calibrate as zhCalibrate } from './zh_calibrate';
import { cueing as zhCueing } from './zh_cueing';
import { parts as zhParts } from './zh_parts';
import { screen as zhScreen } from './zh_screen';
import { words as zhWords } from './zh_words';

export type Language = 'en' | 'zh';
export type Key = keyof typeof en;
export type Dictionary = Readonly<Record<Key, string>>;

type Names<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
export type Values<K extends Key> = [Names<(typeof en)[K]>] extends [never]
  ? []
  : [Record<Names<(typeof en)[K]>, string | number>];

/** What is needed from the start. Verify's words, the most of a page, come with the page (learn). */
const learned: Record<Language, Record<string, string>> = {
  en: { ...enScreen, ...enParts, ...enWords, ...enCalibrate, ...enCueing, ...enAccept },
  zh: { ...zhScreen, ...zhParts, ...zhWords, ...zhCalibrate, ...zhCueing, ...zhAccept },
};
export const dictionaries = learned as Record<Language, Dictionary>;
/** The words of a page that is fetched when it is opened. */
export function learn(words: Record<Language, Readonly<Record<string, string>>>): void {
  Object.assign(learned.en, words.en);
  Object.assign(learned.zh, words.zh);
}

let language: Signal<Language> = signal('en');
/** Which signal says what language the page speaks. */
export function speak(chosen: Signal<Language>): void {
  language = chosen;
}

export function fill(text: string, values: Record<string, string | number> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}

/** The words for a key in the language of the page. */
export function t<K extends Key>(key: K, ...values: Values<K>): string {
  return fill(dictionaries[language.value][key], values[0] as Record<string, string | number> | undefined);
}

/**
 * For names that come from the program: `known('state', 'ready')`; the name itself, readable, where there is
 * no key.
 */
export function known(group: string, name: string): string {
  const key = `${group}.${name}`;
  const dictionary = dictionaries[language.value] as Readonly<Record<string, string>>;
  return dictionary[key] ?? name.replaceAll('_', ' ');
}
export function hasWords(group: string, name: string): boolean {
  return `${group}.${name}` in learned.en;
}
export const currentLanguage = (): Language => language.value;
