// The tuning as it is and as it is being changed. Every change is one order with the whole tuning, one after
// the other; what the program refuses stays typed where it was typed, with its reason, and goes into no later
// order.

import { computed, signal } from '@preact/signals';
import type { CueingOrder, EffectOrder, Reply } from '../api/messages';
import { reasonOf } from '../api/http';
import { parseNumber } from '../i18n/format';
import type { Said } from '../i18n/message';
import type { Cueing } from './answers';
import {
  KEYS,
  orderOf,
  sameTuning,
  settingOf,
  tuningOf,
  withNumber,
  withPreset,
  type Key,
  type Tuning,
} from './tuning';

/** Where something was asked for: a number, the choice of preset, engine and input, or an effect. */
export type Place = Key | 'choice' | `effect.${number}`;

/** '' = it was not sent or not answered */
export interface Refused extends Said {
  code: string | null;
}

export interface Ways {
  load: () => Promise<Cueing>;
  send: (order: CueingOrder | EffectOrder) => Promise<Reply | null>;
  pauseMs?: number; // after the last key
}

const MOST_UNDO = 50;

export function createTuner({ load, send, pauseMs = 400 }: Ways) {
  const now = signal<Cueing | null>(null);
  const failed = signal<Said | null>(null); // why there is no answer
  const drafts = signal<Readonly<Partial<Record<Key, string>>>>({});
  const refused = signal<Readonly<Partial<Record<Place, Refused>>>>({});
  const past = signal<readonly Tuning[]>([]);
  const waiting = signal(0); // orders under way

  const timers = new Map<Key, ReturnType<typeof setTimeout>>();
  const owns = new Map<string, number>(); // the presets' own numbers, as far as they were seen
  let wanted: Tuning | null = null;
  let chain: Promise<unknown> = Promise.resolve();

  const without = <T extends object>(from: T, key: PropertyKey): T => {
    const { [key as keyof T]: _, ...rest } = from;
    return rest as T;
  };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = chain.then(work);
    chain = done.catch(() => undefined);
    return done;
  };

  /** A given number hides the preset's own: it is remembered from when it was seen. */
  function withOwn(answer: Cueing): Cueing {
    for (const key of KEYS) {
      const setting = settingOf(answer, key);
      const name = `${answer.preset} ${answer.engine} ${key}`;
      if (Number.isFinite(setting.own)) owns.set(name, setting.own);
      else setting.own = owns.get(name) ?? NaN;
    }
    return answer;
  }

  async function read(): Promise<void> {
    try {
      const answer = withOwn(await load());
      now.value = answer;
      wanted = tuningOf(answer);
      failed.value = null;
    } catch (error) {
      failed.value = reasonOf(error);
    }
  }

  async function order(place: Place, what: CueingOrder | EffectOrder): Promise<boolean> {
    waiting.value += 1;
    try {
      const reply = await send(what);
      const good = reply?.result === 'done' || reply?.result === 'accepted';
      refused.value = good
        ? without(refused.peek(), place)
        : {
            ...refused.peek(),
            [place]: {
              text: reply?.reason ?? '',
              message: reply?.message ?? null,
              code: reply?.code ?? null,
            },
          };
      return good;
    } finally {
      waiting.value -= 1;
    }
  }

  const change = (place: Place, make: (tuning: Tuning) => Tuning, undoing = false): Promise<boolean> =>
    inTurn(async () => {
      if (!wanted) return false;
      const before = wanted;
      const next = make(before);
      if (sameTuning(before, next)) {
        refused.value = without(refused.peek(), place);
        return true;
      }
      if (!(await order(place, orderOf(next)))) return false;
      wanted = next;
      if (!undoing) past.value = [...past.peek(), before].slice(-MOST_UNDO);
      await read();
      return true;
    });

  /** Sends what is typed in a field; empty is the preset's own. Text that is no number stays where it is. */
  async function commit(key: Key): Promise<void> {
    clearTimeout(timers.get(key));
    timers.delete(key);
    const text = drafts.peek()[key];
    if (text === undefined) return;
    const value = text.trim() === '' ? null : parseNumber(text);
    if (value !== null && !Number.isFinite(value)) return;
    const good = await change(key, (tuning) => withNumber(tuning, key, value));
    if (good && drafts.peek()[key] === text) drafts.value = without(drafts.peek(), key);
  }

  function forget(key: Key): void {
    clearTimeout(timers.get(key));
    timers.delete(key);
    drafts.value = without(drafts.peek(), key);
    refused.value = without(refused.peek(), key);
  }

  return {
    now,
    failed,
    drafts,
    refused,
    past,
    waiting,
    givenCount: computed(() =>
      now.value ? KEYS.filter((key) => settingOf(now.value!, key).given).length : 0,
    ),

    refresh: (): Promise<void> => inTurn(read),

    type(key: Key, text: string): void {
      drafts.value = { ...drafts.peek(), [key]: text };
      refused.value = without(refused.peek(), key);
      clearTimeout(timers.get(key));
      timers.set(
        key,
        setTimeout(() => void commit(key), pauseMs),
      );
    },
    /** The field is left: what waits is sent now. */
    async settle(key: Key): Promise<void> {
      if (timers.has(key)) await commit(key);
    },
    async back(key: Key): Promise<void> {
      forget(key);
      await change(key, (tuning) => withNumber(tuning, key, null));
    },
    async backAll(): Promise<void> {
      KEYS.forEach(forget);
      await change('choice', (tuning) => ({ ...tuning, given: {} }));
    },
    async choose(what: Partial<Pick<Tuning, 'preset' | 'engine' | 'input'>>): Promise<void> {
      const { preset } = what;
      if (preset !== undefined) KEYS.forEach(forget);
      await change('choice', (tuning) =>
        preset !== undefined ? withPreset(tuning, preset) : { ...tuning, ...what },
      );
    },
    async undo(): Promise<void> {
      const last = past.peek().at(-1);
      if (!last) return;
      KEYS.forEach(forget);
      past.value = past.peek().slice(0, -1);
      if (!(await change('choice', () => last, true))) past.value = [...past.peek(), last];
    },
    /** An effect at a place from 1; kind `none` takes it away. */
    setEffect(
      place: number,
      kind: string,
      values: Readonly<Record<string, number | string>> = {},
    ): Promise<boolean> {
      return inTurn(async () => {
        if (!(await order(`effect.${place}`, { ...values, action: 'effect', place, kind }))) return false;
        await read();
        return true;
      });
    },
  };
}

export type Tuner = ReturnType<typeof createTuner>;
