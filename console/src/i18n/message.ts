// What the program says: an id and its facts. The words are in the program's own table (messages.json,
// written by `./dev docs` from src/messages/table); a page knows those of the language it speaks.

import drops from 'virtual:messages/drops';
import { currentLanguage, messageRow } from '.';

export type Fact = number | string | null | { value: number; unit: string } | Message;
export interface Message {
  id: string;
  facts: Readonly<Record<string, Fact>>;
}
/** A message beside the English text of the program: shown where this page has no such id. */
export interface Said {
  text: string;
  message: Message | null;
}

export const hasMessage = (id: string): boolean => messageRow(id) !== undefined;

/** The words of an id without facts; null where there are none. */
export const words = (id: string): string | null => messageRow(id) ?? null;

const DROPS = new Map(Object.entries(drops).map(([id, english]) => [english, id]));

/** Whether a datagram that was counted under this was not even understood. */
export const isUnreadable = (reason: string): boolean =>
  DROPS.get(reason)?.startsWith('unreadable_') ?? false;

/** Why datagrams are not acted on: the program counts them under its English words. */
export function dropWords(reason: string): string {
  const id = DROPS.get(reason);
  return (id && words(id)) ?? reason;
}

const apart = (unit: string): string => (unit === '' || unit.startsWith('°') ? unit : ` ${unit}`);

function factText(fact: Fact | undefined): string {
  if (fact === null || fact === undefined) return '';
  if (typeof fact === 'number') return String(fact).replace('-', '−');
  if (typeof fact === 'string') return fact;
  if ('id' in fact) return render(fact) ?? '';
  return `${String(fact.value).replace('-', '−')}${apart(fact.unit)}`;
}

/** A message in the language of the page; null where this page does not know it. */
export function render(message: Message): string | null {
  const text = words(message.id);
  return text === null
    ? null
    : text.replace(/\{(\w+)\}/g, (_, name: string) => factText(message.facts[name]));
}

/** What was said, in the language of the page; in the program's English what this page does not know. A bare text is the
 *  page's own. */
export const told = (said: Said | string): string =>
  typeof said === 'string' ? said : ((said.message && render(said.message)) ?? said.text);

/** Whether told() would be the program's English on a page of another language. */
export const isForeign = (said: Said | string): boolean =>
  typeof said !== 'string' &&
  currentLanguage() !== 'en' &&
  (said.message === null || said.message.id === 'as_told' || !hasMessage(said.message.id));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fact(value: unknown): Fact {
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (!isObject(value)) return null;
  if ('id' in value) return message(value);
  return {
    value: typeof value['value'] === 'number' ? value['value'] : NaN,
    unit: typeof value['unit'] === 'string' ? value['unit'] : '',
  };
}

export function message(value: unknown): Message | null {
  if (!isObject(value) || typeof value['id'] !== 'string') return null;
  const facts = isObject(value['facts']) ? value['facts'] : {};
  return {
    id: value['id'],
    facts: Object.fromEntries(Object.entries(facts).map(([name, one]) => [name, fact(one)])),
  };
}

/**
 * {"text": …, "message": …}, or a bare text. `key`: where the text stands; `words`: where the message does.
 */
export function said(value: unknown, key = 'text', words = 'message'): Said {
  if (typeof value === 'string') return { text: value, message: null };
  if (!isObject(value)) return { text: '', message: null };
  return { text: typeof value[key] === 'string' ? value[key] : '', message: message(value[words]) };
}

/**
 * What the page says of a program that does not answer: the browser's own words are not among those it knows.
 */
export const SILENT: Said = { text: '', message: { id: 'program_silent', facts: {} } };
