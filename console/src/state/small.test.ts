import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PreviewAnswer } from '../api/messages';
import { injectionText } from './injections';
import { verdict } from './legal';
import { machine } from '../api/decode';
import { PreviewCheck } from './preview_check';
import { presentRanges } from './present_ranges';
import { shortcutOf } from './shortcuts';
import { cursor, freeze, frozen, goLive, showAt, span, stretches, timeWindow } from './time_axis';
import { ready } from './testing';
import { takeToken } from './token';
import { SILENT } from '../i18n/message';

describe('what is legal', () => {
  const legal = {
    actions: { raise: 'not zeroed', zero: null },
    codes: { raise: 'not_zeroed' },
    messages: {},
  };
  test('what keeps a reset back is the button that is in, not a reset', () => {
    const emergency = { reset: 'the emergency stop is latched', zero: 'the emergency stop is latched' };
    const codes = { reset: 'emergency', zero: 'emergency' };
    const locked = { actions: emergency, codes, messages: {} };
    expect(verdict(locked, true, 'reset').code).toBe('asserted');
    expect(verdict(locked, true, 'zero').code).toBe('emergency');
  });

  test('a reason blocks, null allows, and a stale screen blocks everything', () => {
    expect(verdict(legal, true, 'raise')).toEqual({
      allowed: false,
      code: 'not_zeroed',
      reason: 'not zeroed',
      message: null,
    });
    expect(verdict(legal, true, 'zero').allowed).toBe(true);
    expect(verdict(legal, false, 'zero').allowed).toBe(false);
    expect(
      verdict({ actions: {}, codes: {}, messages: {} }, true, 'zero').allowed,
      'nothing is known yet',
    ).toBe(false);
  });
});

describe('keys', () => {
  const key = (change: Partial<KeyboardEvent>) =>
    shortcutOf({ key: '', code: '', ctrlKey: false, altKey: false, metaKey: false, ...change });
  test('F9, Pause and Ctrl+Space are E-STOP, F8 is stop', () => {
    expect([
      key({ key: 'F9' }),
      key({ key: 'Pause' }),
      key({ key: ' ', code: 'Space', ctrlKey: true }),
      key({ key: 'F8' }),
    ]).toEqual(['estop', 'estop', 'estop', 'stop']);
  });
  test('Escape, Enter, space and letters do nothing', () => {
    for (const name of ['Escape', 'Enter', 'a', 'ArrowUp', 'Tab']) expect(key({ key: name })).toBeNull();
    expect(key({ key: ' ', code: 'Space' })).toBeNull();
  });
});

test('ranges of another pose than the one it stands at do not count', () => {
  const full = [
    [-1, 1],
    [-1, 1],
    [-1, 1],
    [-1, 1],
    [-1, 1],
    [-1, 1],
  ];
  const m = machine({ legs: 6, ranges: full });
  const ranges = {
    pose: [0, 0, -232, 0, 0, 0],
    ranges: [
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ] as [number, number][],
  };
  expect(presentRanges(m, ranges, ready())).toEqual(full);
  expect(presentRanges(m, ranges, ready({ commanded: [0, 0, -232, 0, 0, 0] }))).toEqual(ranges.ranges);
  expect(presentRanges(m, ranges, ready({ state: 'running' })), 'while it moves they lag by 200 ms').toEqual(
    ranges.ranges,
  );
  expect(presentRanges(m, null, null)).toEqual(full);
});

describe('the time axis', () => {
  beforeEach(() => (goLive(), (timeWindow.value = 30), (cursor.value = null)));
  test('follows the newest sample until it is frozen', () => {
    expect(span(100)).toEqual([70, 100]);
    freeze(100);
    expect(span(200)).toEqual([70, 100]);
    goLive();
    expect(span(200)).toEqual([170, 200]);
  });
  test('states over time: what an event came from was before it, what is now comes last', () => {
    const change = (t: number, from: string, to: string) => ({ kind: 'transition', t, from, to });
    const events = [
      change(1, 'init', 'powered_up'),
      change(9, 'ready', 'running'),
      change(12, 'running', 'ready'),
    ];
    expect(stretches(events, -5, 15, 'ready')).toEqual([
      { from: 0, to: 1, state: 'init' },
      { from: 1, to: 9, state: 'ready' },
      { from: 9, to: 12, state: 'running' },
      { from: 12, to: 15, state: 'ready' },
    ]);
    expect(stretches(events, 2, 10, 'ready').map((s) => s.state)).toEqual(['ready', 'running']);
    expect(stretches(events, 20, 30, 'holding')).toEqual([{ from: 20, to: 30, state: 'holding' }]);
  });
  test('an event puts the cursor in the middle of what is shown', () => {
    showAt(50);
    expect(frozen.value).toEqual([45, 55]);
    expect(cursor.value).toBe(50);
    showAt(NaN);
    expect(frozen.value).toEqual([45, 55]);
  });
});

test('injections are written as the command line takes them', () => {
  expect(injectionText({ name: 'stuck', per_leg: true, value: '' }, 3, 7)).toBe('stuck:3');
  expect(injectionText({ name: 'following_error', per_leg: true, value: 'mm' }, 2, 5)).toBe(
    'following_error:2:5',
  );
  expect(injectionText({ name: 'link_lost', per_leg: false, value: '' }, 2, NaN)).toBe('link_lost');
  expect(injectionText({ name: 'supply_sag', per_leg: false, value: 'share' }, 2, 0.6)).toBe(
    'supply_sag:0.6',
  );
  expect(injectionText({ name: 'drive_fault', per_leg: true, value: 'error code' }, 1, 9)).toBe(
    'drive_fault:1',
  );
});

test('a token in the address is kept and leaves the address', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (k: string) => kept.get(k) ?? null,
    setItem: (k: string, v: string) => void kept.set(k, v),
  } as unknown as Storage;
  const replaced: string[] = [];
  const history = {
    replaceState: (_: unknown, __: string, url: string) => replaced.push(url),
  } as unknown as History;
  const at = (hash: string) => ({ hash, pathname: '/', search: '' }) as Location;
  expect(takeToken(at(''), history, storage)).toBeNull();
  expect(takeToken(at('#token=a%2Bb'), history, storage)).toBe('a+b');
  expect(replaced).toEqual(['/']);
  expect(takeToken(at(''), history, storage)).toBe('a+b');
});

describe('a check of what is being typed', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const passes = (duration_s: number): PreviewAnswer => ({
    preflight: {
      passes: true,
      duration_s,
      violation: null,
      largest_scale: 1,
      smooth: false,
      smoothed: null,
      t: [],
      pose: [],
      legs: [],
    },
  });

  test('waits for the last key and asks once', async () => {
    const check = new PreviewCheck(300);
    const asked: string[] = [];
    for (const text of ['s', 'si', 'sin(t)']) check.ask(text, async () => (asked.push(text), passes(1)));
    await vi.advanceTimersByTimeAsync(301);
    expect(asked).toEqual(['sin(t)']);
    expect(check.result.value.is).toBe('checked');
  });

  test('an old answer that comes late is not shown', async () => {
    const check = new PreviewCheck(0);
    let answerOld: (a: PreviewAnswer) => void = () => undefined;
    check.ask('old', () => new Promise((resolve) => (answerOld = resolve)));
    await vi.advanceTimersByTimeAsync(1);
    check.ask('new', async () => passes(2));
    await vi.advanceTimersByTimeAsync(1);
    answerOld(passes(99));
    await vi.advanceTimersByTimeAsync(1);
    expect(check.result.value).toMatchObject({ is: 'checked', preflight: { duration_s: 2 } });
  });

  test('says where it is wrong, and says when it could not be asked', async () => {
    const check = new PreviewCheck(0);
    check.ask('a', async () => ({
      error: { line: null, axis: 3, column: 4, code: null, text: 'x', message: null },
    }));
    await vi.advanceTimersByTimeAsync(1);
    expect(check.result.value).toMatchObject({ is: 'wrong', error: { axis: 3, column: 4 } });
    check.ask('b', async () => Promise.reject(new Error('gone')));
    await vi.advanceTimersByTimeAsync(1);
    expect(check.result.value).toEqual({ is: 'failed', reason: SILENT });
  });
});
