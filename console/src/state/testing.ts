// Telemetry for tests: a platform that stands ready at neutral.

import { telemetry } from '../api/decode';
import type { Leg, Telemetry } from '../api/messages';

export function ready(change: Partial<Telemetry> = {}): Telemetry {
  const zeros = [0, 0, 0, 0, 0, 0];
  const base = telemetry({
    type: 't',
    tick: 1,
    time_s: 10,
    state: 'ready',
    program: 'none',
    driver: null,
    pose: zeros,
    pose_valid: true,
    commanded: zeros,
    target: zeros,
    velocity: zeros,
    legs: legsAt(zeros.map(() => 200)),
    zeroed: true,
  });
  return { ...base, ...change };
}

export const legsAt = (extensions: number[]): Leg[] =>
  extensions.map((extension_mm) => ({
    extension_mm,
    velocity_mm_s: 0,
    torque_Nm: 0,
    current_A: 0,
    voltage_V: 0,
    enabled: true,
    brake_closed: false,
    error: 0,
  }));
