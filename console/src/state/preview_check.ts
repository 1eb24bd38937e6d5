// Asks the program to check a motion that is being typed, a moment after the last key. Never moves anything.
// A newer question makes an older answer worthless: it is not shown.

import { signal } from '@preact/signals';
import type { InputError, Preflight, PreviewAnswer } from '../api/messages';
import { reasonOf } from '../api/http';
import type { Said } from '../i18n/message';

export type Checked =
  | { is: 'nothing' }
  | { is: 'busy'; before: Preflight | null }
  | { is: 'checked'; preflight: Preflight }
  | { is: 'wrong'; error: InputError }
  | { is: 'failed'; reason: Said };

export class PreviewCheck {
  readonly result = signal<Checked>({ is: 'nothing' });
  private asked = '';
  private timer: ReturnType<typeof setTimeout> | null = null;
  private abort: AbortController | null = null;

  constructor(private readonly pauseMs = 350) {}

  /** `key` tells whether the question is a new one. */
  ask(key: string, question: (signal: AbortSignal) => Promise<PreviewAnswer>): void {
    if (key === this.asked) return;
    this.forget();
    this.asked = key;
    const before = this.result.peek();
    this.result.value = { is: 'busy', before: before.is === 'checked' ? before.preflight : null };
    this.timer = setTimeout(() => void this.send(question), this.pauseMs);
  }

  forget(): void {
    if (this.timer) clearTimeout(this.timer);
    this.abort?.abort();
    this.timer = this.abort = null;
    this.asked = '';
  }

  clear(): void {
    this.forget();
    this.result.value = { is: 'nothing' };
  }

  private async send(question: (signal: AbortSignal) => Promise<PreviewAnswer>): Promise<void> {
    const abort = (this.abort = new AbortController());
    try {
      const answer = await question(abort.signal);
      if (abort.signal.aborted) return;
      this.result.value =
        'error' in answer
          ? { is: 'wrong', error: answer.error }
          : { is: 'checked', preflight: answer.preflight };
    } catch (error) {
      if (abort.signal.aborted) return;
      this.asked = '';
      this.result.value = { is: 'failed', reason: reasonOf(error) };
    }
  }
}
