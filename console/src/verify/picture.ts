// Where things are drawn, from the program's answer; before there is one, the typed joints as they stand.

import type { LimitHit, Point } from '../api/messages';
import type { LegRow, PoseAnswer } from './answers';
import { numberOf, type Draft, type End } from './draft';
import type { Picture } from './scene';

const LEVEL: Point[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

export const typedJoints = (draft: Draft, end: End): Point[] =>
  draft[end].map((joint) => [0, 1, 2].map((k) => numberOf(joint[k]!) || 0) as unknown as Point);

export function pictureOf(
  draft: Draft,
  answer: PoseAnswer | null,
  chosen: { end: End; leg: number } | null,
): Picture {
  const base = typedJoints(draft, 'base');
  const platform = typedJoints(draft, 'platform');
  const legMin = numberOf(draft.items.leg_length) || 400;
  if (answer?.inverse && answer.inverse.legs.length > 0) {
    const { legs, rotation, centre, limits } = answer.inverse;
    return {
      base: base.slice(0, legs.length),
      platform: platform.slice(0, legs.length),
      joints: legs.map((leg) => leg.joint),
      rotation,
      centre,
      legMin,
      broken: legs.map((_, i) => limits.some((limit) => limit.leg === i + 1)),
      chosen,
    };
  }
  const there = base.map((joint, i) => [...joint, ...platform[i]!].some((value) => value !== 0));
  const kept = (points: Point[]) => points.filter((_, i) => there[i]);
  const centre: Point = [0, 0, numberOf(draft.items.height) || legMin];
  return {
    base: kept(base),
    platform: kept(platform),
    joints: kept(platform).map((p) => [p[0], p[1], p[2] + centre[2]]),
    rotation: LEVEL,
    centre,
    legMin,
    broken: kept(base).map(() => false),
    chosen,
  };
}

/** Which column of the leg table a limit is about. */
export const COLUMNS = [
  'length',
  'extension',
  'velocity',
  'acceleration',
  'baseAngle',
  'platformAngle',
  'joint',
  'force',
  'torque',
  'rpm',
] as const;
export type Column = (typeof COLUMNS)[number];
const COLUMN_OF: Readonly<Record<string, Column>> = {
  leg_upper: 'extension',
  leg_lower: 'extension',
  leg_velocity: 'velocity',
  leg_acceleration: 'acceleration',
  force: 'force',
  motor_torque: 'torque',
  torque_rms: 'torque',
  motor_speed: 'rpm',
};
export function columnOf(limit: LimitHit, leg: LegRow): Column | null {
  if (limit.what === 'joint_angle') return leg.baseAngle >= leg.platformAngle ? 'baseAngle' : 'platformAngle';
  return COLUMN_OF[limit.what] ?? null;
}
