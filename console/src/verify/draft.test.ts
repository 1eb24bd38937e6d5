import { describe, expect, test } from 'vitest';
import { cleared, createDesk, fileName, isBad, isEmpty, ITEMS, projectOf, rowOf, setOf, withSet, type NumberSet } from './draft';

const joints = (value: number) => Array.from({ length: 6 }, (_, i) => [value + i, value, 0]);

test('an empty field is null and counts as 0 for the program; what is no number stops everything', () => {
  const desk = createDesk(cleared());
  desk.joint('base', 2, 1, '');
  expect(isEmpty(desk.draft.value.base[2]![1]!)).toBe(true);
  expect(setOf(desk.draft.value)!.base[2]).toEqual([0, null, 0]);
  desk.joint('base', 2, 1, '12,5');
  expect(setOf(desk.draft.value)!.base[2]).toEqual([0, 12.5, 0]);
  desk.joint('base', 2, 1, '12.5.1');
  expect(isBad(desk.draft.value.base[2]![1]!)).toBe(true);
  expect(setOf(desk.draft.value)).toBeNull();
  desk.joint('base', 2, 1, '1e7');
  expect(setOf(desk.draft.value)).toBeNull();
});

describe('undo', () => {
  test('goes back edit by edit, typing on in one field being one edit, and forward again', () => {
    const desk = createDesk(cleared());
    for (const text of ['4', '41', '412']) desk.joint('base', 0, 0, text);
    desk.item('stroke', '200');
    desk.undo();
    expect(desk.draft.value.items.stroke).toBe('0');
    expect(desk.draft.value.base[0]![0]).toBe('412');
    desk.undo();
    expect(desk.draft.value).toEqual(cleared());
    desk.undo();
    expect(desk.draft.value).toEqual(cleared());
    desk.redo();
    desk.redo();
    desk.redo();
    expect([desk.draft.value.base[0]![0], desk.draft.value.items.stroke]).toEqual(['412', '200']);
  });
  test('a new edit ends the way forward; leaving a field ends its step', () => {
    const desk = createDesk(cleared());
    desk.item('lead', '5');
    desk.settle();
    desk.item('lead', '10');
    desk.undo();
    expect(desk.draft.value.items.lead).toBe('5');
    desk.item('rpm', '3000');
    desk.redo();
    expect(desk.draft.value.items).toMatchObject({ lead: '5', rpm: '3000' });
  });
  test('never keeps more than 200 steps', () => {
    const desk = createDesk(cleared());
    for (let i = 0; i < 300; ++i) desk.item(ITEMS[i % 2]!, String(i));
    expect(desk.past.value).toHaveLength(200);
  });
});

test('typing legs goes on from the legs that followed the pose, and back', () => {
  const desk = createDesk(cleared());
  desk.row('pose', 2, '30', null);
  expect(desk.draft.value.given).toBe('pose');
  desk.row('extensions', 1, '150', ['125', '125', '125', '125', '125', '125']);
  expect(desk.draft.value.given).toBe('legs');
  expect(desk.draft.value.extensions).toEqual(['125', '150', '125', '125', '125', '125']);
  desk.row('extensions', 2, '160', ['9', '9', '9', '9', '9', '9']);
  expect(desk.draft.value.extensions).toEqual(['125', '150', '160', '125', '125', '125']);
  desk.row('velocity', 0, '10', ['9', '9', '9', '9', '9', '9']);
  expect(desk.draft.value.given).toBe('legs');
  expect(rowOf(desk.draft.value, 'velocity')).toEqual([10, 0, 0, 0, 0, 0]);
});

test('a file brings what it has; the rest stays', () => {
  const before = { ...cleared('mine'), items: { ...cleared().items, torque: '7', stroke: '1' } };
  const set = { base: joints(1), platform: joints(2), stroke: 200, lead: 0.1 } as NumberSet;
  const after = withSet(before, set);
  expect(after.items).toMatchObject({ stroke: '200', lead: '0.1', torque: '7' });
  expect(after.base[5]).toEqual(['6', '1', '0']);
  expect(after.project).toBe('mine');
});

test('the file is called config_<project>.csv, and the project after its file', () => {
  expect(fileName('第二套高精度')).toBe('config_第二套高精度.csv');
  expect(projectOf('config_第二套高精度.csv')).toBe('第二套高精度');
  expect(projectOf('plain.csv')).toBe('plain');
  expect(fileName('a/b:c')).toBe('config_a_b_c.csv');
  expect(fileName('  ')).toBe('config_project.csv');
});
