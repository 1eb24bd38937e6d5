// The name of the file that plays, where it is known: the program tells that a file plays, not which. What
// this page has started it remembers for as long as a file is the motion.

import { signal } from '@preact/signals';
import type { Telemetry } from '../api/messages';

export const playing = signal('');
let begun = false;

export function starts(name: string): void {
  playing.value = name;
  begun = false;
}

/** Another motion, or none, has taken its place. */
export function follow(now: Telemetry): void {
  if (now.program === 'file') begun = now.state === 'running' || begun;
  else if (begun) playing.value = '';
}
