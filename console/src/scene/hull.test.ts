import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { machine as decode } from '../api/decode';
import { hullAt } from './hull';
import { extensions } from './kinematics';

const machine = decode(
  JSON.parse(readFileSync(new URL('../../../tests/data/console/machine.json', import.meta.url), 'utf8')),
);
const level = (z: number) => [0, 0, z, 0, 0, 0];

test('at neutral it reaches along X and Y as far as the program says each axis goes alone', () => {
  const hull = hullAt(machine, level(0));
  const most = (axis: 0 | 1) => Math.max(...hull.map((point) => point[axis]));
  expect(most(0) / machine.ranges[0]![1]).toBeCloseTo(1, 1);
  expect(most(1) / machine.ranges[1]![1]).toBeCloseTo(1, 1);
});

test('no point of it asks a leg for more than its stroke, and a little farther one does', () => {
  for (const [x, y] of hullAt(machine, level(40))) {
    const inside = extensions(machine, [x, y, 40, 0, 0, 0]);
    expect(Math.min(...inside)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...inside)).toBeLessThanOrEqual(machine.stroke_mm);
    const outside = extensions(machine, [1.02 * x, 1.02 * y, 40, 0, 0, 0]);
    expect(outside.some((e) => e < 1 || e > machine.stroke_mm - 1)).toBe(true);
  }
});

test('near the top it is smaller, beyond it there is none', () => {
  const wide = (z: number) => Math.max(...hullAt(machine, level(z)).map((point) => point[0]));
  const top = machine.ranges[2]![1];
  expect(wide(0.9 * top)).toBeLessThan(0.7 * wide(0));
  expect(hullAt(machine, level(top + 50))).toEqual([]);
});
