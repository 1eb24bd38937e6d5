// Two languages, one list of keys. English gives the keys and the placeholders, Chinese must have every one
// of them: a key that is missing, or a placeholder not given, does not compile.

import { effect, signal, type Signal } from '@preact/signals';
import type { en } from './en';

export type Language = 'en' | 'zh';
export type Key = keyof typeof en;
export type Dictionary = Readonly<Record<Key, string>>;

type Names<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
export type Values<K extends Key> = [Names<(typeof en)[K]>] extends [never]
  ? []
  : [Record<Names<(typeof en)[K]>, string | number>];

type Words = Readonly<Record<string, string>>;
/** The page's own words, and the program's messages by their ids. */
export interface Book {
  words: Words;
  messages: Words;
}
const BOOKS: Record<Language, () => Promise<Book>> = {
  en: () => import('./book_en'),
  zh: () => import('./book_zh'),
};
const learned: Record<Language, Record<string, string>> = { en: {}, zh: {} };
const rows: Record<Language, Words> = { en: {}, zh: {} };
export const dictionaries = learned as Record<Language, Dictionary>;

export function learnBook(language: Language, book: Book): void {
  Object.assign(learned[language], book.words);
  rows[language] = book.messages;
}
/** The words of a page that is fetched when it is opened. */
export function learn(words: Record<Language, Words>): void {
  Object.assign(learned.en, words.en);
  Object.assign(learned.zh, words.zh);
}

let language: Signal<Language> = signal('en');
/** Which signal says what language the page speaks; its words are there. */
export function speak(spoken: Signal<Language>): void {
  language = spoken;
}

const books = new Map<Language, Promise<void>>();
function fetchBook(wanted: Language): Promise<void> {
  const known = books.get(wanted);
  if (known) return known;
  const coming = BOOKS[wanted]().then((book) => learnBook(wanted, book));
  books.set(wanted, coming);
  coming.catch(() => books.delete(wanted)); // to be asked for again
  return coming;
}

/** Speaks the language that is chosen, as soon as its words have come. */
export async function speakChosen(chosen: Signal<Language>): Promise<void> {
  const spoken = signal(chosen.peek());
  await fetchBook(spoken.peek());
  speak(spoken);
  effect(() => {
    const wanted = chosen.value;
    fetchBook(wanted).then(
      () => {
        if (chosen.peek() === wanted) spoken.value = wanted;
      },
      () => undefined,
    );
  });
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
  return `${group}.${name}` in learned[language.value];
}
export const currentLanguage = (): Language => language.value;
/** The program's message of this id in the language of the page. */
export const messageRow = (id: string): string | undefined => rows[language.value][id];
