// The rows of the middle: which lines each has, in what colour. Force goes with travel, rotation with angle:
// what the surge of the vehicle does not get as travel it gets as pitch.

export const CHOICES = ['surge', 'sway', 'heave', 'all'] as const;
export type Choice = (typeof CHOICES)[number];
export const ROWS = ['force', 'rotation', 'platform', 'tilt'] as const;
export type Row = (typeof ROWS)[number];

/** Axis of the force and axis of the rotation that belong together (sway surge heave; pitch roll yaw). */
const PAIRS: Record<Choice, readonly [force: readonly number[], rotation: readonly number[]]> = {
  surge: [[1], [0]],
  sway: [[0], [1]],
  heave: [[2], [2]],
  all: [
    [0, 1, 2],
    [0, 1, 2],
  ],
};

export interface Line {
  column: string;
  of: 'vehicle' | 'felt' | 'platform' | 'tilt' | 'limit';
  axis: number | null; // 0…5
  scale: 'y' | 'right';
  dash: boolean;
  colour: number; // of the six line colours
}

export function linesOf(row: Row, choice: Choice): Line[] {
  const [force, rotation] = PAIRS[choice];
  const both = (name: 'force' | 'rate', axes: readonly number[], first: number): Line[] =>
    axes.flatMap((i) => [
      { column: `vehicle_${name}${i}`, of: 'vehicle', axis: first + i, scale: 'y', dash: true, colour: i },
      { column: `felt_${name}${i}`, of: 'felt', axis: first + i, scale: 'y', dash: false, colour: i },
    ]);
  switch (row) {
    case 'force':
      return both('force', force, 0);
    case 'rotation':
      return both('rate', rotation, 3);
    case 'platform':
      return [
        ...force.map(
          (i): Line => ({ column: `pose${i}`, of: 'platform', axis: i, scale: 'y', dash: false, colour: i }),
        ),
        ...rotation.map(
          (i): Line => ({
            column: `pose${3 + i}`,
            of: 'platform',
            axis: 3 + i,
            scale: 'right',
            dash: true,
            colour: 3 + i,
          }),
        ),
      ];
    case 'tilt':
      return [
        { column: 'tilt_rate', of: 'tilt', axis: null, scale: 'y', dash: false, colour: 4 },
        { column: 'tilt_limit', of: 'limit', axis: null, scale: 'y', dash: true, colour: 0 },
      ];
  }
}

export const UNIT: Record<Row, string> = { force: 'm/s²', rotation: '°/s', platform: 'mm, °', tilt: '°/s' };

/** The least span of a scale: what hardly moves shall look so. */
const LEAST: Record<Row, number> = { force: 1, rotation: 4, platform: 20, tilt: 1 };

export function scaleOf(row: Row, low: number | null, high: number | null): [number, number] {
  const least = LEAST[row];
  if (row === 'tilt') return [0, 1.15 * Math.max(least, high ?? 0)];
  const top = Math.max(high ?? 0, 0);
  const bottom = Math.min(low ?? 0, 0);
  const room = Math.max(least - (top - bottom), 0) / 2 + 0.06 * Math.max(top - bottom, least);
  return [bottom - room, top + room];
}
