// Colours of the scene, for light and dark. Colour has meaning: steel is normal, amber is near an end of the
// stroke, red is at the end or the limiting leg, blue is what is commanded.

import * as THREE from 'three';

export interface Palette {
  background: number;
  floor: number;
  line: number;
  base: number;
  platform: number;
  cylinder: number;
  rod: number;
  joint: number;
  ghost: number;
  trail: number;
  text: string;
}

export const LIGHT: Palette = {
  background: 0xf2f4f7,
  floor: 0xe6e9ee,
  line: 0xc9cfd8,
  base: 0x8f99a8,
  platform: 0x5b6b80,
  cylinder: 0x6d7888,
  rod: 0xb9c2ce,
  joint: 0x434c59,
  ghost: 0x1f6fd0,
  trail: 0x1f6fd0,
  text: '#27313f',
};
export const DARK: Palette = {
  background: 0x12161c,
  floor: 0x1a2029,
  line: 0x2c3542,
  base: 0x4a5565,
  platform: 0x8496ad,
  cylinder: 0x5a6676,
  rod: 0xa7b3c2,
  joint: 0xc3ccd8,
  ghost: 0x58a6ff,
  trail: 0x58a6ff,
  text: '#dbe3ee',
};

const AMBER = new THREE.Color(0xe39a1b);
const RED = new THREE.Color(0xdd3a36);

/** Steel up to 70 % of the way to an end, then amber, red at the end. */
export function useColour(target: THREE.Color, rod: number, use: number): THREE.Color {
  target.set(rod);
  if (!(use <= 0.97)) return target.copy(RED);
  if (use > 0.7) target.lerp(AMBER, Math.min(1, (use - 0.7) / 0.15));
  if (use > 0.9) target.lerp(RED, (use - 0.9) / 0.07);
  return target;
}

/** A short text that always faces the camera. */
export function label(text: string, colour: string, height = 0.07): THREE.Sprite {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  const size = 64;
  canvas.width = Math.max(size, 26 * [...text].length + 24);
  canvas.height = size;
  if (context) {
    context.font = '600 42px system-ui, "WenQuanYi Micro Hei", sans-serif';
    context.fillStyle = colour;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(text, canvas.width / 2, size / 2);
  }
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  const sprite = new THREE.Sprite(
    new THREE.SpriteMaterial({ map: texture, depthTest: false, transparent: true }),
  );
  sprite.scale.set((height * canvas.width) / size, height, 1);
  sprite.renderOrder = 10;
  return sprite;
}

/** Frees what a part of the scene holds on the graphics card. */
export function dispose(root: THREE.Object3D): void {
  root.traverse((object) => {
    const mesh = object as Partial<THREE.Mesh>;
    mesh.geometry?.dispose();
    const materials = Array.isArray(mesh.material) ? mesh.material : mesh.material ? [mesh.material] : [];
    for (const material of materials) {
      (material as { map?: THREE.Texture | null }).map?.dispose();
      material.dispose();
    }
  });
  root.removeFromParent();
}
