import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Link, NoAnswer, type LinkState } from './link';
import type { ServerMessage } from './messages';

class FakeSocket {
  static made: FakeSocket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onmessage: ((frame: { data: unknown }) => void) | null = null;
  constructor(
    readonly url: string,
    readonly protocols: string[],
  ) {
    FakeSocket.made.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.readyState = 3;
    this.onclose?.();
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  say(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

let states: LinkState[];
let heard: ServerMessage[];
let token: string | null;
let link: Link;
const newest = () => FakeSocket.made[FakeSocket.made.length - 1]!;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.made = [];
  states = [];
  heard = [];
  token = null;
  link = new Link({
    url: () => 'ws://x/ws',
    token: () => token,
    message: (m) => heard.push(m),
    state: (s) => states.push(s),
    socket: (url, names) => new FakeSocket(url, names) as unknown as WebSocket,
  });
  link.connect();
});
afterEach(() => {
  link.end();
  vi.useRealTimers();
});

test('offers its protocol, and the token behind it where there is one', () => {
  expect(newest().protocols).toEqual(['hexad.v1']);
  token = 'secret';
  newest().close();
  vi.advanceTimersByTime(300);
  expect(newest().protocols).toEqual(['hexad.v1', 'token.secret']);
});

test('an answer finds its order by number, whatever the sequence', async () => {
  newest().open();
  const first = link.order({ action: 'zero' });
  const second = link.order({ action: 'raise' });
  const [a, b] = newest().sent.slice(1) as [{ id: number }, { id: number }];
  newest().say({ type: 'reply', id: b.id, result: 'refused', reason: 'no', code: 'not_zeroed' });
  newest().say({ type: 'reply', id: a.id, result: 'done', reason: '' });
  expect((await first).result).toBe('done');
  expect(await second).toMatchObject({ result: 'refused', code: 'not_zeroed' });
});

test('a broken line reports unanswered orders and, open again, sends the subscription and nothing else', async () => {
  newest().open();
  link.subscribe({ packets: true });
  const order = link.order({ action: 'raise' });
  newest().close();
  await expect(order).rejects.toBeInstanceOf(NoAnswer);
  vi.advanceTimersByTime(300);
  expect(FakeSocket.made).toHaveLength(2);
  newest().open();
  vi.advanceTimersByTime(60_000);
  expect(newest().sent).toEqual([{ type: 'subscribe', telemetry_hz: 60, packets: true }]);
});

test('without a line an order is refused at once and not kept for later', async () => {
  await expect(link.order({ action: 'raise' })).rejects.toBeInstanceOf(NoAnswer);
  newest().open();
  expect(newest().sent.filter((m) => m['type'] === 'order')).toEqual([]);
});

test('an order without an answer is given up after its time', async () => {
  newest().open();
  const order = link.order({ action: 'raise' }, 1000);
  const outcome = expect(order).rejects.toBeInstanceOf(NoAnswer);
  vi.advanceTimersByTime(1001);
  await outcome;
});

test('frames of a line already given up are not heard', () => {
  newest().open();
  const old = newest();
  const frame = old.onmessage!;
  link.restart();
  frame({ data: '{"type":"t"}' });
  expect(heard).toEqual([]);
});

test('tries again with growing pauses, and says that it may be refused when it never opens', () => {
  for (let i = 0; i < 4; ++i) {
    newest().close();
    vi.advanceTimersByTime(2100);
  }
  expect(FakeSocket.made.length).toBe(5);
  expect(states).toContain('refused');
});
