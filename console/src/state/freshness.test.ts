import { expect, test } from 'vitest';
import { Freshness, STALE_MS } from './freshness';

test('is stale before the first frame and 500 ms after the last', () => {
  const f = new Freshness();
  expect(f.stale(0)).toBe(true);
  f.frame(1000, NaN);
  expect(f.stale(1000 + STALE_MS)).toBe(false);
  expect(f.stale(1001 + STALE_MS)).toBe(true);
});

test('frames that keep coming but are old make it stale too', () => {
  const f = new Freshness();
  for (let i = 0; i < 100; ++i) f.frame(5000 + 16 * i, 10 + 0.016 * i);
  expect(f.stale(5000 + 16 * 99)).toBe(false);
  // The line begins to queue: each frame arrives 20 ms later than the one before.
  let now = 5000 + 16 * 99;
  let theirs = 10 + 0.016 * 99;
  for (let i = 0; i < 40; ++i) f.frame((now += 36), (theirs += 0.016));
  expect(f.stale(now)).toBe(true);
  // It catches up.
  f.frame((now += 1), theirs + 0.8);
  expect(f.stale(now)).toBe(false);
});

test('two clocks that drift by 50 ppm stay fresh for a day', () => {
  const f = new Freshness();
  for (let s = 0; s < 86_400; s += 10) f.frame(s * 1000 * (1 + 50e-6), s);
  expect(f.stale(86_390 * 1000 * (1 + 50e-6))).toBe(false);
});

test('a new connection forgets the clock of the old one', () => {
  const f = new Freshness();
  f.frame(1000, 500);
  f.restart();
  expect(f.stale(1000)).toBe(true);
  f.frame(1100, 2); // another program, just started
  expect(f.stale(1100)).toBe(false);
});
