// A gamepad beside the page. It moves nothing unless its dead man's button is held: either shoulder button.
// Letting go, unplugging it, a page that is hidden or has lost the focus is the end of that press.

import type { Six } from '../api/messages';

export interface Pad {
  id: string;
  connected: boolean;
  axes: readonly number[];
  buttons: readonly { pressed: boolean }[];
}
export type Sticks = 'move' | 'tilt';

const SHOULDERS = [4, 5];
const DEAD_ZONE = 0.15;

export const isHeld = (pad: Pad | null): boolean =>
  pad?.connected === true && SHOULDERS.some((button) => pad.buttons[button]?.pressed === true);

/** Nothing in the middle, little near it, everything at the end. */
export function shaped(value: number | undefined): number {
  const size = Math.min(1, Math.abs(value ?? 0));
  if (!(size > DEAD_ZONE)) return 0;
  const share = (size - DEAD_ZONE) / (1 - DEAD_ZONE);
  return Math.sign(value!) * share * share;
}

/**
 * The left stick moves sideways and forward, or rolls and pitches; the right one up and down, and turns.
 * Pushed away from the hand (−1) is forward and up; forward is pitched nose down, RX negative.
 */
export function velocityOf(pad: Pad | null, sticks: Sticks, most: Six): Six {
  const [x, y, turn, lift] = [0, 1, 2, 3].map((axis) => shaped(pad?.axes[axis]));
  const share = sticks === 'move' ? [x!, -y!, -lift!, 0, 0, -turn!] : [0, 0, -lift!, y!, x!, -turn!];
  return share.map((one, axis) => one * (most[axis] ?? 0) + 0);
}

/** The first that is there; null where the browser gives none (pages without TLS, not on this machine). */
export function firstPad(browser: Pick<Navigator, 'getGamepads'>): Pad | null {
  try {
    return (browser.getGamepads?.() ?? []).find((pad) => pad?.connected) ?? null;
  } catch {
    return null;
  }
}

export interface Handle {
  start: (velocity: () => Six) => unknown;
  stop: () => void;
}

/** Follows one gamepad by being called again and again. */
export class PadWatch {
  private held = false;
  private began = false; // what runs was begun here

  constructor(
    private readonly pad: () => Pad | null,
    private readonly handle: Handle,
    private readonly velocity: (pad: Pad | null) => Six,
  ) {}

  look(): void {
    const held = isHeld(this.pad());
    const pressed = held && !this.held;
    this.held = held;
    // Ended by something else (a stop, a lost focus): it begins again only by another press.
    if (pressed) this.handle.start(() => this.velocity(this.pad()));
    else if (!held && this.began) this.handle.stop();
    this.began = held;
  }
}
