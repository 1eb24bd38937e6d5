// Moving by hand: the target that is typed (nothing moves by it), how fast, and whether fingers may drag.

import { computed, signal } from '@preact/signals';
import type { Machine, Six } from '../api/messages';

/** What is typed over the present pose, by axis; NaN = no number, undefined = not touched. */
export const typed = signal<Readonly<Record<number, number>>>({});
export const percent = signal(25);
export const percentIsGood = computed(() => percent.value > 0 && percent.value <= 100);

/** mm/s and degrees/s of a motion by hand. */
export const handSpeed = (machine: Machine | null): Six =>
  (machine?.velocity ?? []).map((limit) => (limit * (percentIsGood.value ? percent.value : 1)) / 100);

/** The typed target, the axes not typed as they are commanded. */
export const targetOf = (commanded: Six): Six => commanded.map((value, axis) => typed.value[axis] ?? value);

/** A finger that scrolls must not drag a slider: until this is set none does. It falls back by itself. */
export const unlocked = signal(false);
const UNLOCKED_MS = 60_000;
let timer: ReturnType<typeof setTimeout> | undefined;
export function unlock(on: boolean): void {
  clearTimeout(timer);
  unlocked.value = on;
  if (on) timer = setTimeout(() => (unlocked.value = false), UNLOCKED_MS);
}
