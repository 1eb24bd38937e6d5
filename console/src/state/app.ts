// The page's one instance of everything, wired together.

import { signal } from '@preact/signals';
import { Http } from '../api/http';
import { Link } from '../api/link';
import type { Order } from '../api/messages';
import { createCommands } from './commands';
import { handSpeed } from './hand';
import { HoldToRun } from './hold_to_run';
import { createPrefs } from './prefs';
import { SliderFollow } from './slider_follow';
import { createStore } from './store';
import { keepToken, takeToken } from './token';

const LOOK_MS = 100;
/** A line that is open but has been silent for so long is given up and made anew. */
const GIVE_UP_MS = 4000;

let token = takeToken(location, history, sessionStorage);

export const prefs = createPrefs();
export const store = createStore();
export const http = new Http(() => token);
export const link = new Link({
  url: () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`,
  token: () => token,
  message: (message) => store.accept(message),
  state: (state) => {
    store.linkChanged(state);
    if (state !== 'open') endMotionByHand();
    if (state === 'refused') void askForToken();
  },
});
/** Whether an acceptance moves the platform now; accept/rig.ts says so. */
export const testing = signal(false);
/**
 * Orders that do more than they say: homing a raised platform lowers it, a motion ends a running acceptance.
 */
const MOVES: ReadonlySet<Order['action']> = new Set([
  'zero',
  'raise',
  'neutral',
  'lower',
  'go',
  'follow',
  'sine',
  'path',
  'timed',
  'formula',
  'file',
  'film',
  'jog',
  'resume',
  'take',
  'inject',
  'reset',
]);
const AT_BOTTOM: ReadonlySet<string> = new Set(['init', 'powered_up', 'origin', 'fault', 'emergency']);
function doubt(order: Order): string | null {
  if (testing.peek() && MOVES.has(order.action)) return 'accept';
  const state = store.latest.telemetry?.state ?? 'init';
  return order.action === 'zero' && !AT_BOTTOM.has(state) ? 'zero' : null;
}
export const commands = createCommands(store, link, http, doubt);

export const sliders = new SliderFollow(
  (pose) =>
    void commands.send({ action: 'follow', pose }).then((reply) => {
      if (!reply || (reply.result !== 'done' && reply.result !== 'accepted')) sliders.end();
    }),
  () => (store.live.peek() ? store.latest.telemetry : null),
  () => performance.now(),
  () => handSpeed(store.machine.peek()),
  (by) => commands.dropped('follow', by),
);
export const jog = new HoldToRun<{ legs: number[]; speed: number }>({
  repeat: (what) => {
    if (!store.live.peek()) return jog.stop();
    void commands.send({ action: 'jog', ...what }).then((reply) => {
      if (!reply || reply.result === 'refused') jog.stop();
    });
  },
  end: (what) => {
    if (store.live.peek()) void commands.send({ action: 'jog', legs: what.legs, speed: 0 });
  },
});

/** The program wants a token and we have none, or a wrong one. */
export const tokenWanted = signal(false);

async function askForToken(): Promise<void> {
  try {
    await http.machine();
  } catch (error) {
    tokenWanted.value = (error as { status?: number }).status === 401;
  }
}

export function useToken(given: string): void {
  token = given;
  keepToken(sessionStorage, given);
  tokenWanted.value = false;
  link.retry();
}

function endMotionByHand(): void {
  jog.stop();
  sliders.end();
}

export function start(): void {
  link.connect();
  setInterval(() => {
    const age = store.look();
    if (store.stale.peek()) endMotionByHand();
    if (link.open && age > GIVE_UP_MS && Number.isFinite(age)) link.restart();
  }, LOOK_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) endMotionByHand();
    link.subscribe({ telemetry_hz: document.hidden ? 10 : 60 });
  });
}
