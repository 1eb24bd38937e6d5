// What the vehicle does, what is felt and where the platform is, over the last minute; and how far it went.

import type { Machine, Range, Telemetry } from '../api/messages';
import { History, type Column } from '../state/history';

const three = (name: string, unit: string, of: (t: Telemetry) => readonly number[] | undefined): Column[] =>
  [0, 1, 2].map((i) => [`${name}${i}`, unit, (t: Telemetry) => of(t)?.[i] ?? NaN] as const);

/** Force: sway surge heave. Rotation: pitch roll yaw. Pose: the six axes. `tiltLimit`: as it is now. */
export const cueColumns = (tiltLimit: () => number): readonly Column[] => [
  ...three('vehicle_force', 'm/s²', (t) => t.cue?.vehicle_acceleration),
  ...three('felt_force', 'm/s²', (t) => t.cue?.felt_force),
  ...three('vehicle_rate', '°/s', (t) => t.cue?.vehicle_rate),
  ...three('felt_rate', '°/s', (t) => t.cue?.felt_rate),
  ...[0, 1, 2, 3, 4, 5].map(
    (axis) =>
      [`pose${axis}`, axis < 3 ? 'mm' : '°', (t: Telemetry) => (t.pose_valid ? t.pose[axis]! : NaN)] as const,
  ),
  ['tilt_rate', '°/s', (t) => t.cue?.tilt_rate ?? NaN],
  ['tilt_limit', '°/s', (t) => (t.cue ? tiltLimit() : NaN)],
];

const HOLE_S = 0.5;

/**
 * The page was not looked at, or the line was broken, for a while: the lines stop and begin anew, they do not
 * go across.
 */
export class Traces {
  readonly history: History;

  constructor(tiltLimit: () => number) {
    this.history = new History(0, 60 * 75, cueColumns(tiltLimit));
  }

  append(t: Telemetry): void {
    const last = this.history.newest;
    if (t.time_s - last > HOLE_S && Number.isFinite(last))
      this.history.append({ ...t, time_s: last + 1e-3, cue: null, pose_valid: false });
    this.history.append(t);
  }
}

export interface Travelled {
  low: number[]; // of six axes, mm and °
  high: number[];
  legLow: number[]; // of the legs, mm
  legHigh: number[];
}

/** The largest travel while a program ran, since it was last set to nothing. */
export class Travel {
  private seen: Travelled = Travel.nothing();

  private static nothing(): Travelled {
    return { low: Array(6).fill(NaN), high: Array(6).fill(NaN), legLow: [], legHigh: [] };
  }

  get used(): Travelled {
    return this.seen;
  }

  take(t: Telemetry): void {
    if (t.state !== 'running' || !t.pose_valid) return;
    const wider = (values: readonly number[], low: number[], high: number[]): void =>
      values.forEach((value, i) => {
        if (!Number.isFinite(value)) return;
        low[i] = Number.isFinite(low[i]) ? Math.min(low[i]!, value) : value;
        high[i] = Number.isFinite(high[i]) ? Math.max(high[i]!, value) : value;
      });
    wider(t.pose, this.seen.low, this.seen.high);
    wider(
      t.legs.map((leg) => leg.extension_mm),
      this.seen.legLow,
      this.seen.legHigh,
    );
  }

  reset(): void {
    this.seen = Travel.nothing();
  }
}

/** How much of its reach to that side an axis is away from neutral, 0…1; NaN where it is not known. */
export function shareOf(value: number, [low, high]: Range): number {
  const reach = value < 0 ? low : high;
  return reach !== 0 ? Math.max(0, value / reach) : NaN;
}

export const largestShare = (low: number, high: number, range: Range): number => {
  const both = [shareOf(low, range), shareOf(high, range)].filter(Number.isFinite);
  return both.length > 0 ? Math.max(...both) : NaN;
};

/** How much of the way from neutral to its nearer end a leg has used. */
export function strokeShare(extension: number, neutral: number, stroke: number): number {
  return shareOf(extension - neutral, [-neutral, stroke - neutral]);
}

export const axesOf = (machine: Machine): number[] =>
  machine.ranges.flatMap(([low, high], axis) => (high > low ? [axis] : []));
