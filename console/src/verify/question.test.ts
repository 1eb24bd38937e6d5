import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HttpError } from '../api/http';
import { SILENT } from '../i18n/message';
import { Question } from './question';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('typing is asked once, a moment after the last key', async () => {
  const ask = vi.fn(async (body: unknown) => `answer to ${String(body)}`);
  const question = new Question(ask, 120);
  for (const body of ['a', 'ab', 'abc']) question.follow(body);
  expect(question.state.value.busy).toBe(true);
  await vi.advanceTimersByTimeAsync(119);
  expect(ask).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(question.state.value).toEqual({ busy: false, answer: 'answer to abc', failed: null });
  question.follow('abc');
  await vi.advanceTimersByTimeAsync(500);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('an answer that is late for its question is not shown', async () => {
  const pending: ((value: string) => void)[] = [];
  const question = new Question(
    (_, signal) =>
      new Promise<string>(
        (done, fail) => (
          signal.addEventListener('abort', () => fail(new Error('aborted'))), pending.push(done)
        ),
      ),
    0,
  );
  question.follow('old');
  await vi.advanceTimersByTimeAsync(0);
  question.follow('new');
  await vi.advanceTimersByTimeAsync(0);
  pending[1]!('new answer');
  pending[0]!('old answer');
  await vi.advanceTimersByTimeAsync(0);
  expect(question.state.value.answer).toBe('new answer');
});

test('after a failure the same question may be asked again; the browser’s words for a broken line are not shown', async () => {
  let broken = true;
  const question = new Question(async () => {
    if (broken) throw new TypeError('Failed to fetch');
    return 'good';
  }, 0);
  question.follow('x');
  await vi.advanceTimersByTimeAsync(0);
  expect(question.state.value).toMatchObject({ busy: false, answer: null, failed: SILENT });
  broken = false;
  question.follow('x');
  await vi.advanceTimersByTimeAsync(0);
  expect(question.state.value.answer).toBe('good');
});

test('the program’s own refusal is shown', async () => {
  const question = new Question(
    () => Promise.reject(new HttpError(400, { text: 'pose: is not a list of 6 numbers', message: null })),
    0,
  );
  await question.now({});
  expect(question.state.value.failed?.text).toBe('pose: is not a list of 6 numbers');
});
