// A question to the program that follows what is typed: asked a moment after the last key, one at a time, and
// only the newest answer counts. Nothing asked here moves anything.

import { signal } from '@preact/signals';
import { reasonOf } from '../api/http';
import type { Said } from '../i18n/message';

export interface Asked<T> {
  busy: boolean;
  answer: T | null; // the newest; stays while a newer one is under way
  failed: Said | null; // why there is none
}

export class Question<T> {
  readonly state = signal<Asked<T>>({ busy: false, answer: null, failed: null });
  private key = '';
  private timer: ReturnType<typeof setTimeout> | null = null;
  private abort: AbortController | null = null;

  constructor(
    private readonly ask: (body: unknown, signal: AbortSignal) => Promise<T>,
    private readonly pauseMs = 120,
  ) {}

  /** Asks when it is another question than before. */
  follow(body: unknown): void {
    const key = JSON.stringify(body);
    if (key === this.key) return;
    this.drop();
    this.key = key;
    this.state.value = { ...this.state.peek(), busy: true };
    this.timer = setTimeout(() => void this.send(body), this.pauseMs);
  }

  /** Asks now, whatever was asked before. */
  now(body: unknown): Promise<void> {
    this.drop();
    this.key = JSON.stringify(body);
    this.state.value = { ...this.state.peek(), busy: true };
    return this.send(body);
  }

  /** Forgets question and answer. */
  clear(): void {
    this.drop();
    this.state.value = { busy: false, answer: null, failed: null };
  }

  private drop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.abort?.abort();
    this.timer = this.abort = null;
    this.key = '';
  }

  private async send(body: unknown): Promise<void> {
    const abort = (this.abort = new AbortController());
    try {
      const answer = await this.ask(body, abort.signal);
      if (!abort.signal.aborted) this.state.value = { busy: false, answer, failed: null };
    } catch (error) {
      if (abort.signal.aborted) return;
      this.key = '';
      this.state.value = { busy: false, answer: null, failed: reasonOf(error) };
    }
  }
}
