// What was heard of each host between two looks: how much of it was understood, and what it was told.

import type { Host } from '../api/messages';
import { isUnreadable } from '../i18n/message';

export interface Finding {
  host: Host;
  frames: number;
  understood: number;
  refused: [reason: string, count: number][]; // not acted on
}

/** Hosts that said something since `before`, with what came since then. */
export function findings(before: readonly Host[], after: readonly Host[]): Finding[] {
  return after
    .map((host) => {
      const earlier = before.find((one) => one.protocol === host.protocol && one.address === host.address);
      const frames = host.received - (earlier?.received ?? 0);
      const refused = Object.entries(host.dropped)
        .map(([reason, count]): [string, number] => [reason, count - (earlier?.dropped[reason] ?? 0)])
        .filter(([, count]) => count > 0);
      const unreadable = refused.reduce((sum, [why, count]) => sum + (isUnreadable(why) ? count : 0), 0);
      return { host, frames, understood: Math.max(0, frames - unreadable), refused };
    })
    .filter((one) => one.frames > 0);
}

/** Nothing to set: all of it was acted on, and nothing was to be said. */
export const fits = (one: Finding): boolean => one.refused.length === 0 && one.host.told.length === 0;
