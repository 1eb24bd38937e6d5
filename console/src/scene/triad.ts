// A frame as the vendors' manuals draw it: three arrows with their letters, X right, Y forward, Z up, and the
// arc that shows which way round is positive about each.

import * as THREE from 'three';
import { label } from './materials';

const COLOURS = [0xd64541, 0x2f9e5b, 0x2f74d0] as const;
const NAMES = ['X', 'Y', 'Z'] as const;

export class Triad {
  readonly group = new THREE.Group();

  constructor(length: number, suffix = '') {
    NAMES.forEach((name, i) => {
      const direction = new THREE.Vector3(i === 0 ? 1 : 0, i === 1 ? 1 : 0, i === 2 ? 1 : 0);
      const colour = COLOURS[i]!;
      const material = new THREE.MeshBasicMaterial({ color: colour, depthTest: false, transparent: true });
      const shaft = new THREE.Mesh(
        new THREE.CylinderGeometry(length * 0.022, length * 0.022, length * 0.85, 8),
        material,
      );
      const head = new THREE.Mesh(new THREE.ConeGeometry(length * 0.06, length * 0.17, 12), material);
      const turn = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 1, 0), direction);
      shaft.position.copy(direction).multiplyScalar(length * 0.425);
      head.position.copy(direction).multiplyScalar(length * 0.92);
      shaft.quaternion.copy(turn);
      head.quaternion.copy(turn);
      const text = label(name + suffix, `#${colour.toString(16).padStart(6, '0')}`, length * 0.32);
      text.position.copy(direction).multiplyScalar(length * 1.2);
      shaft.renderOrder = head.renderOrder = 9;
      this.group.add(shaft, head, text, this.arc(direction, length, colour));
    });
    const origin = new THREE.Mesh(
      new THREE.SphereGeometry(length * 0.045, 12, 8),
      new THREE.MeshBasicMaterial({ color: 0x888888, depthTest: false, transparent: true }),
    );
    origin.renderOrder = 9;
    this.group.add(origin);
  }

  /** Positive rotation about an arrow, by the right-hand rule. */
  private arc(axis: THREE.Vector3, length: number, colour: number): THREE.Line {
    const from = new THREE.Vector3(axis.y, axis.z, axis.x); // perpendicular: the next axis
    const side = new THREE.Vector3().crossVectors(axis, from);
    const points: THREE.Vector3[] = [];
    for (let i = 0; i <= 24; ++i) {
      const angle = (i / 24) * 1.5 * Math.PI;
      points.push(
        axis
          .clone()
          .multiplyScalar(length * 0.6)
          .addScaledVector(from, length * 0.13 * Math.cos(angle))
          .addScaledVector(side, length * 0.13 * Math.sin(angle)),
      );
    }
    const line = new THREE.Line(
      new THREE.BufferGeometry().setFromPoints(points),
      new THREE.LineBasicMaterial({ color: colour, depthTest: false, transparent: true }),
    );
    line.renderOrder = 9;
    return line;
  }
}
