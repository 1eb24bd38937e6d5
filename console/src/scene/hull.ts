// How far the platform can go sideways at the height and tilt it has now: a closed line around where it is,
// by the strokes of the legs (joint angles and singularities may stop it earlier, never later).

import * as THREE from 'three';
import type { Machine, Six } from '../api/messages';
import { distance, originOf, platformJoints } from './kinematics';
import type { Palette } from './materials';

const DIRECTIONS = 48;
const MARGIN_MM = 1;

/** X and Y from neutral, mm; empty where the platform is at the end of a leg already, or has no way sideways. */
export function hullAt(machine: Machine, pose: Six): [number, number][] {
  const sideways = machine.ranges.slice(0, 2).every(([low, high]) => high > low);
  if (!sideways || !pose.every(Number.isFinite)) return [];
  // Of each leg: from its base joint to its platform joint, how long that is, how short and how long it may be.
  const legs = platformJoints(machine, pose).map((joint, i) => {
    const base = machine.base_joints_mm[i]!;
    const [low, high] = [MARGIN_MM, machine.stroke_mm - MARGIN_MM].map((e) => machine.leg_min_mm[i]! + e);
    return {
      x: joint[0] - base[0],
      y: joint[1] - base[1],
      length: distance(joint, base),
      low: low!,
      high: high!,
    };
  });
  if (!legs.every(({ length, low, high }) => length >= low && length <= high)) return [];
  return Array.from({ length: DIRECTIONS }, (_, i) => {
    const angle = (2 * Math.PI * i) / DIRECTIONS;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    let far = Infinity;
    for (const { x, y, length, low, high } of legs) {
      // |leg + r·direction| = bound: on the way out it grows too long, or before that too short.
      const along = x * c + y * s;
      const across = along * along - length * length;
      far = Math.min(far, Math.sqrt(across + high * high) - along);
      if (along < 0 && across + low * low >= 0) far = Math.min(far, -along - Math.sqrt(across + low * low));
    }
    return [pose[0]! + far * c, pose[1]! + far * s];
  });
}

export class Hull {
  readonly line: THREE.LineLoop<THREE.BufferGeometry, THREE.LineBasicMaterial>;
  private shown = '';
  /** Points that are drawn. */
  count = 0;

  constructor(palette: Palette) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(3 * DIRECTIONS), 3));
    const paint = new THREE.LineBasicMaterial({ color: palette.ghost, transparent: true, opacity: 0.9 });
    this.line = new THREE.LineLoop(geometry, paint);
    this.line.frustumCulled = false;
  }

  /** Worked out anew where the pose is another one. */
  update(machine: Machine, pose: Six): void {
    const key = pose.map((value, i) => Math.round(value / (i < 3 ? 2 : 0.2))).join();
    if (key === this.shown) return;
    this.shown = key;
    const points = hullAt(machine, pose);
    this.count = points.length;
    const place = this.line.geometry.attributes['position']!;
    points.forEach(([x, y], i) => {
      const at = originOf(machine, [x, y, ...pose.slice(2)]);
      place.setXYZ(i, at[0] / 1000, at[1] / 1000, at[2] / 1000);
    });
    place.needsUpdate = true;
    this.line.geometry.setDrawRange(0, points.length);
  }
}
