// Sliders move the platform only when a hand moves them. The target is repeated until the platform has
// arrived, then nothing is sent; setting a slider's value by the program sends nothing at all. What is sent
// goes to what the hand asks for no faster than the speed chosen for motion by hand.
//
// It ends early when the platform is stopped, held, faulted or driven by another, when the line breaks, or
// when the page is hidden: the program then holds the pose by itself, and `ended` is told.

import { signal } from '@preact/signals';
import type { Six, Telemetry } from '../api/messages';

const EVERY_MS = 50;
const ARRIVED_MM = 0.5;
const ARRIVED_DEG = 0.05;
const ARRIVED_TURN = 0.3; // of the rotary axis, °
/** The first frames after the start may still show the state before it. */
const GRACE_MS = 1000;
/** Standing for so long without having arrived: a limit is in the way, it will not come nearer. */
const STUCK_MS = 1500;

/** The six axes, then the rotary one where there is one. */
export const ROTARY = 6;
const withRotary = (six: Six, t: Telemetry): Six => (t.rotary ? [...six, t.rotary.angle] : six);

const arrived = (t: Telemetry, target: Six): boolean =>
  t.pose.every((value, i) => Math.abs(value - target[i]!) <= (i < 3 ? ARRIVED_MM : ARRIVED_DEG)) &&
  (target[ROTARY] === undefined || Math.abs((t.rotary?.angle ?? NaN) - target[ROTARY]) <= ARRIVED_TURN);
const stands = (t: Telemetry): boolean =>
  [...t.velocity, t.rotary?.speed ?? 0].every((speed) => Math.abs(speed) < 0.2);

export class SliderFollow {
  /** What the hand asks for; null = the sliders show what the program says. */
  readonly draft = signal<Six | null>(null);
  private timer: ReturnType<typeof setInterval> | null = null;
  private sent: Six = [];
  private sentAt = 0;
  private held = false;
  private since = 0;
  private movedAt = 0;

  constructor(
    private readonly send: (pose: Six) => void,
    private readonly now: () => Telemetry | null,
    private readonly clock: () => number = () => performance.now(),
    /** mm and degrees a second, by axis. */
    private readonly speed: () => Six = () => Array<number>(7).fill(Infinity),
    private readonly ended: (by: 'line' | 'other') => void = () => undefined,
  ) {}

  /** A hand moved one slider to `value`. */
  move(axis: number, value: number): void {
    const t = this.now();
    // From where the drives are sent now: a program's target may be an old one.
    const from = this.draft.peek() ?? (t && withRotary(t.commanded, t));
    if (!from || !Number.isFinite(value) || !from.every(Number.isFinite)) return;
    this.draft.value = from.map((old, i) => (i === axis ? value : old));
    if (this.timer !== null) return;
    this.sent = from;
    this.since = this.movedAt = this.clock();
    this.sentAt = this.since - EVERY_MS;
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
    if (!target || !t || document.hidden) return this.drop('line');
    const started = this.clock() - this.since > GRACE_MS;
    const mine = t.state === 'running' && t.driver_is_operator && t.program === 'follow_pose';
    if (started && !mine) return this.drop('other');
    const under = this.advance(target);
    if (this.held || under || !stands(t)) this.movedAt = this.clock();
    const stuck = this.clock() - this.movedAt > STUCK_MS;
    if (!this.held && started && (stuck || arrived(t, target))) return this.end();
    this.send(this.sent);
  }

  private drop(by: 'line' | 'other'): void {
    this.end();
    this.ended(by);
  }

  /** One step nearer to what is asked for; true while there is a way to go. */
  private advance(target: Six): boolean {
    const now = this.clock();
    const seconds = Math.min(4 * EVERY_MS, now - this.sentAt) / 1000;
    const speed = this.speed();
    this.sentAt = now;
    this.sent = this.sent.map((value, i) => {
      const way = target[i]! - value;
      const step = speed[i]! * seconds;
      return Math.abs(way) <= step ? target[i]! : value + Math.sign(way) * step;
    });
    return this.sent.some((value, i) => value !== target[i]);
  }
}
