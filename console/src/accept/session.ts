// The page's one acceptance: what is chosen, and what the program says of the one that runs or ran last.
// Whoever looks sees the same; it goes on when nobody does.

import { computed, effect, signal } from '@preact/signals';
import { http, store, testing } from '../state/app';
import { reasonOf } from '../api/http';
import type { Said } from '../i18n/message';
import { acceptance, isRunning, type Acceptance } from './answers';

const EAGER_MS = 400;
const LAZY_MS = 3000;

export const now = signal<Acceptance | null>(null);
export const left = signal<ReadonlySet<string>>(new Set()); // tests that are not wanted
export const quick = signal(false);
export const against = signal('');
export const confirmed = signal(false);
/** Written into the report; this browser remembers them. */
export const place = signal(remembered('place'));
export const conductedBy = signal(remembered('operator'));
export function write(what: 'place' | 'operator', text: string): void {
  (what === 'place' ? place : conductedBy).value = text;
  try {
    localStorage.setItem(`hexad.accept.${what}`, text);
  } catch {
    // A browser that keeps nothing: it is typed again next time.
  }
}
function remembered(what: string): string {
  try {
    return localStorage.getItem(`hexad.accept.${what}`) ?? '';
  } catch {
    return '';
  }
}
export const failure = signal<Said | null>(null);
export const busy = signal(false);

export const running = computed(() => now.value !== null && isRunning(now.value.state));
export const wanted = computed(() => (now.value?.tests ?? []).filter((name) => !left.value.has(name)));

export function choose(name: string, on: boolean): void {
  const next = new Set(left.peek());
  if (on) next.delete(name);
  else next.add(name);
  left.value = next;
}

async function ask(what: () => Promise<unknown>): Promise<boolean> {
  if (busy.peek()) return false;
  busy.value = true;
  failure.value = null;
  try {
    now.value = acceptance(await what());
    return true;
  } catch (error) {
    failure.value = reasonOf(error);
    return false;
  } finally {
    busy.value = false;
  }
}

/** Each one is confirmed anew. */
export async function start(): Promise<void> {
  const request = {
    tests: wanted.peek(),
    quick: quick.peek(),
    against: against.peek() || null,
    confirm: confirmed.peek(),
    place: place.peek().trim(),
    operator: conductedBy.peek().trim(),
  };
  confirmed.value = false;
  await ask(() => http.accept('', request));
}

export const cancel = (): Promise<boolean> => ask(() => http.accept('/cancel', {}));

/** Looks again and again, on every page: whoever operates must know that the platform is being tested. */
export function follow(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let newest = 0;
  const state = computed(() => store.shown.value?.state);
  const look = async (turn: number) => {
    try {
      const answer = acceptance(await http.accept(''));
      if (turn === newest && !busy.peek()) now.value = answer;
    } catch {
      // That the program is gone is said by the bar above.
    }
    if (turn === newest) timer = setTimeout(() => void look(turn), running.peek() ? EAGER_MS : LAZY_MS);
  };
  const undo = [
    effect(() => void (testing.value = running.value)),
    // A motion that begins may be a test's: asked for at once.
    effect(() => {
      clearTimeout(timer);
      newest += 1;
      if (store.live.value && state.value) void look(newest);
    }),
  ];
  return () => {
    newest += 1;
    undo.forEach((end) => end());
    clearTimeout(timer);
  };
}
