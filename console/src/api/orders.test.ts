// The orders this page sends have the shape of the program's golden ones (tests/data/console/orders.json).

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { orderOf } from '../cueing/tuning';
import type { Order } from './messages';

const six = [0, 0, 0, 0, 0, 0];
const OURS: Order[] = [
  ...(
    [
      'estop',
      'release',
      'reset',
      'enable',
      'stop',
      'hold',
      'resume',
      'zero',
      'raise',
      'neutral',
      'lower',
      'take',
      'takeover',
    ] as const
  ).map((action) => ({ action })),
  { action: 'give' },
  { action: 'give', host: '192.168.1.5:10010' },
  { action: 'go', pose: six, speed: six },
  { action: 'follow', pose: six },
  { action: 'sine', amplitude: six, frequency: six, phase: six },
  { action: 'path', points: [six], speed: null },
  { action: 'timed', rows: [[0, ...six]] },
  { action: 'formula', formulas: ['0', '0', '0', '0', '0', '0'], duration: 20 },
  { action: 'file', name: 'pos01.txt' },
  { action: 'file', name: 'mine.txt', percent: 49.5, repeat: true },
  { action: 'film', number: 1 },
  { action: 'jog', legs: [1], speed: 5 },
  { action: 'follow', pose: six, rotary: -30 },
  { action: 'override', percent: 50 },
  { action: 'relays', mask: 1 },
  { action: 'outputs', mask: 1 },
  { action: 'inputs', mask: 1 },
  { action: 'inject', fault: 'stuck:1' },
  { action: 'payload', kg: 120 },
  { action: 'speed_of_time', factor: 2 },
  { action: 'disable' },
  { action: 'commission' },
  orderOf({
    preset: 'car',
    engine: 'predictive',
    input: 'acceleration',
    given: { 'gain.1': 0.8, tilt_rate: 2 },
  }),
  { action: 'effect', place: 1, kind: 'vibration', axis: 'heave', amplitude: 0.3, frequency: 5 },
  { action: 'effect', place: 1, kind: 'none' },
  { action: 'manoeuvre', name: 'braking.csv', repeat: true },
  { action: 'tunings' },
  { action: 'tune', name: 'soft' },
  { action: 'save_tuning', name: 'soft' },
  { action: 'delete_tuning', name: 'soft' },
];

const golden = JSON.parse(
  readFileSync(new URL('../../../tests/data/console/orders.json', import.meta.url), 'utf8'),
) as Record<string, unknown>[];
const shape = (order: object) =>
  Object.keys(order)
    .filter((key) => !['type', 'id', 'wait'].includes(key))
    .sort()
    .join(' ');

test.each(OURS.map((order) => [`${order.action} (${shape(order)})`, order] as const))('%s', (_, order) => {
  const known = golden.filter((one) => one['action'] === order.action);
  expect(known.map(shape)).toContain(shape(order));
});

test('there is no action of the program that this page cannot send', () => {
  const ours = new Set<string>(OURS.map((order) => order.action));
  expect(golden.map((order) => String(order['action'])).filter((action) => !ours.has(action))).toEqual([]);
});
