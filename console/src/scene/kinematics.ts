// Where the drawn parts are. Base axes: X right, Y forward, Z up, millimetres. R = Rz·Ry·Rx
// (docs/conventions.md).

import type { Machine, Point, Six } from '../api/messages';

export type Matrix3 = readonly [Point, Point, Point]; // rows

const DEGREE = Math.PI / 180;

export function rotation(pose: Six): Matrix3 {
  const [a, b, c] = [pose[3]! * DEGREE, pose[4]! * DEGREE, pose[5]! * DEGREE];
  const [sa, ca, sb, cb, sc, cc] = [
    Math.sin(a),
    Math.cos(a),
    Math.sin(b),
    Math.cos(b),
    Math.sin(c),
    Math.cos(c),
  ];
  return [
    [cc * cb, cc * sb * sa - sc * ca, cc * sb * ca + sc * sa],
    [sc * cb, sc * sb * sa + cc * ca, sc * sb * ca - cc * sa],
    [-sb, cb * sa, cb * ca],
  ];
}

export function place(r: Matrix3, origin: Point, p: Point): Point {
  const row = (i: 0 | 1 | 2) => r[i][0] * p[0] + r[i][1] * p[1] + r[i][2] * p[2] + origin[i];
  return [row(0), row(1), row(2)];
}

/** The platform's origin in base axes. */
export function originOf(machine: Machine, pose: Six): Point {
  const n = machine.platform_neutral_mm;
  return [n[0] + pose[0]!, n[1] + pose[1]!, n[2] + pose[2]!];
}

export function platformJoints(machine: Machine, pose: Six): Point[] {
  const r = rotation(pose);
  const origin = originOf(machine, pose);
  return machine.platform_joints_mm.map((joint) => place(r, origin, joint));
}

export const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** How far each leg is out, by geometry alone. */
export function extensions(machine: Machine, pose: Six): number[] {
  return platformJoints(machine, pose).map(
    (joint, i) => distance(joint, machine.base_joints_mm[i]!) - machine.leg_min_mm[i]!,
  );
}

/**
 * A level pose whose legs are on average as long as reported: what is drawn while the pose is not trusted.
 * Searched by
 * halving; leg lengths grow with the height.
 */
export function levelPose(machine: Machine, reported: readonly number[]): Six {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + (Number.isFinite(value) ? value : 0), 0) / Math.max(1, values.length);
  const wanted = mean(reported);
  let low = -machine.platform_neutral_mm[2];
  let high = 2 * machine.stroke_mm;
  for (let i = 0; i < 50; ++i) {
    const middle = (low + high) / 2;
    if (mean(extensions(machine, [0, 0, middle, 0, 0, 0])) < wanted) low = middle;
    else high = middle;
  }
  return [0, 0, (low + high) / 2, 0, 0, 0];
}

/** 0 in the middle of the stroke, 1 at either end, more beyond. */
export function strokeUse(extension: number, stroke: number): number {
  return Math.abs(extension - stroke / 2) / (stroke / 2);
}

export const nearly = (a: Six, b: Six, mm: number, degrees: number): boolean =>
  a.every((value, i) => Math.abs(value - b[i]!) <= (i < 3 ? mm : degrees));
