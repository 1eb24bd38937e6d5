// The machine the stand-in is: standard-400 (docs/lifecycle.md), as GET /api/machine tells it.

const ring = (radius: number, angles: number[], z = 0) =>
  angles.map((angle) => [
    radius * Math.cos((angle * Math.PI) / 180),
    radius * Math.sin((angle * Math.PI) / 180),
    z,
  ]);
const b = (Math.asin(50 / 600) * 180) / Math.PI;
const p = (Math.asin(50 / 450) * 180) / Math.PI;

export const MACHINE = {
  platform: 'standard-400',
  simulated: true,
  legs: 6,
  rotary: false,
  revision: 1,
  neutral_height_mm: 890.45,
  base_joints_mm: ring(600, [150 - b, 30 + b, 30 - b, 270 + b, 270 - b, 150 + b]),
  platform_joints_mm: ring(450, [90 + p, 90 - p, 330 + p, 330 - p, 210 + p, 210 - p]),
  platform_neutral_mm: [0, 0, 890.45],
  leg_min_mm: 800,
  leg_max_mm: 1200,
  stroke_mm: 400,
  neutral_extension_mm: [200, 200, 200, 200, 200, 200],
  limits: {
    velocity: [400, 400, 400, 40, 40, 40],
    acceleration: [4000, 4000, 4000, 250, 250, 250],
    jerk: [],
    leg_velocity_mm_s: 500,
  },
  ranges: [
    [-354, 354],
    [-357, 410],
    [-232, 219],
    [-30.2, 30],
    [-30.8, 30.8],
    [-50.1, 50.1],
  ],
  cabin: null as unknown,
  payload_kg: 500,
  relays: 12,
  outputs: 8,
  inputs: 8,
  protocols: ['lingjing', 'mdof', 'csfi', 'motus', 'darren'].map((name, i) => ({
    name,
    address: `127.0.0.1:${1100 + i}`,
  })),
  version: '0.0.0',
  speed: 1,
};
