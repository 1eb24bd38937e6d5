// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OnDemand } from './on_demand';

let drawn: number;
let frames: OnDemand;
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['performance', 'setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'],
  });
  drawn = 0;
  frames = new OnDemand(() => void (drawn += 1));
});
afterEach(() => {
  frames.end();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('nobody asks, nothing is drawn and no frame is wanted', () => {
  const asked = vi.spyOn(globalThis, 'requestAnimationFrame');
  vi.advanceTimersByTime(1000);
  expect([drawn, asked.mock.calls.length]).toEqual([0, 0]);
});

test('however often it is asked within a frame, it is drawn once, with the next one', () => {
  frames.ask();
  frames.ask();
  expect(drawn).toBe(0);
  vi.advanceTimersByTime(17);
  expect(drawn).toBe(1);
  vi.advanceTimersByTime(1000);
  expect(drawn).toBe(1);
});

test('asked sixty times a second it is drawn so without a pause, and five times with one of 190 ms', () => {
  const second = () => {
    drawn = 0;
    for (let i = 0; i < 60; ++i) {
      frames.ask();
      vi.advanceTimersByTime(1000 / 60);
    }
    return drawn;
  };
  expect(second()).toBeGreaterThanOrEqual(58);
  frames.pause = 190;
  expect(second()).toBeGreaterThanOrEqual(4);
  expect(second()).toBeLessThanOrEqual(5);
});

test('the last change is drawn though nobody asks again', () => {
  frames.pause = 200;
  frames.ask();
  vi.advanceTimersByTime(17);
  frames.ask();
  vi.advanceTimersByTime(100);
  expect(drawn).toBe(1);
  vi.advanceTimersByTime(200);
  expect(drawn).toBe(2);
});

test('another size or colour waits for nothing', () => {
  frames.pause = 200;
  frames.ask();
  vi.advanceTimersByTime(17);
  frames.ask(true);
  vi.advanceTimersByTime(17);
  expect(drawn).toBe(2);
});

test('out of sight it is not drawn; back in sight it is, once', () => {
  frames.see(false);
  for (let i = 0; i < 10; ++i) {
    frames.ask();
    vi.advanceTimersByTime(50);
  }
  expect(drawn).toBe(0);
  frames.see(true);
  vi.advanceTimersByTime(100);
  expect(drawn).toBe(1);
});
