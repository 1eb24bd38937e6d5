import { effect } from '@preact/signals';
import { beforeEach, expect, test } from 'vitest';
import { machine } from '../api/decode';
import type { EventLine } from '../api/messages';
import { sparing } from './pace';
import { createStore, type Store } from './store';
import { ready } from './testing';

let now: number;
let store: Store;
beforeEach(() => {
  now = 1000;
  store = createStore(() => now);
});
const frame = (change = {}) => store.accept({ type: 't', telemetry: ready(change) });
const event = (change: Partial<EventLine>): EventLine => ({
  time: 1,
  t: 1,
  kind: 'log',
  level: 'info',
  text: 'x',
  code: null,
  from: null,
  to: null,
  cause: null,
  driver: null,
  silence: NaN,
  message: null,
  fault: null,
  limit: null,
  began: true,
  past: false,
  who: null,
  role: null,
  ...change,
});

test('commands are allowed only with an open line and fresh data', () => {
  expect(store.live.value).toBe(false);
  store.linkChanged('open');
  expect(store.live.value).toBe(false);
  frame();
  expect(store.live.value).toBe(true);
  now += 501;
  store.look();
  expect(store.live.value).toBe(false);
  frame({ time_s: 11 });
  expect(store.live.value).toBe(true);
});

test('a broken line makes everything stale and forgets what was legal', () => {
  store.linkChanged('open');
  frame();
  store.accept({ type: 'legal', legal: { actions: { raise: null }, codes: {}, messages: {} } });
  store.linkChanged('closed');
  expect(store.live.value).toBe(false);
  expect(store.legal.value.actions).toEqual({});
});

test('numbers change at most every 80 ms, a change of the situation shows at once', () => {
  frame({ time_s: 1 });
  now += 10;
  frame({ time_s: 1.01, pose: [1, 0, 0, 0, 0, 0] });
  expect(store.shown.value!.time_s).toBe(1);
  expect(store.latest.telemetry!.time_s).toBe(1.01);
  now += 10;
  frame({ time_s: 1.02, state: 'emergency' });
  expect(store.shown.value!.state).toBe('emergency');
  now += 81;
  frame({ time_s: 1.1, state: 'emergency', pose: [1, 0, 0, 0, 0, 0] });
  expect(store.shown.value!.time_s).toBe(1.1);
});

test('a frame that would be shown as the one before changes nothing on the page', () => {
  let shown = 0;
  const undo = effect(() => void (store.shown.value && (shown += 1)));
  for (let i = 0; i < 100; ++i) {
    now += 17;
    frame({ time_s: i / 60, mono_s: i / 60, tick: i, pose: [1e-4 * (i % 3), 0, 0, 0, 0, 0] });
  }
  expect(shown).toBe(1);
  now += 81;
  frame({ time_s: 2, pose: [0.1, 0, 0, 0, 0, 0] });
  expect(shown).toBe(2);
  undo();
});

test('where the processor draws, numbers change four times less often, the situation as soon', () => {
  sparing.value = true;
  frame({ time_s: 1 });
  now += 200;
  frame({ time_s: 1.2, pose: [1, 0, 0, 0, 0, 0] });
  expect(store.shown.value!.time_s).toBe(1);
  frame({ time_s: 1.21, state: 'emergency' });
  expect(store.shown.value!.state).toBe('emergency');
  now += 321;
  frame({ time_s: 1.5, state: 'emergency', pose: [1, 0, 0, 0, 0, 0] });
  expect(store.shown.value!.time_s).toBe(1.5);
  sparing.value = false;
});

test('a reconnect that tells the past again shows nothing twice', () => {
  store.accept({ type: 'event', event: event({ time: 5, text: 'a' }) });
  store.accept({ type: 'event', event: event({ time: 5, text: 'a', past: true }) });
  store.accept({ type: 'event', event: event({ time: 6, text: 'b', past: true }) });
  expect(store.events.value.map((e) => e.text)).toEqual(['a', 'b']);
});

test('paused packets are not collected', () => {
  const packet = {
    time: 1,
    protocol: 'mdof',
    direction: 'in' as const,
    peer: '',
    size: 1,
    hex: '',
    text: '',
    verdict: null,
  };
  store.accept({ type: 'packets', packets: [packet], left_out: 2 });
  store.packetsPaused.value = true;
  store.accept({ type: 'packets', packets: [packet], left_out: 2 });
  expect(store.packets.value).toHaveLength(1);
  expect(store.packetsLeftOut.value).toBe(2);
});

test('unix time and platform time are kept together', () => {
  store.accept({
    type: 'hello',
    machine: machine({ legs: 6 }),
    now: 1_700_000_000,
    mono: 0,
    console: 1,
    role: 'engineer',
  });
  frame({ time_s: 42 });
  expect(store.unixMinusPlatform.value).toBeCloseTo(1_700_000_000 - 42, 3);
});
