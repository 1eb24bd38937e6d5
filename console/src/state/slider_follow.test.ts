// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Six, Telemetry } from '../api/messages';
import { SliderFollow } from './slider_follow';
import { ready } from './testing';

let sent: Six[];
let now: Telemetry | null;
let clock: number;
let sliders: SliderFollow;
const following = (change: Partial<Telemetry> = {}) =>
  ready({
    state: 'running',
    program: 'follow_pose',
    driver: 'operator',
    driver_is_operator: true,
    ...change,
  });
const pass = (ms: number) => {
  for (let i = 0; i < ms; i += 50) {
    clock += 50;
    vi.advanceTimersByTime(50);
  }
};

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  clock = 0;
  now = ready({ commanded: [1, 2, 3, 4, 5, 6], target: [9, 9, -232, 9, 9, 9], pose: [1, 2, 3, 4, 5, 6] });
  sliders = new SliderFollow(
    (pose) => sent.push(pose),
    () => now,
    () => clock,
  );
});
afterEach(() => {
  sliders.end();
  vi.useRealTimers();
});

test('sends nothing until a hand moves a slider', () => {
  pass(5000);
  expect(sent).toEqual([]);
  expect(sliders.draft.value).toBeNull();
});

test('one slider changes one axis; the others keep what is commanded, whatever an old target says', () => {
  sliders.move(2, 50);
  expect(sent[0]).toEqual([1, 2, 50, 4, 5, 6]);
  sliders.move(3, -1);
  expect(sliders.draft.value).toEqual([1, 2, 50, -1, 5, 6]);
});

test('repeats the target until it has arrived, then is silent', () => {
  sliders.hold(true);
  sliders.move(2, 50);
  now = following({ pose: [1, 2, 20, 4, 5, 6], velocity: [0, 0, 30, 0, 0, 0] });
  sliders.hold(false);
  pass(2000);
  expect(sent.length).toBeGreaterThan(30);
  now = following({ pose: [1, 2, 49.9, 4, 5, 6] });
  pass(100);
  const count = sent.length;
  pass(2000);
  expect(sent.length).toBe(count);
  expect(sliders.draft.value).toBeNull();
});

test.each<[string, Telemetry | null]>([
  ['a stop', ready()],
  ['a hold', ready({ state: 'holding', program: 'follow_pose', driver_is_operator: true })],
  ['a fault', ready({ state: 'fault' })],
  ['another driver', following({ driver: 'mdof', driver_is_operator: false })],
  ['a broken or stale line', null],
])('%s ends it and nothing is sent afterwards', (_, then) => {
  sliders.move(2, 50);
  now = following({ pose: [1, 2, 20, 4, 5, 6] });
  pass(1500);
  now = then;
  pass(100);
  const count = sent.length;
  now = following();
  pass(3000);
  expect(sent.length).toBe(count);
  expect(sliders.draft.value).toBeNull();
});

test('a target a limit keeps it from is not repeated for ever', () => {
  sliders.move(2, 50);
  now = following({ pose: [1, 2, 40, 4, 5, 6], velocity: [0, 0, 0, 0, 0, 0] });
  pass(4000);
  const count = sent.length;
  pass(4000);
  expect(sent.length).toBe(count);
});

test('without a known pose nothing is sent', () => {
  now = ready({ commanded: [NaN, 0, 0, 0, 0, 0] });
  sliders.move(2, 50);
  sliders.move(2, NaN);
  expect(sent).toEqual([]);
});

test('what is sent goes there no faster than the speed for motion by hand', () => {
  const slow = [100, 100, 100, 10, 10, 10];
  sliders = new SliderFollow(
    (pose) => sent.push(pose),
    () => now,
    () => clock,
    () => slow,
  );
  sliders.hold(true);
  sliders.move(2, 103);
  now = following();
  expect(sent[0]![2]).toBe(8); // 50 ms of 100 mm/s from 3
  pass(500);
  expect(sent.at(-1)![2]).toBeCloseTo(58);
  pass(600);
  expect(sent.at(-1)).toEqual([1, 2, 103, 4, 5, 6]);
  const steps = sent.map((pose, i) => (i === 0 ? 5 : pose[2]! - sent[i - 1]![2]!));
  expect(Math.max(...steps)).toBeLessThanOrEqual(5 + 1e-9);
});

test('that another took over is told, not only seen', () => {
  const told: string[] = [];
  const infinite = () => Array<number>(6).fill(Infinity);
  const send = (pose: Six) => sent.push(pose);
  sliders = new SliderFollow(
    send,
    () => now,
    () => clock,
    infinite,
    (by) => told.push(by),
  );
  sliders.move(2, 50);
  now = following({ driver: 'mdof', driver_is_operator: false });
  pass(1200);
  expect(told).toEqual(['other']);
});

test('the rotary axis is followed beside the pose, and waited for', () => {
  now = ready({ commanded: [0, 0, 0, 0, 0, 0], pose: [0, 0, 0, 0, 0, 0], rotary: { angle: 10, speed: 0 } });
  sliders.move(6, 40);
  expect(sent[0]).toEqual([0, 0, 0, 0, 0, 0, 40]);
  now = following({ pose: [0, 0, 0, 0, 0, 0], rotary: { angle: 25, speed: 15 } });
  pass(2000);
  expect(sliders.draft.value).not.toBeNull();
  now = following({ pose: [0, 0, 0, 0, 0, 0], rotary: { angle: 39.9, speed: 0 } });
  pass(100);
  expect(sliders.draft.value).toBeNull();
});
