// Which lines are drawn where, and what is counted as travel.

import { expect, test } from 'vitest';
import { legsAt, ready } from '../state/testing';
import { CHOICES, linesOf, ROWS, scaleOf } from './lines';
import { axesOf, cueColumns, largestShare, shareOf, strokeShare, Traces, Travel } from './traces';
import type { CueNow, Machine } from '../api/messages';

const cue = (change: Partial<CueNow> = {}): CueNow => ({
  active: true,
  vehicle_rate: [1, 2, 3],
  vehicle_acceleration: [4, 5, 6],
  felt_rate: [7, 8, 9],
  felt_force: [10, 11, 12],
  tilt_rate: 1.5,
  predictive: 0,
  fallbacks: 0,
  tuned: 1,
  effect_share: 1,
  effects: [],
  manoeuvre: null,
  ...change,
});

test('every line has a column', () => {
  const known = cueColumns(() => 3).map(([name]) => name);
  for (const row of ROWS)
    for (const choice of CHOICES)
      for (const line of linesOf(row, choice)) expect(known, `${row} ${choice}`).toContain(line.column);
});

test('surge is shown with pitch, sway with roll: the tilt that carries it', () => {
  const columns = (row: 'force' | 'rotation' | 'platform', choice: 'surge' | 'sway') =>
    linesOf(row, choice).map((line) => line.column);
  expect(columns('force', 'surge')).toEqual(['vehicle_force1', 'felt_force1']);
  expect(columns('rotation', 'surge')).toEqual(['vehicle_rate0', 'felt_rate0']);
  expect(columns('platform', 'surge')).toEqual(['pose1', 'pose3']);
  expect(columns('platform', 'sway')).toEqual(['pose0', 'pose4']);
  expect(linesOf('rotation', 'sway').map((line) => line.axis)).toEqual([4, 4]);
});

test('vehicle and felt come from their own places of the telemetry', () => {
  const traces = new Traces(() => 3);
  traces.append(ready({ time_s: 10, cue: cue() }));
  const names = [
    'vehicle_force0',
    'vehicle_force2',
    'felt_force1',
    'vehicle_rate0',
    'felt_rate2',
    'tilt_rate',
  ];
  expect(traces.history.slice(names, 9, 11).map((line) => line[0])).toEqual([10, 4, 6, 11, 1, 9, 1.5]);
});

test('the limit of the tilt is drawn as it was at the time', () => {
  let limit = 3;
  const traces = new Traces(() => limit);
  traces.append(ready({ time_s: 10, cue: cue() }));
  limit = 1;
  traces.append(ready({ time_s: 10.1, cue: cue() }));
  expect(traces.history.slice(['tilt_limit'], 9, 11)[1]).toEqual([3, 1]);
});

test('a time without telemetry is a hole, no straight line', () => {
  const traces = new Traces(() => 3);
  traces.append(ready({ time_s: 10, cue: cue() }));
  traces.append(ready({ time_s: 10.02, cue: cue() }));
  traces.append(ready({ time_s: 14, cue: cue() }));
  expect(traces.history.slice(['felt_force0'], 0, 20)[1]).toEqual([10, 10, null, 10]);
});

test('travel counts while a program runs, both ways, and not on the way up', () => {
  const travel = new Travel();
  travel.take(ready({ state: 'ascending', pose: [0, 0, -232, 0, 0, 0] }));
  travel.take(
    ready({ state: 'running', pose: [10, 0, 30, 0, 0, 0], legs: legsAt([210, 190, 200, 200, 200, 200]) }),
  );
  travel.take(
    ready({ state: 'running', pose: [-20, 0, 5, 0, 0, 0], legs: legsAt([150, 195, 200, 200, 200, 200]) }),
  );
  travel.take(ready({ state: 'running', pose_valid: false, pose: [900, 0, 0, 0, 0, 0] }));
  expect([travel.used.low[0], travel.used.high[0], travel.used.low[2], travel.used.high[2]]).toEqual([
    -20, 10, 5, 30,
  ]);
  expect([travel.used.legLow[0], travel.used.legHigh[0]]).toEqual([150, 210]);
  travel.reset();
  expect(travel.used.low[0]).toBeNaN();
  expect(travel.used.legLow).toEqual([]);
});

test('a share is of the reach to that side', () => {
  expect(shareOf(-116, [-232, 219])).toBeCloseTo(0.5);
  expect(shareOf(54.75, [-232, 219])).toBeCloseTo(0.25);
  expect(largestShare(-116, 54.75, [-232, 219])).toBeCloseTo(0.5);
  expect(largestShare(NaN, NaN, [-1, 1])).toBeNaN();
  expect(strokeShare(300, 200, 400)).toBeCloseTo(0.5);
  expect(strokeShare(50, 200, 400)).toBeCloseTo(0.75);
  expect(
    axesOf({
      ranges: [
        [0, 0],
        [0, 0],
        [-10, 10],
        [-5, 5],
        [-5, 5],
        [0, 0],
      ],
    } as unknown as Machine),
  ).toEqual([2, 3, 4]);
});

test('scales hold what is drawn, and do not blow up what hardly moves', () => {
  expect(scaleOf('force', -0.01, 0.01)[1]).toBeGreaterThan(0.4);
  const [low, high] = scaleOf('force', -2, 3);
  expect(low).toBeLessThan(-2);
  expect(high).toBeGreaterThan(3);
  expect(scaleOf('platform', null, null)[0]).toBeLessThan(0);
  expect(scaleOf('tilt', 0, 3)[0]).toBe(0);
});
