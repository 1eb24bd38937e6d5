// The 3D view: takes every telemetry frame, draws when what can be seen of it changed. How often it draws follows
// from how long a frame takes here, so that a weak computer still answers to the mouse.

import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Machine, Six, State, Telemetry } from '../api/messages';
import { extensions, levelPose, nearly, originOf, platformJoints, rotation, strokeUse } from './kinematics';
import { frame, reached } from './framing';
import { Hull } from './hull';
import { DARK, dispose, LIGHT, type Palette } from './materials';
import { OnDemand } from './on_demand';
import { Base, CabinBox, Leg, Pivot, plain, Plate, Trail, Turntable } from './parts';
import { Triad } from './triad';

export type Side = 'front' | 'back' | 'left' | 'right' | 'top' | 'bottom' | 'corner';

/** Camera directions. The platform's front is Y; seen from behind, X points to the right. */
const SIDES: Record<Side, [number, number, number]> = {
  front: [0, 1, 0.02],
  back: [0, -1, 0.02],
  left: [-1, 0, 0.02],
  right: [1, 0, 0.02],
  top: [0, -0.001, 1],
  bottom: [0, -0.001, -1],
  corner: [0.62, -1, 0.5],
};

const NOTHING = [new THREE.Vector3(-0.6, -0.6, 0), new THREE.Vector3(0.6, 0.6, 1)]; // no machine yet
const MEASURED_EVERY = 40;
const SLOW_MS = 12;
/** Pixels drawn for one of the screen's, where the processor draws them. */
export const SOFTWARE_RATIO = 0.75;
/** Moved by less than this it looks the same: a tenth of a pixel, mm and degrees. */
const SEEN_MM = 0.2;
const SEEN_DEG = 0.02;

/** No graphics card: every pixel is work for the processor that also moves the platform, perhaps. */
export function drawnBySoftware(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2');
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = gl && info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name);
}

const RAISED: ReadonlySet<State> = new Set<State>([
  'ready',
  'running',
  'to_neutral',
  'holding',
  'stopping',
  'fault',
  'emergency',
]);

export interface SceneSwitches {
  ghost: boolean;
  trail: boolean;
  axes: boolean;
  cabin: boolean;
  hull: boolean;
}

/** What was drawn last, for whoever wants to check it. */
export interface Drawn {
  frames: number;
  rods: number[]; // mm of extension, measured on the drawn parts
  pose: Six;
  ghost: boolean;
  limiting: number | null;
  trusted: boolean;
  turned: number; // degrees of the rotary axis, NaN without one
  pivot: boolean;
  hull: number; // points of it
  edge: number; // of what the machine can reach, furthest from the middle; 1 is the edge of the picture
}

export class PlatformScene {
  readonly drawn: Drawn = {
    frames: 0,
    rods: [],
    pose: [],
    ghost: false,
    limiting: null,
    trusted: false,
    turned: NaN,
    pivot: false,
    hull: 0,
    edge: NaN,
  };
  private readonly renderer: THREE.WebGLRenderer;
  readonly software: boolean;
  private readonly scene = new THREE.Scene();
  private readonly camera = new THREE.PerspectiveCamera(32, 1, 0.05, 60);
  private readonly controls: OrbitControls;
  private palette: Palette = LIGHT;
  private machine: Machine | null = null;
  private root = new THREE.Group();
  private legs: Leg[] = [];
  private plate: Plate | null = null;
  private ghost: Plate | null = null;
  private cabin: CabinBox | null = null;
  private turntable: Turntable | null = null;
  private typed: Six | null = null;
  private reach: THREE.Vector3[] = [];
  private side: Side | null = 'corner'; // null: turned by hand
  private trail: Trail | null = null;
  private hull: Hull | null = null;
  private triads: Triad[] = [];
  private telemetry: Telemetry | null = null;
  private switches: SceneSwitches = { ghost: true, trail: true, axes: true, cabin: true, hull: true };
  private seen = ''; // of the newest frame
  private slow = 0; // what a slow computer waits between two frames, ms
  private readonly frames = new OnDemand(() => this.draw());

  constructor(
    canvas: HTMLCanvasElement,
    private readonly turned: (camera: THREE.Quaternion) => void,
    /** Between two frames at least, ms. */
    private readonly least: () => number = () => 0,
  ) {
    this.software = drawnBySoftware();
    plain.value = this.software;
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
    this.controls.addEventListener('change', () => this.touch());
    this.controls.addEventListener('start', () => (this.side = null));
    canvas.style.touchAction = 'pan-y'; // a finger that goes up or down scrolls the page
    this.look('corner');
  }

  setMachine(machine: Machine): void {
    this.machine = machine;
    this.reach = reached(machine);
    this.build();
    this.look('corner');
  }
  setDark(dark: boolean): void {
    this.palette = dark ? DARK : LIGHT;
    this.build();
  }
  setSwitches(switches: SceneSwitches): void {
    this.switches = switches;
    if (!switches.trail) this.trail?.clear();
    this.touch();
  }
  update(telemetry: Telemetry): void {
    this.telemetry = telemetry;
    if (this.machine && telemetry.pose_valid && this.switches.trail)
      this.trail?.add(originOf(this.machine, telemetry.pose));
    const look = this.lookOf(telemetry);
    if (look === this.seen) return;
    this.seen = look;
    this.touch();
  }
  /** Whether it is on the screen. */
  see(seen: boolean): void {
    this.frames.see(seen);
  }
  /** `covered`: of the height, at its lower end, by what lies over the picture: the machine stands above it. */
  resize(width: number, height: number, covered = 0): void {
    if (width < 2 || height < 2) return;
    this.renderer.setPixelRatio(
      this.software ? SOFTWARE_RATIO : Math.min(2, globalThis.devicePixelRatio || 1),
    );
    this.renderer.setSize(width, height, false);
    const free = Math.max(0.6 * height, height - covered);
    this.camera.aspect = width / free;
    this.camera.setViewOffset(width, free, 0, 0, width, height);
    if (this.side) this.look(this.side);
    this.touch(true);
  }
  /** The target that is typed and not yet gone to. */
  setTyped(pose: Six | null): void {
    if (pose?.join() === this.typed?.join()) return;
    this.typed = pose;
    this.touch();
  }
  look(side: Side): void {
    this.side = side;
    const direction = new THREE.Vector3(...SIDES[side]).normalize();
    const { up, fov, aspect } = this.camera;
    const points = this.reach.length > 0 ? this.reach : NOTHING;
    const { target, distance } = frame(points, direction, up, fov, aspect);
    this.controls.target.copy(target);
    this.camera.position.copy(target).addScaledVector(direction, distance * 1.04);
    this.controls.update();
    this.touch();
  }
  end(): void {
    this.frames.end();
    dispose(this.root);
    this.controls.dispose();
    this.renderer.dispose();
  }

  private touch(now = false): void {
    this.frames.pause = Math.max(this.least(), this.slow);
    this.frames.ask(now);
  }

  /** All of a frame that the picture shows. */
  private lookOf(t: Telemetry): string {
    const six = (pose: Six) => pose.map((v, i) => Math.round(v / (i < 3 ? SEEN_MM : SEEN_DEG)));
    return [
      t.state,
      t.pose_valid ? six(t.pose) : 0,
      t.state === 'running' && this.switches.ghost ? six(t.target) : 0,
      t.legs.map((leg) => Math.round(leg.extension_mm / SEEN_MM)),
      t.limits[0]?.leg ?? t.fault?.leg,
      Math.round((t.rotary?.angle ?? 0) / SEEN_DEG),
    ].join();
  }

  private build(): void {
    dispose(this.root);
    this.root = new THREE.Group();
    this.scene.add(this.root);
    this.scene.background = new THREE.Color(this.palette.background);
    const machine = this.machine;
    if (!machine) return this.touch(true);
    const reach = Math.max(0.4, ...machine.base_joints_mm.map((j) => Math.hypot(j[0], j[1]) / 1000));
    this.addFloor(reach);
    this.legs = machine.base_joints_mm.map((_, leg) => new Leg(machine, leg, this.palette));
    this.plate = new Plate(machine, this.palette);
    this.ghost = new Plate(machine, this.palette, true);
    this.cabin = new CabinBox(machine, this.palette);
    this.trail = new Trail(this.palette);
    this.hull = new Hull(this.palette);
    this.turntable = machine.rotary ? new Turntable(machine, this.palette) : null;
    const pivot = machine.legs === 2 ? new Pivot(machine, this.palette) : null;
    this.drawn.pivot = pivot !== null;
    this.triads = [new Triad(reach * 0.42), new Triad(reach * 0.3, '′')];
    this.plate.group.add(this.triads[1]!.group, this.cabin.group);
    if (this.turntable) this.plate.group.add(this.turntable.group);
    if (pivot) this.root.add(pivot.group);
    const legs = this.legs.map((leg) => leg.group);
    const moving = [...legs, this.plate.group, this.ghost.group, this.trail.line, this.hull.line];
    this.root.add(new Base(machine, this.palette).group, ...moving, this.triads[0]!.group);
    this.touch(true);
  }

  private addFloor(reach: number): void {
    const size = Math.ceil(reach * 4.5) + 1;
    const paint = new THREE.MeshBasicMaterial({ color: this.palette.floor });
    const floor = new THREE.Mesh(new THREE.CircleGeometry(size * 0.72, 72), paint);
    const grid = new THREE.GridHelper(size, size * 4, this.palette.line, this.palette.line);
    grid.rotation.x = Math.PI / 2;
    (grid.material as THREE.Material).transparent = true;
    (grid.material as THREE.Material).opacity = 0.55;
    floor.position.z = -0.075;
    grid.position.z = -0.072;
    this.root.add(floor, grid);
  }

  private poseToDraw(machine: Machine, t: Telemetry | null): { pose: Six; trusted: boolean } {
    if (t?.pose_valid && t.pose.every(Number.isFinite)) return { pose: t.pose, trusted: true };
    const legs = t?.legs.map((leg) => leg.extension_mm) ?? machine.neutral_extension_mm.map(() => 0);
    return { pose: levelPose(machine, legs), trusted: false };
  }

  private arrange(): void {
    const machine = this.machine;
    if (!machine || !this.plate || !this.ghost) return;
    const t = this.telemetry;
    const { pose, trusted } = this.poseToDraw(machine, t);
    const limiting = t?.limits[0]?.leg ?? t?.fault?.leg ?? null;
    const joints = platformJoints(machine, pose);
    // elsewhere the lower end of the stroke is where the legs belong
    const raised = t !== null && RAISED.has(t.state);
    this.drawn.rods = this.legs.map((leg, i) => {
      const reported = t?.legs[i]?.extension_mm ?? 0;
      const use = raised || reported > machine.stroke_mm / 2 ? strokeUse(reported, machine.stroke_mm) : 0;
      return leg.update(joints[i]!, use, limiting === i + 1) - machine.leg_min_mm[i]!;
    });
    this.plate.place(rotation(pose), originOf(machine, pose));
    if (this.cabin) {
      this.cabin.group.visible = this.switches.cabin;
      this.cabin.group.rotation.z = ((t?.rotary?.angle ?? 0) * Math.PI) / 180;
    }
    this.drawn.turned = this.turntable?.turn(t?.rotary?.angle ?? 0) ?? NaN;
    const ghost = this.ghostPose(machine, t, pose);
    this.ghost.group.visible = ghost !== null;
    if (ghost) this.ghost.place(rotation(ghost), originOf(machine, ghost));
    if (this.trail) this.trail.line.visible = this.switches.trail;
    this.drawn.hull = this.arrangeHull(machine, pose, trusted && raised);
    for (const triad of this.triads) triad.group.visible = this.switches.axes;
    Object.assign(this.drawn, { pose, ghost: ghost !== null, limiting, trusted });
  }

  private arrangeHull(machine: Machine, pose: Six, known: boolean): number {
    if (!this.hull) return 0;
    this.hull.line.visible = known && this.switches.hull;
    if (this.hull.line.visible) this.hull.update(machine, pose);
    return this.hull.line.visible ? this.hull.count : 0;
  }

  /**
   * The typed target, or where the running program goes, where that is far enough from where it is to be
   * seen.
   */
  private ghostPose(machine: Machine, t: Telemetry | null, actual: Six): Six | null {
    if (!t?.pose_valid || !this.switches.ghost) return null;
    const asked = t.state === 'running' ? t.target : this.typed;
    if (!asked?.every(Number.isFinite) || nearly(asked, actual, 3, 0.3)) return null;
    return extensions(machine, asked).every(Number.isFinite) ? asked : null;
  }

  private draw(): void {
    const start = performance.now();
    this.arrange();
    this.drawn.edge = this.edge();
    this.renderer.render(this.scene, this.camera);
    this.turned(this.camera.quaternion);
    this.drawn.frames += 1;
    if (this.drawn.frames % MEASURED_EVERY === 2) this.measure(start);
  }

  private edge(): number {
    const at = new THREE.Vector3();
    this.camera.updateMatrixWorld();
    return this.reach.reduce((most, point) => {
      at.copy(point).project(this.camera);
      return Math.max(most, Math.abs(at.x), Math.abs(at.y));
    }, 0);
  }

  /**
   * How long a frame really takes: reading a pixel waits for it. A slow one leaves time for everything else.
   * Not the first: it also makes what all are drawn with.
   */
  private measure(start: number): void {
    const gl = this.renderer.getContext();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    const took = performance.now() - start;
    this.slow = took > SLOW_MS ? Math.min(500, Math.max(100, 4 * took)) : 0;
  }
}
