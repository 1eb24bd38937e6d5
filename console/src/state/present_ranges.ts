// How far each axis may go from here. The program says it for one pose; ranges of another pose than the one
// the platform stands at are worth nothing, and what each axis can do from neutral is shown instead.

import type { Machine, Range, Ranges, Telemetry } from '../api/messages';

const NEAR_MM = 2;
const NEAR_DEG = 0.2;

export function presentRanges(
  machine: Machine,
  ranges: Ranges | null,
  now: Telemetry | null,
): readonly Range[] {
  if (!ranges) return machine.ranges;
  const standing =
    now !== null && (now.state === 'ready' || now.state === 'holding' || now.state === 'origin');
  const elsewhere = now?.commanded.some(
    (value, i) => !(Math.abs(value - ranges.pose[i]!) <= (i < 3 ? NEAR_MM : NEAR_DEG)),
  );
  return standing && elsewhere ? machine.ranges : ranges.ranges;
}
