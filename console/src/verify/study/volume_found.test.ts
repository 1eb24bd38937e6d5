import { expect, test } from 'vitest';
import type { VolumeSlice } from './answers';
import { joined } from './volume_found';

const slice = (litres: number, force: number, speed: number): VolumeSlice => ({
  box: null,
  firstRow: 0,
  rows: 1,
  layers: 2,
  litres,
  vertices: [0, 0, litres, 1, 0, litres, 0, 1, litres],
  triangles: [0, 1, 2],
  worstForce: { force, leg: 1, pose: [0, 0, force, 0, 0, 0] },
  slowest: [null, { axis: 'surge', value: speed, unit: 'mm/s', pose: [0, speed, 0, 0, 0, 0] }],
});

test('litres add up, corners are counted on, and the worst of all slices is kept', () => {
  const one = joined(null, slice(2, 1.5, 80));
  const both = joined(one, slice(3, 1.25, 60));
  expect(both.litres).toBe(5);
  expect(both.vertices).toHaveLength(18);
  expect(both.triangles).toEqual([0, 1, 2, 3, 4, 5]);
  expect(both.force?.force).toBe(1.5);
  expect(both.slowest.map((axis) => axis?.value ?? null)).toEqual([null, 60]);
  const third = joined(both, slice(1, 1.75, 90));
  expect([third.force?.force, third.slowest[1]?.value]).toEqual([1.75, 60]);
  const empty = joined(third, {
    ...slice(NaN, 0, 0),
    worstForce: null,
    slowest: [null, null],
    vertices: [],
    triangles: [],
  });
  expect([empty.litres, empty.force?.force, empty.slowest[1]?.value]).toEqual([6, 1.75, 60]);
});
