// Telemetry for tests: a platform that stands ready at neutral.

import { telemetry } from '../api/decode';
import type { Telemetry } from '../api/messages';

export function ready(change: Partial<Telemetry> = {}): Telemetry {
  const zeros = [0, 0, 0, 0, 0, 0];
  const base = telemetry({
    type: 't', tick: 1, time: 10, state: 'ready', program: 'none', driver: null, pose: zeros, valid: true, commanded: zeros,
    target: zeros, velocity: zeros, ext: [200, 200, 200, 200, 200, 200], vel: zeros, torque: zeros, current: zeros,
    voltage: zeros, err: zeros, enabled: 63, zeroed: true,
  });
  return { ...base, ...change };
}
