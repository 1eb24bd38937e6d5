import { expect, test } from 'vitest';
import { HttpError } from '../../api/http';
import { LongWork } from './long_work';

const of = 5;
const later = () => new Promise<void>((done) => setTimeout(done));

test('every piece shows how far it is, and the last one ends it', async () => {
  const work = new LongWork();
  const seen: number[] = [];
  const ended = work.run(async (n) => {
    seen.push(work.progress.value.done);
    expect(work.running.value).toBe(true);
    return { done: n + 1, of };
  });
  await ended;
  expect(seen).toEqual([0, 1, 2, 3, 4]);
  expect(work.progress.value).toEqual({ done: of, of });
  expect(work.running.value).toBe(false);
  expect(work.problem.value).toBeNull();
});

test('a cancel drops the piece that is under way and asks for no further one', async () => {
  const work = new LongWork();
  let asked = 0;
  let dropped = false;
  const ended = work.run(async (n, abort) => {
    ++asked;
    abort.addEventListener('abort', () => (dropped = true));
    if (n === 2) work.cancel();
    return { done: n + 1, of };
  });
  await ended;
  expect(asked).toBe(3);
  expect(dropped).toBe(true);
  expect(work.running.value).toBe(false);
  expect(work.progress.value.done).toBe(2);
  await later();
  expect(asked).toBe(3);
});

test('a new run ends the old one, whose answers count no more', async () => {
  const work = new LongWork();
  let answerOld = (): void => undefined;
  const old = work.run(() => new Promise((done) => (answerOld = () => done({ done: 1, of: 100 }))));
  const next = work.run(async (n) => ({ done: n + 1, of }));
  answerOld();
  await Promise.all([old, next]);
  expect(work.progress.value).toEqual({ done: of, of });
  expect(work.running.value).toBe(false);
});

test('what stands in its way is told: a piece that says so, and a program that does not answer', async () => {
  const work = new LongWork();
  const problem = { text: 'out of reach', message: null };
  await work.run(async () => ({ problem }));
  expect(work.problem.value).toEqual(problem);
  expect(work.running.value).toBe(false);
  await work.run(async () => {
    throw new HttpError(503, { text: 'busy', message: null });
  });
  expect(work.problem.value?.text).toBe('busy');
  expect(work.running.value).toBe(false);
});
