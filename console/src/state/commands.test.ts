import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NoAnswer } from '../api/link';
import type { Order, Reply } from '../api/messages';
import { createCommands, type Commands } from './commands';
import { createStore, type Store } from './store';
import { ready } from './testing';

const DONE: Reply = { result: 'done', reason: '', code: null, state: 'ready', message: null };
let now: number;
let store: Store;
let viaLink: Order[];
let viaHttp: Order[];
let linkAnswer: () => Promise<Reply>;
let httpAnswer: () => Promise<Reply>;
let open: boolean;
let commands: Commands;

beforeEach(() => {
  vi.useFakeTimers();
  now = 0;
  store = createStore(() => now);
  [viaLink, viaHttp] = [[], []];
  linkAnswer = httpAnswer = () => Promise.resolve(DONE);
  open = true;
  const link = {
    get open() {
      return open;
    },
    order: (order: Order) => (viaLink.push(order), linkAnswer()),
  };
  commands = createCommands(store, link, { order: (order: Order) => (viaHttp.push(order), httpAnswer()) });
  store.linkChanged('open');
  store.accept({ type: 't', telemetry: ready() });
});
afterEach(() => vi.useRealTimers());

const goStale = () => {
  now += 600;
  store.look();
};
const silence = () => new Promise<Reply>(() => undefined);

test('an order goes over the websocket and its answer is shown', async () => {
  await commands.send({ action: 'raise' });
  expect(viaLink).toEqual([{ action: 'raise' }]);
  expect(viaHttp).toEqual([]);
  expect(commands.feedback.value).toMatchObject({ action: 'raise', result: 'done' });
});

test('a stale screen sends no motion at all', async () => {
  goStale();
  await commands.send({ action: 'raise' });
  await commands.send({ action: 'go', pose: [0, 0, 0, 0, 0, 0], speed: null });
  expect([...viaLink, ...viaHttp]).toEqual([]);
  expect(commands.feedback.value?.result).toBe('stale');
});

test('a stale screen still sends E-STOP, stop and hold, both ways at once', async () => {
  goStale();
  linkAnswer = silence;
  for (const action of ['estop', 'stop', 'hold'] as const) await commands.send({ action });
  expect(viaLink.map((o) => o.action)).toEqual(['estop', 'stop', 'hold']);
  expect(viaHttp.map((o) => o.action)).toEqual(['estop', 'stop', 'hold']);
  expect(commands.feedback.value?.result).toBe('done');
});

test('without a websocket E-STOP goes over HTTP', async () => {
  open = false;
  store.linkChanged('closed');
  await commands.send({ action: 'estop' });
  expect(viaLink).toEqual([]);
  expect(viaHttp).toEqual([{ action: 'estop' }]);
});

test('a websocket that does not answer E-STOP within 300 ms is helped out by HTTP', async () => {
  linkAnswer = silence;
  const sent = commands.send({ action: 'estop' });
  await vi.advanceTimersByTimeAsync(299);
  expect(viaHttp).toEqual([]);
  await vi.advanceTimersByTimeAsync(2);
  expect(viaHttp).toEqual([{ action: 'estop' }]);
  expect((await sent)?.result).toBe('done');
});

test('a websocket that breaks under E-STOP is helped out at once', async () => {
  linkAnswer = () => Promise.reject(new NoAnswer('broke'));
  await commands.send({ action: 'estop' });
  expect(viaHttp).toEqual([{ action: 'estop' }]);
});

test('no way at all is said, not hidden', async () => {
  linkAnswer = httpAnswer = () => Promise.reject(new NoAnswer('gone'));
  await commands.send({ action: 'estop' });
  expect(commands.feedback.value).toMatchObject({ action: 'estop', result: 'unanswered', reason: 'gone' });
});

test('a stream shows only its refusal', async () => {
  await commands.send({ action: 'zero' });
  await commands.send({ action: 'follow', pose: [0, 0, 1, 0, 0, 0] });
  expect(commands.feedback.value?.action).toBe('zero');
  linkAnswer = () =>
    Promise.resolve({ result: 'refused', reason: 'moving', code: 'moving', state: 'running', message: null });
  await commands.send({ action: 'follow', pose: [0, 0, 1, 0, 0, 0] });
  expect(commands.feedback.value).toMatchObject({ action: 'follow', result: 'refused', code: 'moving' });
});

test('an order that does more than it says waits for a second yes; stop takes the question away', async () => {
  const link = { open: true, order: (order: Order) => (viaLink.push(order), linkAnswer()) };
  const http = { order: (order: Order) => (viaHttp.push(order), httpAnswer()) };
  const asking = createCommands(store, link, http, (order) => (order.action === 'zero' ? 'zero' : null));
  expect(await asking.send({ action: 'zero' })).toBeNull();
  expect(viaLink).toEqual([]);
  asking.answer(false);
  expect(asking.question.value).toBeNull();
  await asking.send({ action: 'zero' });
  asking.answer(true);
  expect(viaLink).toEqual([{ action: 'zero' }]);
  await asking.send({ action: 'zero' });
  await asking.send({ action: 'stop' });
  expect(asking.question.value).toBeNull();
  expect(viaLink.at(-1)).toEqual({ action: 'stop' });
});
