// The page's one instance of everything, wired together.

import { effect, signal } from '@preact/signals';
import { Http } from '../api/http';
import { Link } from '../api/link';
import type { Order, Six } from '../api/messages';
import { AxisHold } from './axis_hold';
import { createCommands } from './commands';
import { handSpeed } from './hand';
import { HoldToRun } from './hold_to_run';
import { pace } from './pace';
import { layout } from './plot_layout';
import { createPrefs } from './prefs';
import { presentRanges } from './present_ranges';
import { ROTARY, SliderFollow } from './slider_follow';
import { createStore } from './store';
import { keepToken, takeToken } from './token';

const LOOK_MS = 100;
const FASTEST_HZ = 60;
const HIDDEN_HZ = 10;
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

/** The rotary axis turns by hand no faster than the platform does about its own. */
const withTurn = (six: Six): Six => [...six, six[5] ?? Infinity];
const followTo = (to: Six): Order => {
  const turn = to[ROTARY];
  return { action: 'follow', pose: to.slice(0, ROTARY), ...(turn === undefined ? {} : { rotary: turn }) };
};
export const sliders = new SliderFollow(
  (pose) =>
    void commands.send(followTo(pose)).then((reply) => {
      if (!reply || (reply.result !== 'done' && reply.result !== 'accepted')) sliders.end();
    }),
  () => (store.live.peek() ? store.latest.telemetry : null),
  () => performance.now(),
  () => withTurn(handSpeed(store.machine.peek())),
  (by) => commands.dropped('follow', by),
);
/** A beat of a button that is held. */
export const held = <T extends Order>(order: T, press: number): T => ({ ...order, press });
export const jog = new HoldToRun<{ legs: number[]; speed: number }>({
  repeat: (what, press) => {
    if (!store.live.peek()) return jog.stop();
    void commands.send(held({ action: 'jog', ...what }, press)).then((reply) => {
      if (!reply || reply.result === 'refused') jog.stop();
    });
  },
  end: (what, press) => {
    if (store.live.peek()) void commands.send(held({ action: 'jog', legs: what.legs, speed: 0 }, press));
  },
});
/** Axes that move while a button is held. */
export const axisHold = new AxisHold({
  send: (pose, press) => commands.send(held({ action: 'follow', pose }, press)),
  now: () => (store.live.peek() ? store.latest.telemetry : null),
  reach: () => {
    const [machine, now] = [store.machine.peek(), store.latest.telemetry];
    return machine && now ? presentRanges(machine, store.ranges.peek(), now) : [];
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
  axisHold.stop();
  sliders.end();
}

/** With the first frame of each line: what the program knows of the time before it. */
function readHistory(): void {
  let console = 0;
  store.onTelemetry(() => {
    const now = store.console.peek();
    if (now === console) return;
    console = now;
    http.history().then(
      (csv) => void store.history.current.merge(csv),
      () => undefined,
    );
  });
}

export function start(): void {
  readHistory();
  link.connect();
  setInterval(() => {
    const age = store.look();
    if (store.stale.peek()) endMotionByHand();
    if (link.open && age > GIVE_UP_MS && Number.isFinite(age)) link.restart();
  }, LOOK_MS);
  const hidden = signal(document.hidden);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) endMotionByHand();
    hidden.value = document.hidden;
  });
  effect(() => {
    const seen = layout.value.spectrum ? FASTEST_HZ : pace.value.telemetryHz; // a spectrum needs every frame
    link.subscribe({ telemetry_hz: hidden.value ? HIDDEN_HZ : seen });
  });
}
