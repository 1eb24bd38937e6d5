import { expect, test } from 'vitest';
import type { Machine } from '../api/messages';
import { History } from './history';
import { linesOf, motionIn, quantitiesOf, resolve, QUANTITIES } from './plot_layout';
import { ready } from './testing';

const ALL = [...QUANTITIES];
const machine = {
  legs: 6,
  stroke_mm: 400,
  ranges: [
    [-300, 300],
    [-300, 300],
    [-200, 200],
    [-25, 25],
    [-25, 25],
    [-30, 30],
  ],
} as unknown as Machine;

function moved(of: (t: number) => number[]): Record<string, number> {
  const history = new History(6);
  for (let i = 0; i < 300; ++i) history.append(ready({ time_s: i / 30, pose: of(i / 30) }));
  return motionIn(history, 0, 10, machine);
}

test('what moves is chosen: a pitch sine shows rotation first, a heave sine translation', () => {
  const pitch = moved((t) => [0, 0, 0, 5 * Math.sin(t), 0, 0]);
  expect(resolve(['auto'], ALL, pitch)).toEqual(['rotation']);
  const heave = moved((t) => [0, 0, 20 * Math.sin(t), 0, 0, 0]);
  expect(resolve(['auto'], ALL, heave)).toEqual(['pose']);
});

test('standing still shows translation and rotation; a tremble is no motion', () => {
  const still = moved((t) => [0, 0, 0.05 * Math.sin(9 * t), 0, 0, 0]);
  expect(resolve(['auto', 'auto'], ALL, still)).toEqual(['pose', 'rotation']);
});

test('legs alone (a jog without a pose) are shown', () => {
  expect(resolve(['auto', 'auto'], ALL, { pose: 0, rotation: 0, legs: 0.1 })).toEqual(['legs', 'pose']);
});

test('panels keep their places while nothing that moves is missing', () => {
  const both = { pose: 0.01, rotation: 0.2, legs: 0.2 };
  expect(resolve(['auto', 'auto'], ALL, both, ['pose', 'rotation'])).toEqual(['pose', 'rotation']);
  expect(resolve(['auto', 'auto'], ALL, both)).toEqual(['rotation', 'pose']);
  expect(resolve(['auto'], ALL, both, ['pose'])).toEqual(['rotation']);
});

test('what is chosen by hand stays, and nothing is shown twice', () => {
  expect(resolve(['rotation', 'auto', 'auto'], ALL, { rotation: 0.3 })).toEqual([
    'rotation',
    'pose',
    'error',
  ]);
});

test('a machine that only tilts has no translation to show', () => {
  const tilts = quantitiesOf({
    ranges: machine.ranges.map((range, i) => (i < 3 ? [0, 0] : range)),
  } as Machine);
  expect(tilts).not.toContain('pose');
  expect(resolve(['pose', 'auto'], tilts, {})).toEqual(['rotation']);
});

test('errors are of the axes, legs of the legs there are', () => {
  expect(linesOf('turn_error', 6).map((line) => line.column)).toEqual(['RX_error', 'RY_error', 'RZ_error']);
  expect(linesOf('torque', 2).map((line) => line.column)).toEqual(['torque1', 'torque2']);
  expect(linesOf('pose', 6).filter((line) => line.dash)).toHaveLength(3);
});
