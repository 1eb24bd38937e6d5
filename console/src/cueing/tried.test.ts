import { expect, test } from 'vitest';
import { better, comparisonOf, manoeuvresOf, QUANTITIES, tuningsOf } from './tried_answers';

const quantity = (name: string) => QUANTITIES.find(([one]) => one === name)!;

test('tunings and manoeuvres are read, whatever is missing', () => {
  expect(
    tuningsOf({
      tunings: [{ name: 'a', words: 'preset=car', in_force: true }],
      damaged: [{ text: 'b.json: damaged', message: null }],
    }),
  ).toEqual({
    tunings: [{ name: 'a', words: 'preset=car', inForce: true }],
    damaged: [{ text: 'b.json: damaged', message: null }],
  });
  expect(tuningsOf(null)).toEqual({ tunings: [], damaged: [] });
  expect(manoeuvresOf({ manoeuvres: [{ name: 'x.csv', title: 'x', from: 'uploaded' }, 7] })).toEqual([
    { name: 'x.csv', title: 'x', uploaded: true },
    { name: '', title: '', uploaded: false },
  ]);
  expect(manoeuvresOf('no')).toEqual([]);
});

test('a comparison: numbers by quantity, those that are not known are NaN, lines an axis each', () => {
  const read = comparisonOf({
    manoeuvre: 'step.csv',
    t: [0, 1],
    vehicle_force: [
      [0, 0],
      [0, 1],
      [0, 0],
    ],
    results: [
      { tuning: 'a', share_percent: null, force_percent: 41, force_against: { value: 0.3, axis: 'surge' } },
      {
        tuning: 'now',
        felt_force: [
          [1, 2],
          [3, 4],
          [5, 6],
        ],
      },
    ],
  });
  expect(read.results[0]!.values).toMatchObject({
    share_percent: NaN,
    force_percent: 41,
    force_against: 0.3,
  });
  expect(read.results[1]!.felt[1]).toEqual([3, 4]);
  expect(read.vehicle[1]).toEqual([0, 1]);
  expect(comparisonOf({}).results).toEqual([]);
});

test('the better of two: more of a share, less of an error, neither where it does not matter or is not known', () => {
  expect(better(quantity('share_percent'), 70, 40)).toBe(0);
  expect(better(quantity('force_percent'), 70, 40)).toBe(1);
  expect(better(quantity('force_percent'), 70, 70.1)).toBeNull();
  expect(better(quantity('force_percent'), NaN, 40)).toBeNull();
  expect(better(quantity('stroke_percent'), 10, 90)).toBeNull();
  expect(better(quantity('governor_ticks'), 0, 12)).toBe(0);
  expect(better(quantity('at_limits_s'), 0, 0)).toBeNull();
});
