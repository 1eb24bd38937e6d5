// A surface in 3D: the places the platform's centre can be at. Draws only when something changed.

import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';

export class VolumeScene {
  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private readonly camera = new THREE.PerspectiveCamera(32, 1, 1, 1e6);
  private readonly controls: OrbitControls;
  private mesh: THREE.Mesh | null = null;
  private wires: THREE.LineSegments | null = null;
  private asked = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.renderer = new THREE.WebGLRenderer({ canvas, alpha: true, powerPreference: 'low-power' });
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x8790a0, 1.9));
    const sun = new THREE.DirectionalLight(0xffffff, 1.4);
    sun.position.set(1.5, -2, 4);
    this.scene.add(sun);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener('change', () => this.draw());
  }

  /** Vertices in mm from neutral, three a point; triangles as their numbers. */
  show(vertices: readonly number[], triangles: readonly number[], dark: boolean, reframe: boolean): void {
    this.clear();
    if (triangles.length === 0) return this.draw();
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute([...vertices], 3));
    geometry.setIndex([...triangles]);
    geometry.computeVertexNormals();
    this.mesh = new THREE.Mesh(
      geometry,
      new THREE.MeshStandardMaterial({
        color: dark ? 0x79b8ff : 0x2f6fb5,
        roughness: 0.8,
        side: THREE.DoubleSide,
        flatShading: true,
      }),
    );
    this.wires = new THREE.LineSegments(
      new THREE.EdgesGeometry(geometry, 25),
      new THREE.LineBasicMaterial({ color: dark ? 0xdde6f2 : 0x1c2b3d, transparent: true, opacity: 0.35 }),
    );
    this.scene.add(this.mesh, this.wires);
    if (reframe) {
      geometry.computeBoundingSphere();
      const sphere = geometry.boundingSphere!;
      this.controls.target.copy(sphere.center);
      this.camera.position
        .copy(sphere.center)
        .add(new THREE.Vector3(0.62, -1, 0.55).normalize().multiplyScalar(sphere.radius * 3.6));
      this.controls.update();
    }
    this.draw();
  }

  resize(width: number, height: number): void {
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / Math.max(1, height);
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  end(): void {
    cancelAnimationFrame(this.asked);
    this.clear();
    this.controls.dispose();
    this.renderer.dispose();
  }

  private clear(): void {
    for (const part of [this.mesh, this.wires]) {
      if (!part) continue;
      this.scene.remove(part);
      part.geometry.dispose();
      (part.material as THREE.Material).dispose();
    }
    this.mesh = this.wires = null;
  }
  private draw(): void {
    cancelAnimationFrame(this.asked);
    this.asked = requestAnimationFrame(() => this.renderer.render(this.scene, this.camera));
  }
}
