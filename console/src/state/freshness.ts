// Whether what the screen shows is what the platform does now.
//
// Two ways to be stale: nothing arrives, or what arrives is old (a line that queues frames). The second is
// seen by comparing the program's steady clock in each frame with ours: the smallest difference seen is the
// baseline, and a frame that comes later than that by more than the limit is old. Two steady clocks drift
// apart by less than 100 ppm, so the baseline follows by that much.

export const STALE_MS = 500;
const DRIFT = 1e-4;

export class Freshness {
  private arrived = -Infinity; // ours, ms
  private baseline = Infinity; // ours − theirs, ms
  private age = 0; // of the newest frame when it arrived

  /**
   * A frame arrived at `now` (ms of our steady clock) that was made at `mono` (s of theirs, NaN = unknown).
   */
  frame(now: number, mono: number): void {
    if (Number.isFinite(mono)) {
      const difference = now - 1000 * mono;
      const drifted = this.baseline + (Number.isFinite(this.arrived) ? (now - this.arrived) * DRIFT : 0);
      this.baseline = Math.min(drifted, difference);
      this.age = difference - this.baseline;
    } else {
      this.age = 0;
    }
    this.arrived = now;
  }

  /** A new connection: another program may answer, with another clock. */
  restart(): void {
    this.arrived = -Infinity;
    this.baseline = Infinity;
    this.age = 0;
  }

  /** How old what is shown is at `now`, in ms. */
  ageAt(now: number): number {
    return now - this.arrived + this.age;
  }
  stale(now: number): boolean {
    return !(this.ageAt(now) <= STALE_MS);
  }
}
