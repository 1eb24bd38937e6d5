import { describe, expect, test } from 'vitest';
import {
  cleared,
  createEditor,
  fileName,
  isBad,
  isEmpty,
  ITEMS,
  projectOf,
  rowOf,
  setOf,
  withSet,
  type NumberSet,
} from './draft';

const joints = (value: number) => Array.from({ length: 6 }, (_, i) => [value + i, value, 0]);

test('an empty field is null and counts as 0 for the program; what is no number stops everything', () => {
  const editor = createEditor(cleared());
  editor.joint('base', 2, 1, '');
  expect(isEmpty(editor.draft.value.base[2]![1]!)).toBe(true);
  expect(setOf(editor.draft.value)!.base[2]).toEqual([0, null, 0]);
  editor.joint('base', 2, 1, '12,5');
  expect(setOf(editor.draft.value)!.base[2]).toEqual([0, 12.5, 0]);
  editor.joint('base', 2, 1, '12.5.1');
  expect(isBad(editor.draft.value.base[2]![1]!)).toBe(true);
  expect(setOf(editor.draft.value)).toBeNull();
  editor.joint('base', 2, 1, '1e7');
  expect(setOf(editor.draft.value)).toBeNull();
});

describe('undo', () => {
  test('goes back edit by edit, typing on in one field being one edit, and forward again', () => {
    const editor = createEditor(cleared());
    for (const text of ['4', '41', '412']) editor.joint('base', 0, 0, text);
    editor.item('stroke', '200');
    editor.undo();
    expect(editor.draft.value.items.stroke).toBe('0');
    expect(editor.draft.value.base[0]![0]).toBe('412');
    editor.undo();
    expect(editor.draft.value).toEqual(cleared());
    editor.undo();
    expect(editor.draft.value).toEqual(cleared());
    editor.redo();
    editor.redo();
    editor.redo();
    expect([editor.draft.value.base[0]![0], editor.draft.value.items.stroke]).toEqual(['412', '200']);
  });
  test('a new edit ends the way forward; leaving a field ends its step', () => {
    const editor = createEditor(cleared());
    editor.item('lead', '5');
    editor.settle();
    editor.item('lead', '10');
    editor.undo();
    expect(editor.draft.value.items.lead).toBe('5');
    editor.item('rpm', '3000');
    editor.redo();
    expect(editor.draft.value.items).toMatchObject({ lead: '5', rpm: '3000' });
  });
  test('never keeps more than 200 steps', () => {
    const editor = createEditor(cleared());
    for (let i = 0; i < 300; ++i) editor.item(ITEMS[i % 2]!, String(i));
    expect(editor.past.value).toHaveLength(200);
  });
});

test('typing legs goes on from the legs that followed the pose, and back', () => {
  const editor = createEditor(cleared());
  editor.row('pose', 2, '30', null);
  expect(editor.draft.value.given).toBe('pose');
  editor.row('extensions', 1, '150', ['125', '125', '125', '125', '125', '125']);
  expect(editor.draft.value.given).toBe('legs');
  expect(editor.draft.value.extensions).toEqual(['125', '150', '125', '125', '125', '125']);
  editor.row('extensions', 2, '160', ['9', '9', '9', '9', '9', '9']);
  expect(editor.draft.value.extensions).toEqual(['125', '150', '160', '125', '125', '125']);
  editor.row('velocity', 0, '10', ['9', '9', '9', '9', '9', '9']);
  expect(editor.draft.value.given).toBe('legs');
  expect(rowOf(editor.draft.value, 'velocity')).toEqual([10, 0, 0, 0, 0, 0]);
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
