import { expect, test } from 'vitest';
import { firstPad, isHeld, PadWatch, shaped, velocityOf, type Pad } from './gamepad';

const pad = (axes: number[], held = true, connected = true): Pad => ({
  id: 'pad',
  connected,
  axes,
  buttons: Array.from({ length: 16 }, (_, i) => ({ pressed: held && i === 4 })),
});
const MOST = [100, 100, 50, 10, 10, 20];

test('sticks pushed away go forward and up, to the right go right; the ends are the speed that is set', () => {
  expect(velocityOf(pad([1, 0, 0, 0]), 'move', MOST)).toEqual([100, 0, 0, 0, 0, 0]);
  expect(velocityOf(pad([0, -1, 0, 0]), 'move', MOST)).toEqual([0, 100, 0, 0, 0, 0]);
  expect(velocityOf(pad([0, 0, 0, -1]), 'move', MOST)).toEqual([0, 0, 50, 0, 0, 0]);
  expect(velocityOf(pad([0, 0, 1, 0]), 'move', MOST)).toEqual([0, 0, 0, 0, 0, -20]);
});

test('tilting: forward pitches nose down, to the right rolls right', () => {
  expect(velocityOf(pad([0, -1, 0, 0]), 'tilt', MOST)).toEqual([0, 0, 0, -10, 0, 0]);
  expect(velocityOf(pad([1, 0, 0, 0]), 'tilt', MOST)).toEqual([0, 0, 0, 0, 10, 0]);
});

test('a stick that does not come back to its middle moves nothing; more than its end is its end', () => {
  expect([shaped(0.1), shaped(-0.149), shaped(undefined), shaped(NaN)]).toEqual([0, 0, 0, 0]);
  expect(shaped(-1.2)).toBe(-1);
  expect(shaped(0.5)).toBeLessThan(0.25);
});

test('nothing is held without the button, and not on a pad that is gone', () => {
  expect(isHeld(pad([1, 1, 1, 1], false))).toBe(false);
  expect(isHeld(pad([1], true, false))).toBe(false);
  expect(isHeld(null)).toBe(false);
  expect(firstPad({ getGamepads: () => [null, pad([0]) as Gamepad] as (Gamepad | null)[] })?.id).toBe('pad');
  expect(firstPad({} as Navigator)).toBeNull();
});

test('it begins with the press, ends with letting go or unplugging, and after anything else takes a new press', () => {
  let now: Pad | null = pad([0, -1, 0, 0], false);
  let running = false;
  let starts = 0;
  const watch = new PadWatch(
    () => now,
    {
      start: () => ((running = true), (starts += 1)),
      stop: () => (running = false),
    },
    (one) => velocityOf(one, 'move', MOST),
  );
  watch.look();
  expect(starts).toBe(0);
  now = pad([0, -1, 0, 0]);
  watch.look();
  watch.look();
  expect([starts, running]).toEqual([1, true]);
  now = null; // unplugged
  watch.look();
  expect(running).toBe(false);
  now = pad([0, -1, 0, 0]);
  watch.look();
  running = false; // stopped by somebody
  watch.look();
  watch.look();
  expect([starts, running]).toEqual([2, false]);
  now = pad([0, 0, 0, 0], false);
  watch.look();
  now = pad([0, 0, 0, 0]);
  watch.look();
  expect(starts).toBe(3);
});

test('a pad that lies there ends nothing that a finger holds', () => {
  let stops = 0;
  const watch = new PadWatch(
    () => pad([0, 0, 0, 0], false),
    { start: () => undefined, stop: () => (stops += 1) },
    () => [],
  );
  for (let i = 0; i < 5; ++i) watch.look();
  expect(stops).toBe(0);
});
