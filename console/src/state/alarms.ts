// The alarm list as the program keeps it: read with the first frame of each line, and again when something happened
// that may have changed it.

import { effect, signal } from '@preact/signals';
import { said, type Said } from '../i18n/message';
import { http, store } from './app';

export interface Alarm extends Said {
  number: number;
  first: number; // s since 1970
  last: number;
  count: number;
  kind: string;
  level: string;
  acknowledged: { time: number; who: string; role: string } | null;
}
export const alarms = signal<Alarm[]>([]);
export const waiting = signal(0);

const NEWS: ReadonlySet<string> = new Set(['fault', 'host_lost', 'service']);
const AFTER_MS = 300;

export function take(answer: unknown): void {
  const body = answer as { alarms?: unknown; waiting?: unknown } | null;
  if (!body || !Array.isArray(body.alarms)) return;
  alarms.value = body.alarms.map((one: Alarm) => ({ ...one, ...said(one) }));
  waiting.value = typeof body.waiting === 'number' ? body.waiting : 0;
}
export async function read(): Promise<void> {
  take(await http.service('alarms').catch(() => null));
}

export function followAlarms(): () => void {
  let seen = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = null;
      void read();
    }, AFTER_MS);
  };
  const ends = [
    effect(() => {
      if (store.console.value > 0) soon();
    }),
    effect(() => {
      const fresh = store.events.value.filter((one) => one.id > seen && !one.past);
      seen = Math.max(seen, store.events.value.at(-1)?.id ?? 0);
      if (fresh.some((one) => NEWS.has(one.kind) || one.to === 'emergency' || one.level === 'error')) soon();
    }),
  ];
  return () => {
    for (const end of ends) end();
    if (timer) clearTimeout(timer);
  };
}
