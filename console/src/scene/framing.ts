// Where the camera must stand so that everything the machine can reach is in the picture.

import * as THREE from 'three';
import type { Machine, Point, Six } from '../api/messages';
import { originOf, place, platformJoints, rotation } from './kinematics';
import { vector } from './parts';

const OUT = 1.14; // plates reach a little further than their joints
const OUT_BASE = 1.3; // with the numbers of the legs
const UNDER = 0.08; // metres: the base plate

/** The corners of what stands on the platform, in platform axes. */
function load(machine: Machine): Point[] {
  if (!machine.cabin) return [];
  const [w, d, h] = machine.cabin.size_mm;
  return [-w / 2, w / 2].flatMap((x) => [-d / 2, d / 2].map((y): Point => [x, y, h + 40]));
}

/** Joints and load at both ends of every axis alone, and the base: everything between lies within them. */
export function reached(machine: Machine): THREE.Vector3[] {
  const still: Six = [0, 0, 0, 0, 0, 0];
  const ends = machine.ranges.flatMap((range, axis) =>
    range.filter(Number.isFinite).map((end) => still.map((value, i) => (i === axis ? end : value))),
  );
  const points = [still, ...ends].flatMap((pose) => {
    const r = rotation(pose);
    const origin = originOf(machine, pose);
    return [
      ...platformJoints(machine, pose),
      origin,
      ...load(machine).map((corner) => place(r, origin, corner)),
    ];
  });
  const wide =
    (by: number, down = 0) =>
    (p: THREE.Vector3) =>
      p.set(p.x * by, p.y * by, p.z - down);
  const base = machine.base_joints_mm.map(vector).map(wide(OUT_BASE, UNDER));
  return [...points.map(vector).map(wide(OUT)), ...base];
}

/** Target and distance from which all of `points` are seen along `direction`. */
export function frame(
  points: readonly THREE.Vector3[],
  direction: THREE.Vector3,
  up: THREE.Vector3,
  fov: number,
  aspect: number,
): { target: THREE.Vector3; distance: number } {
  const target = new THREE.Box3().setFromPoints([...points]).getCenter(new THREE.Vector3());
  const right = new THREE.Vector3().crossVectors(up, direction).normalize();
  const above = new THREE.Vector3().crossVectors(direction, right).normalize();
  const tall = Math.tan((fov * Math.PI) / 360);
  let distance = 0.5;
  for (const point of points) {
    const from = point.clone().sub(target);
    const across = Math.max(Math.abs(from.dot(right)) / (tall * aspect), Math.abs(from.dot(above)) / tall);
    distance = Math.max(distance, from.dot(direction) + across);
  }
  return { target, distance };
}
