import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as A from './answers';
import { roadmapAnswer } from './series_answers';

const FOLDER = new URL('../../../tests/data/console/verify/', import.meta.url).pathname;
const golden = (name: string): { request: Record<string, unknown>; answer: unknown } =>
  JSON.parse(readFileSync(`${FOLDER}${name}.json`, 'utf8'));

/** The first place where an answer holds something that is no number, or nothing. */
function hole(value: unknown, path = ''): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : path;
  if (Array.isArray(value) || (typeof value === 'object' && value !== null)) {
    for (const [key, one] of Object.entries(value)) {
      const found = hole(one, `${path}.${key}`);
      if (found) return found;
    }
  }
  return null;
}

test('the pose of the program is understood to the last column', () => {
  const answer = A.poseAnswer(golden('pose').answer);
  expect(hole({ ...answer, forward: { ...answer.forward, warp: 0 } })).toBeNull();
  expect(answer.machine).toMatchObject({ legs: 6, mechanism: 'six_legs' });
  expect(answer.inverse!.legs).toHaveLength(6);
  expect(answer.pose).toEqual(golden('pose').request['pose']);
  expect(answer.inverse!.rotation).toHaveLength(3);
});

test('a broken limit keeps its leg, its value and what is allowed', () => {
  const { inverse } = A.poseAnswer(golden('pose_broken').answer);
  expect(inverse!.reachable).toBe(false);
  expect(inverse!.limits[0]).toMatchObject({ what: 'leg_lower', leg: 1, allowed: 0, unit: 'mm' });
  expect(inverse!.limits.some((limit) => limit.what === 'motor_torque')).toBe(true);
});

test('a set that makes no machine has findings and nothing else', () => {
  const answer = A.poseAnswer(golden('pose_no_machine').answer);
  expect([answer.machine, answer.inverse, answer.forward, answer.pose]).toEqual([null, null, null, null]);
  expect(answer.findings.some((finding) => finding.kind === 'error')).toBe(true);
});

test('a finding of an unknown kind is not taken for a note', () => {
  expect(A.poseAnswer({ findings: [{ kind: 'new', text: 'x' }] }).findings).toEqual([
    { kind: 'error', text: 'x', message: null },
  ]);
});

test('a file gives a set, a bad one its places', () => {
  expect(A.csvAnswer(golden('csv').answer).set!.base[0]).toEqual([-362.2983, 266.9081, 0]);
  const bad = A.csvAnswer(golden('csv_bad').answer);
  expect(bad.set).toBeNull();
  expect(bad.errors[0]).toMatchObject({ line: 2, column: 6 });
  expect(bad.errors.every((error) => error.message !== null && error.expected.message !== null)).toBe(true);
  expect(A.savedText(golden('csv_save').answer)).toContain('base,1,-362.2983,266.9081,0\n');
});

test('circles give joints, or say what is wrong with them', () => {
  expect(A.joints(golden('circle').answer)).toMatchObject({ base: expect.any(Array) });
  expect(A.joints(golden('circle_bad').answer)).toMatchObject({ error: { code: 'circle' } });
  expect(hole(A.joints(golden('shift').answer))).toBeNull();
});

test('reach, map, roadmap and modes of the program are understood', () => {
  const reach = A.reachAnswer(golden('reach').answer);
  expect('axes' in reach && reach.axes).toHaveLength(6);
  expect('axes' in reach && reach.axes[2]!.high.limit?.what).toBe('leg_upper');
  const map = A.mapAnswer(golden('map').answer);
  expect('rows' in map && [map.rows.length, map.firstRow, map.x.length]).toEqual([2, 2, 5]);
  const road = roadmapAnswer(golden('roadmap').answer);
  expect('lines' in road && road.lines.extension.map((line) => line.length)).toEqual([3, 3, 3, 3, 3, 3]);
  expect('limits' in road && road.limits.map((limit) => limit?.what ?? null)).toEqual([
    null,
    'leg_velocity',
    'leg_velocity',
  ]);
  expect('passes' in road && [road.passes, road.limitRow, road.notChecked]).toEqual([false, 2, []]);
  expect(roadmapAnswer(golden('roadmap_bad').answer)).toMatchObject({ error: { line: 2, column: 5 } });
  const modes = A.modesAnswer(golden('modes').answer);
  expect('modes' in modes && modes.modes.filter((mode) => mode.operating)).toHaveLength(1);
});

test('every golden answer is read by one of these tests', () => {
  const names = readdirSync(FOLDER).map((name) => name.replace('.json', ''));
  const source = readFileSync(new URL('./answers.test.ts', import.meta.url), 'utf8');
  expect(names.filter((name) => name !== 'pose_1236' && !source.includes(`golden('${name}')`))).toEqual([]);
});
