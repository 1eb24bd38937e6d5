import { expect, test } from 'vitest';
import { Latch } from './latch';

test('what acted for a moment stays for its time and is counted; then it is gone and counts anew', () => {
  const latch = new Latch<string>(2000);
  latch.take('leg 2', 0, true);
  latch.take('leg 2', 16, false);
  latch.take('leg 2', 400, true);
  latch.look(2399);
  expect(latch.shown.value).toEqual({ what: 'leg 2', count: 2 });
  latch.look(2401);
  expect(latch.shown.value).toBeNull();
  latch.take('leg 1', 3000, false); // seen, its beginning missed: it is one
  expect(latch.shown.value).toEqual({ what: 'leg 1', count: 1 });
});
