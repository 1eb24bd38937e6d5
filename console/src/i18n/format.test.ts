import { expect, test } from 'vitest';
import { brief, bytes, fixed, parseNumber, parseTable, timeOfDay } from './format';

test('numbers have a true minus, no -0, and a dash for what is not known', () => {
  expect([
    fixed(1.25, 1),
    fixed(-3, 1),
    fixed(-0.04, 1),
    fixed(NaN, 1),
    fixed(null, 1),
    fixed(undefined, 1),
    fixed(Infinity, 0),
  ]).toEqual(['1.3', '−3.0', '0.0', '–', '–', '–', '–']);
  expect([brief(410), brief(51.234), brief(0.512), brief(3), brief(-1234.5)]).toEqual([
    '410',
    '51.2',
    '0.51',
    '3',
    '−1235',
  ]);
});

test('a number field takes decimal comma and point, and nothing that is no number', () => {
  expect(['1.5', ' -2 ', '1,5', '−3', '.5', '1e3'].map(parseNumber)).toEqual([1.5, -2, 1.5, -3, 0.5, 1000]);
  for (const text of ['', ' ', '1.2.3', 'abc', '1 2', '0x10', 'NaN', 'Infinity', '1e'])
    expect(parseNumber(text), text).toBeNaN();
});

test('a pasted table is read row by row; heads and broken rows are left out', () => {
  expect(parseTable('t\tX\tY\n0\t1\t2\n1;3;4\n2, 5, 6\n3 x 4\n\n')).toEqual([
    [0, 1, 2],
    [1, 3, 4],
    [2, 5, 6],
  ]);
});

test('sizes and times', () => {
  expect([bytes(12), bytes(2048), bytes(3 * 1024 * 1024)]).toEqual(['12 B', '2.0 KiB', '3.0 MiB']);
  expect(timeOfDay(1_700_000_005.25, 2)).toMatch(/^\d\d:\d\d:25\.25$|^\d\d:\d\d:\d\d\.25$/);
  expect(timeOfDay(NaN)).toBe('–');
});
