// The faults simulated drives can be given, for a program that does not list them itself.

import type { Injection } from '../api/messages';

export const INJECTIONS: readonly Injection[] = [
  { name: 'drive_fault', per_leg: true, value: '', default: 0 },
  { name: 'servo_off', per_leg: true, value: '', default: 0 },
  { name: 'stuck', per_leg: true, value: '', default: 0 },
  { name: 'following_error', per_leg: true, value: 'mm', default: 5 },
  { name: 'encoder_jump', per_leg: true, value: 'mm', default: 5 },
  { name: 'limit_switch', per_leg: true, value: '±1', default: 1 },
  { name: 'over_temperature', per_leg: true, value: '', default: 0 },
  { name: 'emergency_stop', per_leg: false, value: '', default: 0 },
  { name: 'supply_sag', per_leg: false, value: '0…1', default: 0.6 },
  { name: 'power_loss', per_leg: false, value: '', default: 0 },
  { name: 'link_lost', per_leg: false, value: '', default: 0 },
  { name: 'no_licence', per_leg: false, value: '', default: 0 },
];
export const INJECTION_NAMES = INJECTIONS.map((one) => one.name);

/** A drive's error code is better left to the plant. */
export const takesValue = (one: Pick<Injection, 'name' | 'value'>): boolean =>
  one.value !== '' && one.name !== 'drive_fault';

/** `NAME[:leg[:value]]`, as the command line takes it. */
export function injectionText(
  one: Pick<Injection, 'name' | 'per_leg' | 'value'>,
  leg: number,
  value: number,
): string {
  const valued = takesValue(one) && Number.isFinite(value);
  if (!one.per_leg) return valued ? `${one.name}:${value}` : one.name;
  return `${one.name}:${leg}${valued ? `:${value}` : ''}`;
}
