import { expect, test } from 'vitest';
import { History } from './history';
import { ready } from './testing';

const at = (time: number, z = time) => ready({ time_s: time, pose: [0, 0, z, 0, 0, 0] });

test('gives back what was appended, between two times, in order', () => {
  const h = new History(6, 100);
  for (let i = 0; i < 10; ++i) h.append(at(i));
  expect(h.slice(['Z', 'leg1'], 3, 5)).toEqual([
    [3, 4, 5],
    [3, 4, 5],
    [200, 200, 200],
  ]);
});

test('the oldest give way to the newest', () => {
  const h = new History(6, 10);
  for (let i = 0; i < 25; ++i) h.append(at(i));
  expect(h.length).toBe(10);
  expect(h.oldest).toBe(15);
  expect(h.slice(['Z'], 0, 100)[1]).toEqual([15, 16, 17, 18, 19, 20, 21, 22, 23, 24]);
});

test('a pose that is not trusted leaves a gap, no zero', () => {
  const h = new History(6);
  h.append(ready({ time_s: 1, pose_valid: false }));
  expect(h.slice(['X'], 0, 2)[1]).toEqual([null]);
  expect(h.csv().split('\n')[1]!.split(',')[1]).toBe('');
});

test('time that goes back is another program: what was is forgotten', () => {
  const h = new History(6);
  h.append(at(100));
  h.append(at(2));
  expect(h.slice(['Z'], 0, 200)[0]).toEqual([2]);
});

test('the CSV file has a header with units and a row a sample', () => {
  const h = new History(2);
  h.append(at(1.25, -3.5));
  const [head, row, end] = h.csv().split('\n');
  expect(head).toBe(
    'time_s,X_mm,Y_mm,Z_mm,RX_deg,RY_deg,RZ_deg,X_commanded_mm,Y_commanded_mm,Z_commanded_mm,RX_commanded_deg,RY_commanded_deg,RZ_commanded_deg,leg1_mm,leg2_mm,speed1_mm_per_s,speed2_mm_per_s,torque1_Nm,torque2_Nm',
  );
  expect(row!.split(',').slice(0, 4)).toEqual(['1.2500', '0', '0', '-3.5']);
  expect(end).toBe('');
});

test('a long span is thinned out, not cut off', () => {
  const h = new History(6, 5000);
  for (let i = 0; i < 5000; ++i) h.append(at(i));
  const [time] = h.slice(['Z'], 0, 5000, 500);
  expect(time!.length).toBeLessThanOrEqual(500);
  expect(time![0]).toBe(0);
  expect(time![time!.length - 1]!).toBeGreaterThan(4980);
});

test('peaks survive thinning: the smallest and the largest of each stretch are shown', () => {
  const h = new History(6, 5000);
  for (let i = 0; i < 5000; ++i) h.append(at(i, i === 2345 ? 77 : i === 3456 ? -55 : 0));
  const [, z] = h.slice(['Z'], 0, 5000, 100);
  expect([Math.min(...(z as number[])), Math.max(...(z as number[]))]).toEqual([-55, 77]);
});

test('the error of an axis is what is commanded less what is', () => {
  const h = new History(6);
  h.append(ready({ time_s: 1, pose: [0, 0, 10, 0, 0, 0], commanded: [0, 0, 12.5, 0, 0, 0] }));
  expect(h.slice(['Z_error', 'X_error'], 0, 2).slice(1)).toEqual([[2.5], [0]]);
});

const HEAD = 'time_s,Z_mm,leg1_mm';
test('what was before the page, and in its gaps, comes from the program; what was seen here stays', () => {
  const h = new History(6);
  for (const time of [10, 10.05, 10.1, 12, 12.05]) h.append(at(time, 1));
  const rows = [9, 9.5, 10.02, 10.9, 11.5, 12.02, 13].map((time) => `${time},5,100`);
  expect(h.merge([HEAD, ...rows, ''].join('\n'))).toBe(4);
  expect(h.slice(['Z', 'leg1'], 0, 100)).toEqual([
    [9, 9.5, 10, 10.05, 10.1, 10.9, 11.5, 12, 12.05],
    [5, 5, 1, 1, 1, 5, 5, 1, 1],
    [100, 100, 200, 200, 200, 100, 100, 200, 200],
  ]);
  h.append(at(12.1, 1));
  expect(h.newest).toBe(12.1);
});

test('a table that is none, or a row that is none, changes nothing', () => {
  const h = new History(6);
  h.append(at(10));
  expect([
    h.merge(''),
    h.merge('{"error":"no"}'),
    h.merge('a,b\n1,2\n'),
    h.merge(`${HEAD}\nx,1,2\n`),
  ]).toEqual([0, 0, 0, 0]);
  expect(h.slice(['Z'], 0, 100)).toEqual([[10], [10]]);
});
