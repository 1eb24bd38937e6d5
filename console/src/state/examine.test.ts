import { expect, test } from 'vitest';
import type { Host } from '../api/messages';
import { findings, fits } from './examine';

const host = (address: string, received: number, dropped: Record<string, number> = {}): Host => ({
  protocol: 'motus',
  address,
  rate_hz: 100,
  jitter_ms: 0,
  lost: 0,
  dropped,
  received,
  silent_s: 0,
  told: [],
  histogram: null,
  histogram_ms: [],
});

test('only what came in between counts', () => {
  const found = findings(
    [host('10.0.0.1:1', 100, { 'wrong size': 100 }), host('10.0.0.2:1', 50)],
    [host('10.0.0.1:1', 300, { 'wrong size': 110 }), host('10.0.0.2:1', 50), host('10.0.0.3:1', 7)],
  );
  expect(found.map((one) => [one.host.address, one.frames, one.understood])).toEqual([
    ['10.0.0.1:1', 200, 190],
    ['10.0.0.3:1', 7, 7],
  ]);
  expect(found.map((one) => one.refused)).toEqual([[['wrong size', 10]], []]);
  expect(found.map(fits)).toEqual([false, true]);
});

test('what was understood and not acted on is not called unreadable', () => {
  const [one] = findings([], [host('10.0.0.5:1', 9, { 'another host drives': 8, 'wrong ID': 1 })]);
  expect(one!.understood).toBe(8);
  expect(fits(one!)).toBe(false);
});

test('a host that was told something is not done', () => {
  const told = { ...host('10.0.0.4:1', 5), told: [{ text: 'set this', message: null }] };
  expect(fits(findings([], [told])[0]!)).toBe(false);
});
