// Work that is asked for piece by piece: every piece shows how far it is, and nothing is asked for after a cancel.

import { signal } from '@preact/signals';
import { reasonOf } from '../../api/http';
import type { Said } from '../../i18n/message';

/** How far it is; or what stands in its way. */
export type Piece = { done: number; of: number } | { problem: Said };

export class LongWork {
  readonly running = signal(false);
  readonly progress = signal<{ done: number; of: number }>({ done: 0, of: 1 });
  readonly problem = signal<Said | null>(null);
  private abort: AbortController | null = null;

  /** Asks for pieces until all are there. A run that is still on its way ends. */
  async run(piece: (n: number, abort: AbortSignal) => Promise<Piece>): Promise<void> {
    this.cancel();
    const abort = (this.abort = new AbortController());
    this.running.value = true;
    this.problem.value = null;
    this.progress.value = { done: 0, of: 1 };
    try {
      for (let n = 0; ; ++n) {
        const answer = await piece(n, abort.signal);
        if (abort.signal.aborted) return;
        if ('problem' in answer) this.problem.value = answer.problem;
        else this.progress.value = answer;
        if ('problem' in answer || !(answer.done < answer.of)) break;
      }
    } catch (error) {
      if (abort.signal.aborted) return;
      this.problem.value = reasonOf(error);
    }
    this.running.value = false;
  }

  cancel(): void {
    this.abort?.abort();
    this.abort = null;
    this.running.value = false;
  }
}
