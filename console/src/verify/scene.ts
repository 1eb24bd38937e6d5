// The edited platform in 3D: drawn where the program says its joints are. Draws only when something changed.

import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Machine, Point } from '../api/messages';
import { frame } from '../scene/framing';
import { DARK, dispose, LIGHT, type Palette } from '../scene/materials';
import { OnDemand } from '../scene/on_demand';
import { Base, Leg, Plate, vector } from '../scene/parts';
import { drawnBySoftware, SOFTWARE_RATIO } from '../scene/scene';
import { Triad } from '../scene/triad';
import type { End } from './draft';

/** What is drawn: joints of both ends in base axes, legs between them, and where the plate is. */
export interface Picture {
  base: Point[];
  platform: Point[]; // in platform axes
  joints: Point[]; // of the platform, in base axes
  rotation: Point[]; // rows
  centre: Point;
  legMin: number;
  broken: boolean[]; // a leg beyond a limit
  chosen: { end: End; leg: number } | null;
}

const CORNER = new THREE.Vector3(0.62, -1, 0.5).normalize();
const PICK_PX = 22;
/** Between two frames where the processor draws them: it has other things to do. */
const SOFTWARE_PAUSE_MS = 300;

export class EditedScene {
  frames = 0;
  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private readonly camera = new THREE.PerspectiveCamera(32, 1, 0.02, 100);
  private readonly controls: OrbitControls;
  private root = new THREE.Group();
  private palette: Palette = LIGHT;
  private picture: Picture | null = null;
  private size = 0;
  private readonly wanted = new OnDemand(() => this.draw());
  private stale = false; // the parts are not those of the picture
  private readonly software = drawnBySoftware();
  private down: { x: number; y: number } | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly picked: (end: End, leg: number) => void,
  ) {
    this.renderer = new THREE.WebGLRenderer({
      canvas,
      antialias: !this.software,
      powerPreference: 'low-power',
    });
    this.scene.add(this.root, new THREE.HemisphereLight(0xffffff, 0x8790a0, 1.9));
    const sun = new THREE.DirectionalLight(0xffffff, 1.6);
    sun.position.set(1.5, -2, 4);
    this.scene.add(sun);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.addEventListener('change', () => this.wanted.ask());
    canvas.style.touchAction = 'pan-y';
    canvas.addEventListener('pointerdown', this.pressed);
    canvas.addEventListener('pointerup', this.released);
    if (this.software) this.wanted.pause = SOFTWARE_PAUSE_MS;
    this.wanted.ask();
  }

  show(picture: Picture, dark: boolean): void {
    this.picture = picture;
    const palette = dark ? DARK : LIGHT;
    const other = palette !== this.palette;
    this.palette = palette;
    this.stale = true;
    this.wanted.ask(other);
  }
  resize(width: number, height: number): void {
    if (width < 2 || height < 2) return;
    this.renderer.setPixelRatio(
      this.software ? SOFTWARE_RATIO : Math.min(2, globalThis.devicePixelRatio || 1),
    );
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.look();
    this.wanted.ask(true);
  }
  look(): void {
    const joints = [...(this.picture?.base ?? []), ...(this.picture?.joints ?? [])];
    const known = joints.filter((joint) => joint.every(Number.isFinite));
    // Wider by the plates and the numbers of the legs.
    const points = known.map(vector).map((p) => p.set(p.x * 1.3, p.y * 1.3, p.z));
    if (points.length === 0) points.push(new THREE.Vector3(-0.3, -0.3, 0), new THREE.Vector3(0.3, 0.3, 0.5));
    const { up, fov, aspect } = this.camera;
    const { target, distance } = frame(points, CORNER, up, fov, aspect);
    this.controls.target.copy(target);
    this.camera.position.copy(target).addScaledVector(CORNER, distance * 1.04);
    this.controls.update();
    this.wanted.ask();
  }
  end(): void {
    this.wanted.end();
    this.canvas.removeEventListener('pointerdown', this.pressed);
    this.canvas.removeEventListener('pointerup', this.released);
    dispose(this.root);
    this.controls.dispose();
    this.renderer.dispose();
  }

  private readonly pressed = (event: PointerEvent): void =>
    void (this.down = { x: event.clientX, y: event.clientY });
  /** A click, not a turn of the camera: the nearest joint under it. */
  private readonly released = (event: PointerEvent): void => {
    const from = this.down;
    this.down = null;
    if (!from || !this.picture || Math.hypot(event.clientX - from.x, event.clientY - from.y) > 4) return;
    const box = this.canvas.getBoundingClientRect();
    let best: { end: End; leg: number; off: number } | null = null;
    for (const end of ['base', 'platform'] as const) {
      (end === 'base' ? this.picture.base : this.picture.joints).forEach((joint, leg) => {
        const at = vector(joint).project(this.camera);
        const off = Math.hypot(
          ((at.x + 1) / 2) * box.width - (event.clientX - box.left),
          ((1 - at.y) / 2) * box.height - (event.clientY - box.top),
        );
        if (off < PICK_PX && (!best || off < best.off)) best = { end, leg, off };
      });
    }
    const found = best as { end: End; leg: number } | null;
    if (found) this.picked(found.end, found.leg);
  };

  private build(): void {
    const picture = this.picture;
    if (!picture) return;
    dispose(this.root);
    this.root = new THREE.Group();
    this.scene.add(this.root);
    this.scene.background = new THREE.Color(this.palette.background);
    const reach = Math.max(
      0.1,
      ...[...picture.base, ...picture.platform].map((joint) => Math.hypot(joint[0], joint[1]) / 1000),
    );
    const resized = Math.abs(reach - this.size) > 0.2 * this.size;
    this.size = reach;
    this.addFloor(reach);
    const machine = {
      base_joints_mm: picture.base,
      platform_joints_mm: picture.platform,
      leg_min_mm: picture.base.map(() => picture.legMin),
    } as unknown as Machine;
    if (picture.base.length > 0) {
      this.root.add(new Base(machine, this.palette).group);
      const plate = new Plate(machine, this.palette);
      plate.place(picture.rotation, picture.centre);
      this.root.add(plate.group);
      picture.joints.forEach((joint, i) => {
        const leg = new Leg(machine, i, this.palette);
        leg.update(joint, picture.broken[i] ? 1 : 0, picture.broken[i] ?? false);
        this.root.add(leg.group);
      });
    }
    const { chosen } = picture;
    const place = chosen ? (chosen.end === 'base' ? picture.base : picture.joints)[chosen.leg] : undefined;
    if (place) {
      const mark = new THREE.Mesh(
        new THREE.SphereGeometry(Math.max(0.03, reach * 0.085), 20, 14),
        new THREE.MeshBasicMaterial({
          color: this.palette.ghost,
          transparent: true,
          opacity: 0.75,
          depthTest: false,
        }),
      );
      mark.position.copy(vector(place));
      mark.renderOrder = 8;
      this.root.add(mark);
    }
    this.root.add(new Triad(reach * 0.42).group);
    if (resized) this.look();
  }

  private addFloor(reach: number): void {
    const size = Math.max(1, Math.ceil(reach * 4.5));
    const grid = new THREE.GridHelper(size, Math.min(60, size * 4), this.palette.line, this.palette.line);
    grid.rotation.x = Math.PI / 2;
    grid.position.z = -0.072;
    this.root.add(grid);
  }

  private draw(): void {
    if (this.stale) this.build();
    this.stale = false;
    this.renderer.render(this.scene, this.camera);
    this.frames += 1;
  }
}
