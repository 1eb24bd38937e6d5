// What was heard of each host between two looks: how much of it was understood, and what it was told.

import type { Host } from '../api/messages';

export interface Finding {
  host: Host;
  frames: number;
  understood: number;
}

const dropped = (host: Host): number => Object.values(host.dropped).reduce((sum, count) => sum + count, 0);

/** Hosts that said something since `before`, with what came since then. */
export function findings(before: readonly Host[], after: readonly Host[]): Finding[] {
  return after
    .map((host) => {
      const earlier = before.find((one) => one.protocol === host.protocol && one.address === host.address);
      const frames = host.received - (earlier?.received ?? 0);
      const refused = dropped(host) - (earlier ? dropped(earlier) : 0);
      return { host, frames, understood: Math.max(0, frames - refused) };
    })
    .filter((one) => one.frames > 0);
}

/** Nothing to set: all of it was understood, and nothing was to be said. */
export const fits = (one: Finding): boolean => one.understood === one.frames && one.host.told.length === 0;
