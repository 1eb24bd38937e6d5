import * as THREE from 'three';
import { expect, test } from 'vitest';
import type { Machine } from '../api/messages';
import { MACHINE } from '../../e2e/fake_machine';
import { frame, reached } from './framing';

const machine = { ...MACHINE, leg_min_mm: Array(6).fill(800) } as unknown as Machine;
const CORNER = new THREE.Vector3(0.62, -1, 0.5).normalize();
const UP = new THREE.Vector3(0, 0, 1);

test.each([[0.6], [1], [2.4]])(
  'from the distance found every point reached is in the picture, aspect %f',
  (aspect) => {
    const points = reached(machine);
    const { target, distance } = frame(points, CORNER, UP, 32, aspect);
    const camera = new THREE.PerspectiveCamera(32, aspect, 0.05, 60);
    camera.up.copy(UP);
    camera.position.copy(target).addScaledVector(CORNER, distance);
    camera.lookAt(target);
    camera.updateMatrixWorld();
    const seen = points.map((point) => point.clone().project(camera));
    const edge = Math.max(...seen.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]));
    expect(edge).toBeLessThanOrEqual(1 + 1e-9);
    expect(edge).toBeGreaterThan(0.95); // and no further away than it must
  },
);

test('what stands on the platform is part of what is reached', () => {
  const cabin = { size_mm: [1100, 1400, 1500] as const, eye_mm: null };
  const highest = (m: Machine) => Math.max(...reached(m).map((p) => p.z));
  expect(highest({ ...machine, cabin }) - highest(machine)).toBeGreaterThan(1.3);
});
