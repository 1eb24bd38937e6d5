// The one time axis of the lower part, in platform seconds: plots show it, events and packets point into it.

import { signal } from '@preact/signals';
import type { EventLine } from '../api/messages';

export const WINDOWS = [10, 30, 60, 180, 600] as const;

export const timeWindow = signal<number>(30);
/** Set: the plots stand still and show this span. */
export const frozen = signal<readonly [number, number] | null>(null);
/** Where the cursor is; null = nowhere. */
export const cursor = signal<number | null>(null);

/** Up to where the plots are drawn: the newest sample when they last were. */
export const drawnTo = signal(NaN);

/** Two moments that are compared, in the order in which they were put. */
export const marks = signal<readonly number[]>([]);
/** The third begins anew. */
export function putMark(time: number): void {
  if (Number.isFinite(time)) marks.value = marks.peek().length > 1 ? [time] : [...marks.peek(), time];
}

/** What is shown while the newest sample is at `newest`. */
export function span(newest: number): readonly [number, number] {
  return frozen.value ?? [newest - timeWindow.value, newest];
}

export function freeze(newest: number): void {
  frozen.value = span(newest);
}

export function goLive(): void {
  frozen.value = null;
}

/** Stops the plots around a moment and puts the cursor there. */
export function showAt(time: number): void {
  if (!Number.isFinite(time)) return;
  const half = Math.min(timeWindow.value, 10) / 2;
  frozen.value = [time - half, time + half];
  cursor.value = time;
}

export interface Stretch {
  from: number;
  to: number;
  state: string;
}

/**
 * The states between two times. What an event says it came from is what was before it; after the last comes
 * `now`.
 */
export function stretches(
  events: readonly Pick<EventLine, 'kind' | 't' | 'from' | 'to'>[],
  from: number,
  to: number,
  now: string,
): Stretch[] {
  const start = Math.max(from, 0); // before that there was no platform
  const changes = events
    .filter((event) => event.kind === 'transition' && Number.isFinite(event.t))
    .sort((a, b) => a.t - b.t);
  const out: Stretch[] = [];
  let at = start;
  for (const change of changes) {
    if (change.t <= start) continue;
    if (change.t >= to) {
      if (at < to) out.push({ from: at, to, state: change.from ?? now });
      return out;
    }
    out.push({ from: at, to: change.t, state: change.from ?? now });
    at = change.t;
  }
  if (at < to) out.push({ from: at, to, state: now });
  return out;
}
