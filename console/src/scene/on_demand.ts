// Draws when asked to, at most once in `pause` ms; otherwise the browser is asked for no frame at all: one that shows
// nothing new costs a computer without graphics as much as one that does.

export class OnDemand {
  /** Between two frames, ms. */
  pause = 0;
  private wanted = false;
  private seen = true;
  private at = -Infinity;
  private frame = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly draw: () => void) {}

  /** `now`: what is there is of another size or colour, and cannot stay. */
  ask(now = false): void {
    this.wanted = true;
    if (!this.seen || this.frame !== 0) return;
    clearTimeout(this.timer);
    const left = now ? 0 : this.at + this.pause - performance.now();
    // Who asks again and again is drawn with the numbers that change then; who does not, a little later.
    if (left > 0) this.timer = setTimeout(() => this.ask(), left + this.pause / 4);
    else this.frame = requestAnimationFrame(this.now);
  }

  /** Whether it is on the screen: what is out of sight is drawn when it comes back. */
  see(seen: boolean): void {
    this.seen = seen;
    if (seen && this.wanted) this.ask();
  }

  end(): void {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    this.seen = false;
  }

  private readonly now = (): void => {
    this.frame = 0;
    if (!this.wanted || !this.seen) return;
    this.wanted = false;
    this.at = performance.now();
    this.draw();
  };
}
