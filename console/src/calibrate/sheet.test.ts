import { describe, expect, test } from 'vitest';
import { changes, copies, problem, timeOf, type FieldOf, type GroupOf } from './answers';
import { clean, edit, editsOf, framesOf, isBad, placeName, rowsOf, sameValue, takeFile } from './sheet';

const field = (key: string, values: string[], type: FieldOf['type'] = 'f32'): FieldOf => ({
  key,
  name: key,
  type,
  count: values.length,
  range: { text: '', message: null },
  names: values.map(() => key),
  units: values.map(() => 'mm'),
  values,
});
const board = (): GroupOf[] => [
  {
    group: 2,
    name: 'control',
    rule: null,
    frame: 'eb9002',
    bytes: [],
    fields: [field('control.speed', ['50']), field('control.scale', ['1', '1', '1', '1', '0.1', '-0'])],
  },
  {
    group: 3,
    name: 'network',
    rule: null,
    frame: 'eb9003',
    bytes: [],
    fields: [
      field('network.local_ip', ['192.168.0.15'], 'ip'),
      field('network.local_port', ['20000'], 'port'),
    ],
  },
];

test('what a board cannot hold is seen while it is typed', () => {
  for (const text of ['', ' ', 'x', '1.2.3', 'nan', 'Infinity', '0x10', '--1'])
    expect(isBad('f32', text), text).toBe(true);
  for (const text of ['0', '-0', '1e3', ' 12,5 ', '+.5', '1.']) expect(isBad('f32', text), text).toBe(false);
  for (const text of ['-1', '256', '1.5']) expect(isBad('u8', text), text).toBe(true);
  expect(isBad('u8', '255')).toBe(false);
  expect(isBad('port', '65536')).toBe(true);
  expect(isBad('port', '65535')).toBe(false);
  for (const text of ['10.0.0', '10.0.0.256', 'host', '1.2.3.4.5'])
    expect(isBad('ip', text), text).toBe(true);
  expect(isBad('ip', ' 10.0.0.7 ')).toBe(false);
});

test('values are compared as a board keeps them: as 32 bits, with the sign of zero', () => {
  expect(sameValue('f32', '25', '25.0')).toBe(true);
  expect(sameValue('f32', '0.1', '0.10000000149011612')).toBe(true);
  expect(sameValue('f32', '0.1', '0.10000001')).toBe(false);
  expect(sameValue('f32', '0', '-0')).toBe(false);
  expect(sameValue('f32', '12,5', '12.5')).toBe(true);
  expect(sameValue('ip', '10.0.0.7', ' 10.0.0.7')).toBe(true);
  expect(clean(' 12,5')).toBe('12.5');
});

describe('a draft', () => {
  test('sends only the keys that changed, whole, and what was not touched as the board had it', () => {
    const groups = board();
    const scale = groups[0]!.fields[1]!;
    let draft = edit({}, scale, 2, '1,5');
    draft = edit(draft, groups[0]!.fields[0]!, 0, '50.0');
    expect(editsOf(groups, draft)).toEqual({ '2': { 'control.scale': ['1', '1', '1.5', '1', '0.1', '-0'] } });
    expect(rowsOf(groups[0]!, draft, []).map((row) => row.changed)).toEqual([
      false,
      false,
      false,
      true,
      false,
      false,
      false,
    ]);
    draft = edit(draft, scale, 2, '1');
    expect(draft['control.scale']).toBeUndefined();
    expect(editsOf(groups, draft)).toEqual({});
  });

  test('marks what is no value, but not what the board itself has', () => {
    const groups = board();
    groups[0]!.fields[0]!.values[0] = 'nan';
    expect(rowsOf(groups[0]!, {}, [])[0]!.bad).toBe(false);
    expect(rowsOf(groups[0]!, edit({}, groups[0]!.fields[0]!, 0, ''), [])[0]).toMatchObject({
      bad: true,
      changed: true,
    });
  });

  test('is compared with a file, and takes its values', () => {
    const groups = board();
    const file = [{ ...board()[0]!, fields: [field('control.speed', ['25'])] }];
    const rows = groups.flatMap((group) => rowsOf(group, {}, file));
    expect(rows.filter((row) => row.differs).map((row) => [row.field.key, row.file])).toEqual([
      ['control.speed', '25'],
    ]);
    expect(rows.find((row) => row.field.key === 'network.local_ip')!.file).toBeNull();
    expect(editsOf(groups, takeFile(groups, {}, file))).toEqual({ '2': { 'control.speed': ['25'] } });
  });
});

test('frames go back as they came', () =>
  expect(framesOf(board())).toEqual({ '2': 'eb9002', '3': 'eb9003' }));

test('places are called as the manual calls them', () => {
  expect(placeName('mechanics.base', 18, 7)).toBe('3 y');
  expect(placeName('control.pid', 3, 2)).toBe('Kd');
  expect(placeName('control.limit', 6, 3)).toBe('α');
  expect(placeName('mechanics.reserved', 3, 1)).toBe('2');
  expect(placeName('mechanics.stroke', 1, 0)).toBe('');
});

test('answers: who has which of two values', () => {
  const one = { key: 'control.speed', place: 0, name: 'platform speed', unit: '' };
  const written = changes({
    groups: [
      {
        group: 2,
        taken: false,
        changes: [{ ...one, before: '50', after: '25' }],
        differences: [{ ...one, wanted: '25', board: '50' }],
      },
    ],
  })[0]!;
  expect([written.changes[0]!.first, written.changes[0]!.second]).toEqual(['50', '25']);
  expect([written.differences[0]!.first, written.differences[0]!.second]).toEqual(['25', '50']);
  expect(
    changes({ groups: [{ group: 2, differences: [{ ...one, read: '50', board: '30' }] }] })[0]!
      .differences[0],
  ).toMatchObject({ first: '50', second: '30' });
  expect(problem({ error: null })).toBeNull();
  expect(problem({ error: { code: 'changed' } })!.code).toBe('changed');
  expect(
    copies({
      copies: [{ id: '20260102T030405.678Z', groups: [1], differences: [{ ...one, copy: '1', board: '2' }] }],
    })[0],
  ).toMatchObject({ groups: [1], differences: [{ first: '1', second: '2' }] });
  expect(timeOf('20260102T030405.678Z').toISOString()).toBe('2026-01-02T03:04:05.678Z');
});
