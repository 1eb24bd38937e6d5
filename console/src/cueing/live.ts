// The page's one tuner, its lines and its questions, wired to the program. Only a hand makes it send.

import { effect, signal } from '@preact/signals';
import { HttpError } from '../api/http';
import { commands, http, link, store } from '../state/app';
import { Question } from '../verify/question';
import { cueing, response, type Response, type Test } from './answers';
import { Traces, Travel } from './traces';
import { readManoeuvres, readTunings } from './tried';
import { createTuner } from './tuner';
import { orderOf, tuningOf } from './tuning';

export const tuner = createTuner({
  load: async () => cueing(await http.cueing()),
  send: (order) => commands.send(order),
});

export const traces = new Traces(() => tuner.now.peek()?.tilt.rate.value ?? NaN);
export const travel = new Travel();

/** The end of the shown span while it stands still. */
export const pausedAt = signal<number | null>(null);
export const WINDOWS = [10, 20, 60] as const;
export const seconds = signal<number>(20);
export function shownSpan(): readonly [number, number] {
  const end = pausedAt.value ?? traces.history.newest;
  return [end - seconds.value, end];
}

export const test = signal<Test>('surge');
/** The curve of the setting before the present one. */
export const responseBefore = signal<Response | null>(null);
let newest: Response | null = null;
let running: Promise<unknown> = Promise.resolve();
const BUSY_AGAIN_MS = 1500;

/**
 * One after the other: the program works a question out to its end, also when nobody waits for it any more.
 */
async function ask(name: string, abort: AbortSignal): Promise<unknown> {
  for (;;) {
    await running;
    abort.throwIfAborted();
    const pending = http.cueingResponse(name);
    running = pending.catch(() => undefined);
    try {
      return await pending;
    } catch (error) {
      if (!(error instanceof HttpError && error.status === 503)) throw error;
      await new Promise((resolve) => setTimeout(resolve, BUSY_AGAIN_MS)); // others ask too
    }
  }
}

export const asked = new Question<Response>(async (body, abort) => {
  const answer = response(await ask((body as { test: string }).test, abort));
  if (abort.aborted) return answer; // of a setting that is no more
  if (newest && JSON.stringify(newest) !== JSON.stringify(answer))
    responseBefore.value = newest.test === answer.test ? newest : null;
  newest = answer;
  return answer;
}, 250);

/**
 * While the page is shown: asks for telemetry of the cueing, and for the tuning whenever somebody has changed
 * it.
 */
export function work(): () => void {
  link.subscribe({ cue: true });
  let tuned = NaN; // the count of changes when the tuning was asked for last
  let heard = Infinity; // the newest order
  const undo = [
    effect(() => {
      void store.machine.value?.revision; // another machine, other numbers
      if (store.live.value) void Promise.all([tuner.refresh(), readTunings(), readManoeuvres()]);
    }),
    effect(() => {
      const count = store.shown.value?.cue?.tuned ?? NaN;
      // Also the first count: what was asked for before it came may have been changed since.
      if (!Number.isFinite(count) || count === tuned) return;
      tuned = count;
      void Promise.all([tuner.refresh(), readTunings()]);
    }),
    effect(() => {
      // Whoever orders something may have kept a tuning or deleted one.
      const newest = store.events.value.findLast((event) => event.kind === 'order' && !event.past)?.id ?? 0;
      if (newest > heard) void readTunings();
      heard = newest;
    }),
    effect(() => {
      const revision = store.machine.value?.revision ?? 0;
      if (tuner.now.value)
        asked.follow({ test: test.value, revision, tuning: orderOf(tuningOf(tuner.now.value)) });
    }),
    store.onTelemetry((t) => {
      traces.append(t);
      travel.take(t);
    }),
  ];
  return () => {
    link.subscribe({ cue: false });
    undo.forEach((end) => end());
  };
}
