// Sliders move the platform only when a hand moves them. The target is repeated until the platform has arrived, then
// nothing is sent; setting a slider's value by the program sends nothing at all.
//
// It ends early, without a further word, when the platform is stopped, held, faulted or driven by another, when the
// line breaks, or when the page is hidden: the program then holds the pose by itself.

import { signal } from '@preact/signals';
import type { Six, Telemetry } from '../api/messages';

const EVERY_MS = 50;
const ARRIVED_MM = 0.5;
const ARRIVED_DEG = 0.05;
/** The first frames after the start may still show the state before it. */
const GRACE_MS = 1000;
/** Standing for so long without having arrived: a limit is in the way, it will not come nearer. */
const STUCK_MS = 1500;

const arrived = (t: Telemetry, target: Six): boolean =>
  t.pose.every((value, i) => Math.abs(value - target[i]!) <= (i < 3 ? ARRIVED_MM : ARRIVED_DEG));

export class SliderFollow {
  /** What the hand asks for; null = the sliders show what the program says. */
  readonly draft = signal<Six | null>(null);
  private timer: ReturnType<typeof setInterval> | null = null;
  private held = false;
  private since = 0;
  private movedAt = 0;

  constructor(
    private readonly send: (pose: Six) => void,
    private readonly now: () => Telemetry | null,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** A hand moved one slider to `value`. */
  move(axis: number, value: number): void {
    const t = this.now();
    // From where the drives are sent now: a program's target may be an old one.
    const from = this.draft.peek() ?? t?.commanded;
    if (!from || !Number.isFinite(value) || !from.every(Number.isFinite)) return;
    this.draft.value = from.map((old, i) => (i === axis ? value : old));
    if (this.timer !== null) return;
    this.since = this.movedAt = this.clock();
    this.timer = setInterval(() => this.tick(), EVERY_MS);
    this.tick();
  }

  /** The hand is on a slider, or has let go. */
  hold(held: boolean): void {
    this.held = held;
  }

  end(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    this.held = false;
    this.draft.value = null;
  }

  private tick(): void {
    const target = this.draft.peek();
    const t = this.now();
    if (!target || !t || document.hidden) return this.end();
    const started = this.clock() - this.since > GRACE_MS;
    const mine = t.state === 'running' && t.driver_is_operator && t.program === 'follow_pose';
    if (started && !mine) return this.end();
    if (this.held || !t.velocity.every((v) => Math.abs(v) < 0.2)) this.movedAt = this.clock();
    const stuck = this.clock() - this.movedAt > STUCK_MS;
    if (!this.held && started && (stuck || arrived(t, target))) return this.end();
    this.send(target);
  }
}
