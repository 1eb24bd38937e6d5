// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Reply, Six, Telemetry } from '../api/messages';
import { AxisHold } from './axis_hold';
import { ready } from './testing';

let sent: { pose: Six; press: number }[];
let now: Telemetry | null;
let clock: number;
let reply: Partial<Reply> | null;
let axes: AxisHold;
const pass = (ms: number) => {
  for (let i = 0; i < ms; i += 50) {
    clock += 50;
    vi.advanceTimersByTime(50);
  }
};
const heave = (speed: number) => () => [0, 0, speed, 0, 0, 0];

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  clock = 0;
  reply = { result: 'done' };
  now = ready({ commanded: [0, 0, 10, 0, 0, 0], pose: [0, 0, 10, 0, 0, 0] });
  axes = new AxisHold({
    send: (pose, press) => (sent.push({ pose, press }), Promise.resolve(reply as Reply | null)),
    now: () => now,
    reach: () => Array.from({ length: 6 }, () => [-20, 20] as const),
    clock: () => clock,
  });
});
afterEach(() => {
  axes.stop();
  vi.useRealTimers();
});

test('a beat every 50 ms, all of one press, each a step further, none beyond the reach', () => {
  axes.start(heave(40));
  pass(1000);
  expect(sent).toHaveLength(21);
  expect(new Set(sent.map((one) => one.press)).size).toBe(1);
  expect(sent[1]!.pose[2]! - sent[0]!.pose[2]!).toBeCloseTo(2, 6);
  expect(sent.at(-1)!.pose).toEqual([0, 0, 20, 0, 0, 0]);
  axes.stop();
  pass(500);
  expect(sent).toHaveLength(21);
  expect(axes.running.value).toBe(false);
});

test('another press has another number', () => {
  axes.start(heave(10));
  axes.stop();
  axes.start(heave(10));
  expect(sent[1]!.press).not.toBe(sent[0]!.press);
});

test('what the program refuses, or does not answer, is not asked again by the same press', async () => {
  for (const answer of [{ result: 'refused' as const }, null]) {
    reply = answer;
    axes.start(heave(10));
    await Promise.resolve();
    await Promise.resolve();
    const count = sent.length;
    pass(500);
    expect(sent).toHaveLength(count);
    expect(axes.running.value).toBe(false);
  }
});

test('a page that was busy does not catch up by a jump', () => {
  axes.start(heave(40));
  clock += 3000;
  vi.advanceTimersByTime(50);
  expect(sent[1]!.pose[2]! - sent[0]!.pose[2]!).toBeLessThanOrEqual(4 + 1e-9);
});

const causes: [string, () => unknown][] = [
  ['the line is not live', () => (now = null)],
  ['the window loses focus', () => window.dispatchEvent(new Event('blur'))],
  ['a finger is cancelled', () => window.dispatchEvent(new Event('pointercancel'))],
];
test.each(causes)('it ends when %s', (_, cause) => {
  axes.start(heave(40));
  pass(100);
  cause();
  pass(50);
  const count = sent.length;
  pass(500);
  expect(sent).toHaveLength(count);
  expect(axes.running.value).toBe(false);
});

test('where the pose is not trusted nothing begins', () => {
  now = ready({ pose_valid: false });
  axes.start(heave(40));
  expect([sent.length, axes.running.value]).toEqual([0, false]);
});
