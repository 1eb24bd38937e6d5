// How far the platform can go sideways at the height and tilt it has now: a closed line around where it is,
// by the strokes of the legs (joint angles and singularities may stop it earlier, never later).

import * as THREE from 'three';
import type { Machine, Six } from '../api/messages';
import { extensions, originOf } from './kinematics';
import type { Palette } from './materials';

const DIRECTIONS = 48;
const HALVINGS = 14;
const MARGIN_MM = 1;

const fits = (machine: Machine, pose: Six): boolean =>
  extensions(machine, pose).every((e) => e >= MARGIN_MM && e <= machine.stroke_mm - MARGIN_MM);

/** X and Y from neutral, mm; empty where the platform is at the end of a leg already, or has no way sideways. */
export function hullAt(machine: Machine, pose: Six): [number, number][] {
  const sideways = machine.ranges.slice(0, 2).every(([low, high]) => high > low);
  if (!sideways || !pose.every(Number.isFinite) || !fits(machine, pose)) return [];
  const farthest = 2 * machine.stroke_mm;
  return Array.from({ length: DIRECTIONS }, (_, i) => {
    const angle = (2 * Math.PI * i) / DIRECTIONS;
    const to = (radius: number): [number, number] => [
      pose[0]! + radius * Math.cos(angle),
      pose[1]! + radius * Math.sin(angle),
    ];
    let [near, far] = [0, farthest];
    for (let k = 0; k < HALVINGS; ++k) {
      const middle = (near + far) / 2;
      if (fits(machine, [...to(middle), ...pose.slice(2)])) near = middle;
      else far = middle;
    }
    return to(near);
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
