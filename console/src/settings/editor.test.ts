import { beforeEach, expect, test, vi } from 'vitest';

const config = vi.hoisted(() => vi.fn());
vi.mock('../state/app', () => ({ http: { config } }));
import * as editor from './editor';

const setting = (change: Partial<editor.Setting>): editor.Setting => ({
  key: 'limits.jog_speed',
  type: 'number',
  unit: 'mm/s',
  help: '',
  choices: [],
  range: [0.1, 1000],
  also: [],
  secret: false,
  live: false,
  fresh: '50.0',
  used: '50.0',
  file: '40.0',
  option: null,
  ...change,
});
const token = setting({ key: 'console.token', type: 'text', range: null, secret: true, file: '"…"' });
const answer = (settings: editor.Setting[], revision = 'first') => ({
  file: 'ours.toml',
  exists: true,
  named: true,
  platform: 'standard-400',
  revision,
  problems: [],
  settings,
});

beforeEach(() => {
  editor.discard();
  config.mockReset();
  config.mockResolvedValue({ ok: true, problems: [], before: '', after: '' });
});

test('a number outside its range is wrong, its other values are not, a whole one has no part', () => {
  const one = setting({ also: [-1] });
  expect(editor.wrongNumber(one, '1000')).toBeNull();
  expect(editor.wrongNumber(one, '1000.1')).toEqual({ key: 'range', also: true });
  expect(editor.wrongNumber(one, '-1')).toBeNull();
  expect(editor.wrongNumber(one, 'fast')).toEqual({ key: 'range', also: true });
  expect(editor.wrongNumber(setting({ type: 'whole', range: [1, 9] }), '2.5')).toEqual({ key: 'whole' });
});

test('text goes into the file quoted, numbers as they are, and back', () => {
  const name = setting({ type: 'text', range: null });
  expect(editor.toToml(name, 'a "b"')).toBe('"a \\"b\\""');
  expect(editor.fromToml(name, '"a \\"b\\""')).toBe('a "b"');
  expect(editor.toToml(setting({}), ' 4,5 ')).toBe('4.5');
  expect(editor.toToml(setting({}), null)).toBeNull();
  expect(editor.fromToml(token, '"secret"')).toBe('');
});

test('what is typed as it stands in the file is no change; an empty secret is none either', async () => {
  config.mockResolvedValueOnce(answer([setting({}), token]));
  await editor.read();
  editor.type(setting({}), '45');
  expect(editor.changed.value).toBe(1);
  editor.type(setting({}), '40.0');
  editor.type(token, '');
  expect(editor.changed.value).toBe(0);
});

test('saved is what was typed, against the file it was typed over; a file that changed keeps it typed', async () => {
  config.mockResolvedValueOnce(answer([setting({})]));
  await editor.read();
  editor.type(setting({}), '45');
  config.mockRejectedValueOnce(new Error('the file has changed meanwhile'));
  await editor.save();
  expect(config).toHaveBeenLastCalledWith('/save', {
    changes: { 'limits.jog_speed': '45' },
    revision: 'first',
  });
  expect(editor.changed.value).toBe(1);
  expect(editor.trouble.value).not.toBeNull();
  config.mockResolvedValueOnce(answer([setting({ file: '45.0' })], 'second'));
  await editor.save();
  expect([editor.changed.value, editor.saved.value, editor.trouble.value]).toEqual([0, true, null]);
});
