import { describe, expect, test } from 'vitest';
import { machine } from '../api/decode';
import { MACHINE } from '../../e2e/fake_machine';
import { extensions, levelPose, nearly, place, rotation, strokeUse } from './kinematics';

const standard = machine(MACHINE);

test('R = Rz·Ry·Rx: pitch lifts what is in front, roll lowers the right side, yaw turns the front to the left', () => {
  const turned = (pose: number[], point: [number, number, number]) =>
    place(rotation(pose), [0, 0, 0], point).map((v) => +v.toFixed(6));
  expect(turned([0, 0, 0, 90, 0, 0], [0, 1, 0])).toEqual([0, 0, 1]);
  expect(turned([0, 0, 0, 0, 90, 0], [1, 0, 0])).toEqual([0, 0, -1]);
  expect(turned([0, 0, 0, 0, 0, 90], [0, 1, 0])).toEqual([-1, 0, 0]);
  // The order: first about X, then Y, then Z.
  expect(turned([0, 0, 0, 90, 90, 0], [0, 1, 0])).toEqual([1, 0, 0]);
});

describe('standard-400', () => {
  test('stands with every leg at mid-stroke at neutral', () => {
    for (const e of extensions(standard, [0, 0, 0, 0, 0, 0])) expect(e).toBeCloseTo(200, 1);
  });
  test('is retracted 232.49 mm below neutral', () => {
    for (const e of extensions(standard, [0, 0, -232.49, 0, 0, 0])) expect(e).toBeCloseTo(0, 1);
  });
  test('an untrusted pose is drawn level at the height of its mean leg length', () => {
    expect(levelPose(standard, [0, 0, 0, 0, 0, 0])[2]).toBeCloseTo(-232.49, 1);
    expect(levelPose(standard, [200, 200, 200, 200, 200, 200])[2]).toBeCloseTo(0, 1);
    expect(levelPose(standard, [NaN, NaN, NaN, NaN, NaN, NaN]).every(Number.isFinite)).toBe(true);
  });
});

test('stroke use is 0 in the middle and 1 at both ends', () => {
  expect([0, 100, 200, 400, 420].map((e) => strokeUse(e, 400))).toEqual([1, 0.5, 0, 1, 1.1]);
});

test('nearly knows millimetres from degrees, and NaN is near nothing', () => {
  expect(nearly([0, 0, 0, 0, 0, 0], [1, 0, 0, 0.1, 0, 0], 1, 0.1)).toBe(true);
  expect(nearly([0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0], 1, 0.1)).toBe(false);
  expect(nearly([NaN, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], 1, 0.1)).toBe(false);
});
