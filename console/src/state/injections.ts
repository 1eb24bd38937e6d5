// How a fault that is given to simulated drives is written.

import type { Injection } from '../api/messages';

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
