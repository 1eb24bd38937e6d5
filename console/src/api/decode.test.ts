import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decode, fileList, machine, preflight, previewAnswer, reply, uploadAnswer } from './decode';

const GOLDEN = new URL('../../../tests/data/console/', import.meta.url).pathname;
const golden = existsSync(GOLDEN) ? readdirSync(GOLDEN).filter((name) => name.endsWith('.json')) : [];

describe('a frame', () => {
  test('that is no JSON, no object or of an unknown type is nothing', () => {
    for (const frame of ['', '{', '[]', '7', 'null', '{"type":"weather"}', '{}'])
      expect(decode(frame)).toBeNull();
  });

  test('of telemetry keeps numbers, makes null NaN, and never invents a measurement', () => {
    const m = decode(
      '{"type":"t","time_s":1.5,"state":"running","pose":[1,2,3,4,5,null],"legs":[{"extension_mm":10},{"extension_mm":null}],"driver":null,"pose_valid":true}',
    );
    expect(m?.type).toBe('t');
    if (m?.type !== 't') return;
    expect(m.telemetry.pose.slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(m.telemetry.pose[5]).toBeNaN();
    expect(m.telemetry.legs.map((leg) => leg.extension_mm)).toEqual([10, NaN]);
    expect(m.telemetry.commanded).toEqual([NaN, NaN, NaN, NaN, NaN, NaN]);
    expect(m.telemetry.driver).toBeNull();
    expect(m.telemetry.may_step_on).toBe(false);
  });

  test('with a state this page does not know is not taken for a good one', () => {
    const m = decode('{"type":"t","state":"flying"}');
    expect(m?.type === 't' && m.telemetry.state).toBe('init');
  });

  test('of legal actions keeps null apart from a reason', () => {
    const m = decode(
      '{"type":"legal","actions":{"zero":null,"raise":"not zeroed"},"codes":{"raise":"not_zeroed"}}',
    );
    expect(m).toEqual({
      type: 'legal',
      legal: { actions: { zero: null, raise: 'not zeroed' }, codes: { raise: 'not_zeroed' }, messages: {} },
    });
  });
});

test('an unknown result of an order counts as failed, an HTTP error text as the reason', () => {
  expect(reply({ result: 'perhaps' }).result).toBe('failed');
  expect(reply({ error: 'no action "fly"' }).reason).toBe('no action "fly"');
});

test('leg lengths may be one number or one a leg', () => {
  expect(machine({ legs: 2, leg_min_mm: 800, leg_max_mm: [1200, 1300] })).toMatchObject({
    leg_min_mm: [800, 800],
    leg_max_mm: [1200, 1300],
  });
});

test('a cabin without a size is no cabin', () => {
  expect(machine({ cabin: {} }).cabin).toBeNull();
  expect(machine({ cabin: { size_mm: [1000, 1200, 1500], eye_mm: [0, 100, 900] } }).cabin?.eye_mm).toEqual([
    0, 100, 900,
  ]);
});

test('an answer with a place in the input is an error, one without is a preflight', () => {
  expect(previewAnswer({ error: { axis: 2, column: 5, text: 'x' } })).toEqual({
    error: { axis: 2, column: 5, line: null, code: null, text: 'x', message: null },
  });
  expect(previewAnswer({ passes: true, duration_s: 3 })).toMatchObject({
    preflight: { passes: true, duration_s: 3 },
  });
  expect(uploadAnswer({ stored: false, error: { line: 3, column: 7, text: 'x' } }).error?.line).toBe(3);
  expect(preflight({}).passes).toBe(false);
  expect(fileList({ films: [{ number: 1, video: null }] }).films[0]?.video).toBeNull();
});

{
  const kind: Record<string, string> = { telemetry: 't', t: 't' };
  for (const name of golden) {
    const text = readFileSync(GOLDEN + name, 'utf8');
    const parsed = JSON.parse(text) as Record<string, unknown>;
    if (
      typeof parsed['type'] !== 'string' ||
      !['hello', 't', 'ranges', 'legal', 'event', 'hosts', 'loop', 'packets', 'reply'].includes(
        parsed['type'],
      )
    )
      continue;
    test(`the program's ${name} is understood`, () => {
      const m = decode(text);
      expect(m?.type).toBe(kind[String(parsed['type'])] ?? parsed['type']);
      if (m?.type === 'hello') {
        expect(m.machine.base_joints_mm).toHaveLength(m.machine.legs);
        expect(m.machine.stroke_mm).toBeGreaterThan(0);
        expect(m.machine.leg_min_mm.every(Number.isFinite)).toBe(true);
      }
      if (m?.type === 't') {
        expect(m.telemetry.pose.every(Number.isFinite)).toBe(true);
        expect(m.telemetry.state).toBe(parsed['state']);
        for (const key of ['commanded', 'target', 'velocity'] as const)
          expect(m.telemetry[key].every(Number.isFinite), key).toBe(true);
      }
      if (m?.type === 'legal') expect(Object.keys(m.legal.actions).length).toBeGreaterThan(10);
    });
  }
}
