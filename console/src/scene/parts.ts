// The things drawn, one class each: made once for a machine, moved by every frame. Metres inside, as three.js
// likes.

import * as THREE from 'three';
import type { Machine, Point } from '../api/messages';
import { label, useColour, type Palette } from './materials';

const M = 0.001; // metres a millimetre
export const vector = (p: Point): THREE.Vector3 => new THREE.Vector3(p[0] * M, p[1] * M, p[2] * M);
const UP = new THREE.Vector3(0, 1, 0);

/** Surfaces without gloss: where the processor draws, a glossy pixel costs it several times as much. */
export const plain = { value: false };
const metal = (colour: number, roughness = 0.55, metalness = 0.1) =>
  plain.value
    ? new THREE.MeshLambertMaterial({ color: colour })
    : new THREE.MeshStandardMaterial({ color: colour, roughness, metalness });

/** The outline of a set of joints: a plate with rounded look, seen from above in the order of their angle. */
function plate(joints: readonly Point[], thickness: number, margin: number): THREE.BufferGeometry {
  const around = [...joints].sort((a, b) => Math.atan2(a[1], a[0]) - Math.atan2(b[1], b[0]));
  const shape = new THREE.Shape();
  if (around.length < 3) {
    const reach = Math.max(0.15, ...joints.map((j) => Math.hypot(j[0], j[1]) * M)) + margin;
    shape.absarc(0, 0, reach, 0, 2 * Math.PI);
  } else {
    around.forEach((joint, i) => {
      const out = 1 + margin / Math.max(0.05, Math.hypot(joint[0], joint[1]) * M);
      const [x, y] = [joint[0] * M * out, joint[1] * M * out];
      if (i === 0) shape.moveTo(x, y);
      else shape.lineTo(x, y);
    });
    shape.closePath();
  }
  const z = (joints.reduce((sum, joint) => sum + joint[2], 0) / Math.max(1, joints.length)) * M;
  const geometry = new THREE.ExtrudeGeometry(shape, {
    depth: thickness,
    bevelEnabled: true,
    bevelSize: 0.012,
    bevelThickness: 0.008,
    bevelSegments: 2,
  });
  geometry.translate(0, 0, z);
  return geometry;
}

export class Leg {
  readonly group = new THREE.Group();
  private readonly cylinder: THREE.Mesh<THREE.CylinderGeometry, ReturnType<typeof metal>>;
  private readonly rod: THREE.Mesh<THREE.CylinderGeometry, ReturnType<typeof metal>>;
  private readonly lower: THREE.Mesh;
  private readonly upper: THREE.Mesh;
  private readonly ring: THREE.Mesh;
  private readonly bodyLength: number;
  private readonly direction = new THREE.Vector3();
  private readonly from: THREE.Vector3;

  constructor(
    machine: Machine,
    leg: number,
    private readonly palette: Palette,
  ) {
    this.from = vector(machine.base_joints_mm[leg]!);
    const retracted = machine.leg_min_mm[leg]! * M;
    const radius = Math.min(0.035, Math.max(0.018, retracted * 0.034));
    this.bodyLength = Math.max(retracted * 0.5, retracted - 0.16);
    this.cylinder = new THREE.Mesh(
      new THREE.CylinderGeometry(radius, radius, 1, 24),
      metal(palette.cylinder),
    );
    this.rod = new THREE.Mesh(
      new THREE.CylinderGeometry(radius * 0.55, radius * 0.55, 1, 20),
      metal(palette.rod, 0.3, 0.25),
    );
    const ball = new THREE.SphereGeometry(radius * 1.25, 20, 14);
    this.lower = new THREE.Mesh(ball, metal(palette.joint));
    this.upper = new THREE.Mesh(ball, metal(palette.joint));
    this.ring = new THREE.Mesh(
      new THREE.TorusGeometry(radius * 2.1, radius * 0.35, 10, 32),
      new THREE.MeshBasicMaterial({ color: 0xdd3a36 }),
    );
    this.ring.visible = false;
    this.group.add(this.cylinder, this.rod, this.lower, this.upper, this.ring);
    this.lower.position.copy(this.from);
    const number = label(String(leg + 1), palette.text, Math.max(0.09, radius * 3.4));
    const out = 1 + (radius * 4 + 0.07) / Math.max(0.05, Math.hypot(this.from.x, this.from.y));
    number.position.set(this.from.x * out, this.from.y * out, this.from.z + 0.03);
    this.group.add(number);
  }

  /** Puts the leg between its joints; gives the length in mm that is drawn. */
  update(platformJoint: Point, use: number, limiting: boolean): number {
    const to = vector(platformJoint);
    const length = this.from.distanceTo(to);
    this.direction.subVectors(to, this.from).normalize();
    const body = Math.min(this.bodyLength, length);
    this.span(this.cylinder, this.from, body);
    const neck = this.from.clone().addScaledVector(this.direction, body * 0.97);
    this.span(this.rod, neck, Math.max(0.001, length - body * 0.97));
    this.upper.position.copy(to);
    useColour(this.rod.material.color, this.palette.rod, use);
    useColour(this.cylinder.material.color, this.palette.cylinder, use);
    this.ring.visible = limiting;
    this.ring.position.copy(this.from).addScaledVector(this.direction, body);
    this.ring.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), this.direction);
    return length / M;
  }

  private span(mesh: THREE.Mesh, from: THREE.Vector3, length: number): void {
    mesh.scale.set(1, length, 1);
    mesh.position.copy(from).addScaledVector(this.direction, length / 2);
    mesh.quaternion.setFromUnitVectors(UP, this.direction);
  }
}

export class Base {
  readonly group = new THREE.Group();
  constructor(machine: Machine, palette: Palette) {
    const mesh = new THREE.Mesh(plate(machine.base_joints_mm, 0.03, 0.07), metal(palette.base, 0.8, 0.1));
    mesh.position.z = -0.05;
    this.group.add(mesh);
  }
}

/** The moving plate; also drawn as the ghost of what is commanded. */
export class Plate {
  readonly group = new THREE.Group();
  constructor(machine: Machine, palette: Palette, ghost = false) {
    const geometry = plate(machine.platform_joints_mm, 0.028, 0.06);
    if (ghost) {
      const skin = new THREE.MeshBasicMaterial({
        color: palette.ghost,
        transparent: true,
        opacity: 0.2,
        depthWrite: false,
      });
      const mesh = new THREE.Mesh(geometry, skin);
      const edges = new THREE.LineSegments(
        new THREE.EdgesGeometry(geometry, 30),
        new THREE.LineBasicMaterial({ color: palette.ghost, transparent: true, opacity: 0.9 }),
      );
      this.group.add(mesh, edges);
    } else {
      this.group.add(new THREE.Mesh(geometry, metal(palette.platform, 0.6, 0.25)));
      this.group.add(this.arrow(machine, palette));
    }
  }

  /** Which side is forward (Y): a flat arrow on the plate. */
  private arrow(machine: Machine, palette: Palette): THREE.Mesh {
    const reach = Math.max(0.1, ...machine.platform_joints_mm.map((j) => j[1] * M)) * 0.75;
    const shape = new THREE.Shape();
    shape
      .moveTo(-0.05, reach - 0.1)
      .lineTo(0, reach)
      .lineTo(0.05, reach - 0.1)
      .closePath();
    const mesh = new THREE.Mesh(
      new THREE.ShapeGeometry(shape),
      new THREE.MeshBasicMaterial({
        color: palette.background,
        transparent: true,
        opacity: 0.75,
        side: THREE.DoubleSide,
      }),
    );
    mesh.position.z = 0.038;
    return mesh;
  }

  /** Row-major rotation and origin (mm) in base axes. */
  place(rotation: readonly Point[], origin: Point): void {
    const [x, y, z] = rotation as [Point, Point, Point];
    this.group.matrixAutoUpdate = false;
    this.group.matrix.set(
      x[0],
      x[1],
      x[2],
      origin[0] * M,
      y[0],
      y[1],
      y[2],
      origin[1] * M,
      z[0],
      z[1],
      z[2],
      origin[2] * M,
      0,
      0,
      0,
      1,
    );
  }
}

/** The rotary axis: a ring on the plate, with a mark that turns. */
export class Turntable {
  readonly group = new THREE.Group();
  constructor(machine: Machine, palette: Palette) {
    const reach = Math.max(0.12, ...machine.platform_joints_mm.map((j) => Math.hypot(j[0], j[1]) * M)) * 0.55;
    const paint = new THREE.MeshBasicMaterial({ color: palette.ghost });
    const ring = new THREE.Mesh(new THREE.TorusGeometry(reach, 0.012, 8, 48), paint);
    const mark = new THREE.Mesh(new THREE.BoxGeometry(0.03, reach, 0.02), paint);
    mark.position.y = reach / 2;
    this.group.add(ring, mark);
    this.group.position.z = 0.05;
  }
  /** Degrees about Z, positive as seen from above; gives what is drawn. */
  turn(degrees: number): number {
    this.group.rotation.z = (degrees * Math.PI) / 180;
    return degrees;
  }
}

/** The fixed pivot two legs tilt the platform about: a post from the base to the middle of the plate. */
export class Pivot {
  readonly group = new THREE.Group();
  constructor(machine: Machine, palette: Palette) {
    const top = vector(machine.platform_neutral_mm);
    const post = new THREE.Mesh(new THREE.CylinderGeometry(0.035, 0.06, top.z, 20), metal(palette.base));
    post.rotation.x = Math.PI / 2;
    post.position.set(top.x, top.y, top.z / 2);
    const ball = new THREE.Mesh(new THREE.SphereGeometry(0.06, 20, 14), metal(palette.joint));
    ball.position.copy(top);
    this.group.add(post, ball);
  }
}

/** The cabin above the plate with the eye point, where the machine has one. */
export class CabinBox {
  readonly group = new THREE.Group();
  constructor(machine: Machine, palette: Palette) {
    const cabin = machine.cabin;
    if (!cabin) return;
    const [w, d, h] = cabin.size_mm.map((side) => side * M) as [number, number, number];
    const box = new THREE.BoxGeometry(w, d, h);
    const skin = new THREE.Mesh(
      box,
      new THREE.MeshBasicMaterial({
        color: palette.platform,
        transparent: true,
        opacity: 0.12,
        depthWrite: false,
      }),
    );
    const edges = new THREE.LineSegments(
      new THREE.EdgesGeometry(box),
      new THREE.LineBasicMaterial({ color: palette.platform }),
    );
    for (const part of [skin, edges]) part.position.z = h / 2 + 0.04;
    this.group.add(skin, edges);
    if (cabin.eye_mm) {
      const eye = new THREE.Mesh(
        new THREE.SphereGeometry(0.03, 16, 12),
        new THREE.MeshBasicMaterial({ color: palette.ghost }),
      );
      eye.position.copy(vector(cabin.eye_mm));
      this.group.add(eye);
    }
  }
}

/** Where the platform's origin was: the newest few hundred points. */
export class Trail {
  readonly line: THREE.Line<THREE.BufferGeometry, THREE.LineBasicMaterial>;
  private readonly points: Float32Array;
  private count = 0;
  private readonly capacity = 600;

  constructor(palette: Palette) {
    this.points = new Float32Array(3 * this.capacity);
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(this.points, 3));
    geometry.setDrawRange(0, 0);
    this.line = new THREE.Line(
      geometry,
      new THREE.LineBasicMaterial({ color: palette.trail, transparent: true, opacity: 0.75 }),
    );
    this.line.frustumCulled = false;
  }

  add(origin: Point): void {
    const [x, y, z] = [origin[0] * M, origin[1] * M, origin[2] * M];
    const last = 3 * (this.count - 1);
    if (
      this.count > 0 &&
      Math.hypot(this.points[last]! - x, this.points[last + 1]! - y, this.points[last + 2]! - z) < 0.0015
    )
      return;
    if (this.count === this.capacity) {
      this.points.copyWithin(0, 3);
      this.count -= 1;
    }
    this.points.set([x, y, z], 3 * this.count);
    this.count += 1;
    this.line.geometry.setDrawRange(0, this.count);
    this.line.geometry.attributes['position']!.needsUpdate = true;
  }

  clear(): void {
    this.count = 0;
    this.line.geometry.setDrawRange(0, 0);
  }
}
