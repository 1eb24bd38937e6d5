// What happens too shortly to be read: kept on the screen for a while after its last time, and counted.

import { signal } from '@preact/signals';

export interface Latched<T> {
  what: T;
  count: number;
}

export class Latch<T> {
  readonly shown = signal<Latched<T> | null>(null);
  private last = -Infinity;

  constructor(private readonly keepMs: number) {}

  /** It is so at `now`; `began` = it has just begun, which is what is counted. */
  take(what: T, now: number, began: boolean): void {
    const before = this.shown.peek();
    this.last = now;
    const count = Math.max(1, (before?.count ?? 0) + (began ? 1 : 0));
    if (!before || began || before.what !== what) this.shown.value = { what, count };
  }

  look(now: number): void {
    if (this.shown.peek() && now - this.last > this.keepMs) this.shown.value = null;
  }

  clear(): void {
    this.shown.value = null;
  }
}
