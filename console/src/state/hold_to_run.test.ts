// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HoldToRun } from './hold_to_run';

let sent: string[];
let hold: HoldToRun<string>;
beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  hold = new HoldToRun<string>(
    { repeat: (what) => sent.push(what), end: (what) => sent.push(`end ${what}`) },
    100,
  );
});
afterEach(() => {
  hold.stop();
  vi.useRealTimers();
});

test('repeats every 100 ms while held, then ends once', () => {
  hold.start('up');
  vi.advanceTimersByTime(250);
  hold.stop();
  hold.stop();
  vi.advanceTimersByTime(1000);
  expect(sent).toEqual(['up', 'up', 'up', 'end up']);
});

describe('ends on', () => {
  const causes: [string, () => void][] = [
    ['pointerup anywhere', () => window.dispatchEvent(new Event('pointerup'))],
    ['pointercancel', () => window.dispatchEvent(new Event('pointercancel'))],
    ['the window losing focus', () => window.dispatchEvent(new Event('blur'))],
    ['the page being left', () => window.dispatchEvent(new Event('pagehide'))],
    ['a context menu', () => window.dispatchEvent(new Event('contextmenu'))],
    ['the page being hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
  ];
  test.each(causes)('%s, and nothing follows', (_, cause) => {
    hold.start('up');
    cause();
    expect(hold.running).toBe(false);
    vi.advanceTimersByTime(5000);
    expect(sent).toEqual(['up', 'end up']);
  });
});

test('a second button takes the place of the first', () => {
  hold.start('up');
  hold.start('down');
  hold.stop();
  expect(sent).toEqual(['up', 'end up', 'down', 'end down']);
});

test('does not begin on a hidden page', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  hold.start('up');
  expect(sent).toEqual([]);
  vi.restoreAllMocks();
});
