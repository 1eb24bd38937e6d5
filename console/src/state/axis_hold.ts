// Axes that move only while something is held: a button, the dead man's button of a gamepad. With each beat
// the target goes on from where the last one was, at the speed asked for at that moment. Every beat names its
// press: the program ends the motion when beats are missing, and takes none of a press that has ended.

import { signal } from '@preact/signals';
import type { Range, Reply, Six, Telemetry } from '../api/messages';
import { BEAT_MS, HoldToRun } from './hold_to_run';

/** A page that was busy for a moment must not catch up by a jump, s. */
const LONGEST_STEP = 0.1;

export interface AxisWays {
  send: (pose: Six, press: number) => Promise<Reply | null>;
  now: () => Telemetry | null;
  reach: () => readonly Range[];
  clock?: () => number; // ms
}

export class AxisHold {
  /** Something is held, and the platform follows it. */
  readonly running = signal(false);
  private readonly hold: HoldToRun<() => Six>;
  private target: Six = [];
  private sentAt = 0;

  constructor(private readonly ways: AxisWays) {
    this.hold = new HoldToRun<() => Six>({
      repeat: (velocity, press) => this.beat(velocity(), press),
      end: () => void (this.running.value = false),
    });
  }

  /** `velocity`: mm/s and °/s by axis, asked with every beat. */
  start(velocity: () => Six): void {
    const t = this.ways.now();
    if (!t?.commanded.every(Number.isFinite) || !t.pose_valid) return;
    this.target = t.commanded;
    this.sentAt = this.clock() - BEAT_MS;
    this.running.value = true;
    this.hold.start(velocity);
    if (!this.hold.running) this.running.value = false;
  }

  stop(): void {
    this.hold.stop();
  }

  private clock(): number {
    return (this.ways.clock ?? (() => performance.now()))();
  }

  private beat(velocity: Six, press: number): void {
    if (!this.ways.now()) return this.stop();
    const now = this.clock();
    const seconds = Math.min(LONGEST_STEP, (now - this.sentAt) / 1000);
    this.sentAt = now;
    const reach = this.ways.reach();
    this.target = this.target.map((value, axis) => {
      const [low, high] = reach[axis] ?? [value, value];
      const step = (velocity[axis] ?? 0) * seconds;
      return step === 0 || !Number.isFinite(step) ? value : Math.min(high, Math.max(low, value + step));
    });
    void this.ways.send(this.target, press).then((reply) => {
      if (!reply || reply.result === 'refused' || reply.result === 'failed') this.stop();
    });
  }
}
