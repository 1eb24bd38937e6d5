// What a report of a verification says, asked of the program in one go: the set, its checks, how far each axis
// goes, and the worst that legs and motors meet at the ends of the axes.

import type { ComponentChildren } from 'preact';
import { http } from '../state/app';
import type { Six } from '../api/messages';
import * as A from './answers';
import type { NumberSet } from './draft';

/** The worst of one kind: at the low or high end of one axis. */
export interface Worst {
  what: 'force' | 'torque' | 'rpm' | 'base_angle' | 'platform_angle' | 'singular';
  value: number;
  leg: number; // from 1; 0 = of the whole
  axis: number;
  at: number; // mm or °
}
export interface ReportFacts {
  neutral: A.PoseAnswer;
  reach: A.ReachAxis[] | null;
  worst: Worst[];
}

/** A part of the report that a tab adds: what it found, and whether that is good. */
export interface Section {
  name: string;
  passes: boolean;
  body: ComponentChildren;
}

const LARGEST: readonly [Worst['what'], keyof A.LegRow][] = [
  ['force', 'force'],
  ['torque', 'torque'],
  ['base_angle', 'baseAngle'],
  ['platform_angle', 'platformAngle'],
];

function worstOf(ends: { axis: number; at: number; answer: A.PoseAnswer }[]): Worst[] {
  const worst = new Map<Worst['what'], Worst>();
  const keep = (one: Worst, isWorse: (now: number, old: number) => boolean) => {
    const old = worst.get(one.what);
    if (Number.isFinite(one.value) && (!old || isWorse(one.value, old.value))) worst.set(one.what, one);
  };
  for (const { axis, at, answer } of ends) {
    if (!answer.inverse) continue;
    answer.inverse.legs.forEach((leg, i) => {
      for (const [what, key] of LARGEST)
        keep({ what, value: leg[key] as number, leg: i + 1, axis, at }, (a, b) => Math.abs(a) > Math.abs(b));
    });
    keep(
      { what: 'singular', value: 100 * answer.inverse.singularShare, leg: 0, axis, at },
      (now, old) => now < old,
    );
  }
  return [...worst.values()];
}

export async function collect(set: NumberSet): Promise<ReportFacts> {
  const ask = async (pose: Six): Promise<A.PoseAnswer> =>
    A.poseAnswer(await http.verify('pose', { set, pose }));
  const zero: Six = [0, 0, 0, 0, 0, 0];
  const neutral = await ask(zero);
  if (!neutral.machine || neutral.machine.legs === 0) return { neutral, reach: null, worst: [] };
  const reach = A.reachAnswer(await http.verify('reach', { set, from: zero }));
  if ('error' in reach) return { neutral, reach: null, worst: [] };
  const ends = [{ axis: 2, at: 0, answer: neutral }];
  for (const [axis, one] of reach.axes.entries())
    for (const at of [one.low.value, one.high.value]) {
      if (!Number.isFinite(at) || at === 0) continue;
      // A hair inside: the end itself is on a limit.
      const pose = zero.map((_, i) => (i === axis ? at * (1 - 1e-9) : 0));
      ends.push({ axis, at, answer: await ask(pose) });
    }
  return { neutral, reach: reach.axes, worst: worstOf(ends) };
}
