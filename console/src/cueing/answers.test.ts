// What the program says (tests/data/console) is understood, and what it does not say is not invented.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { telemetry } from '../api/decode';
import { AXIS_NAMES, cueing, response, TESTS, unwrapped } from './answers';
import { dictionaries } from '../i18n';

const golden = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../tests/data/console/${name}`, import.meta.url), 'utf8'));

test('the program’s own tuning is understood: six axes with numbers, ranges and what they come to', () => {
  const now = cueing(golden('cueing.json'));
  expect(now.axes).toHaveLength(6);
  for (const axis of now.axes)
    for (const setting of [axis.gain, axis.highPass]) {
      expect(setting.range[0]).toBeLessThan(setting.range[1]);
      expect(setting.value).toBeGreaterThanOrEqual(setting.range[0]);
      expect(setting.value).toBeLessThanOrEqual(setting.range[1]);
    }
  expect(now.axes.every((axis) => axis.travelUpTo > 0 && axis.ofReach > 0 && axis.speedUpTo > 0)).toBe(true);
  expect(now.tilt.rate.range[1]).toBeGreaterThan(now.tilt.rate.range[0]);
  expect(now.presets.map((one) => one.name)).toContain(now.preset);
  expect(now.engines).toEqual(['classical', 'predictive']);
  expect(now.inputs).toEqual(['acceleration', 'specific_force']);
  expect(now.effects).toHaveLength(4);
  expect(now.toml).toContain('[cueing]');
});

test('every preset, engine, input, effect and number of the program has words in both languages', () => {
  const now = cueing(golden('cueing.json'));
  const wanted = [
    ...now.presets.flatMap(({ name }) => [`cue.preset.${name}`, `cue.preset.text.${name}`]),
    ...now.engines.flatMap((name) => [`cue.engine.${name}`, `cue.engine.hint.${name}`]),
    ...now.inputs.flatMap((name) => [`cue.input.${name}`, `cue.input.hint.${name}`]),
    ...now.kinds.flatMap(({ kind, numbers }) => [
      `cue.effect.${kind}`,
      ...numbers.map(({ name }) => `cue.number.${name}`),
    ]),
    ...TESTS.map((name) => `cue.test.${name}`),
  ];
  for (const language of ['en', 'zh'] as const)
    expect(
      wanted.filter((key) => !(key in dictionaries[language])),
      language,
    ).toEqual([]);
});

test('each kind of effect says its numbers: a range with a default inside, or choices', () => {
  const { kinds } = cueing(golden('cueing.json'));
  expect(kinds.map((one) => one.kind)).toEqual([
    'vibration',
    'noise',
    'engine',
    'bumps',
    'road',
    'sea',
    'turbulence',
  ]);
  for (const { kind, numbers } of kinds)
    for (const one of numbers) {
      if (one.choices.length > 0) expect(one.choices, `${kind} ${one.name}`).toContain(one.standard);
      else {
        expect(Number(one.standard), `${kind} ${one.name}`).toBeGreaterThanOrEqual(one.range[0]);
        expect(Number(one.standard), `${kind} ${one.name}`).toBeLessThanOrEqual(one.range[1]);
      }
    }
});

test('axes are found by name, in whatever order they come', () => {
  const document = golden('cueing.json') as { axes: { axis: string; gain: number }[] };
  const gains = AXIS_NAMES.map((name) => document.axes.find((one) => one.axis === name)!.gain);
  expect(
    cueing({ ...document, axes: [...document.axes].reverse() }).axes.map((axis) => axis.gain.value),
  ).toEqual(gains);
});

test('a given number hides the preset’s own, unless the program says that too', () => {
  const axis = {
    axis: 'sway',
    gain: 0.9,
    gain_given: true,
    gain_range: [0, 1.5],
    high_pass: 3,
    high_pass_given: false,
  };
  expect(cueing({ axes: [axis] }).axes[0]!.gain.own).toBeNaN();
  expect(cueing({ axes: [axis] }).axes[0]!.highPass.own).toBe(3);
  expect(cueing({ axes: [{ ...axis, gain_preset: 0.5 }] }).axes[0]!.gain).toMatchObject({
    value: 0.9,
    given: true,
    own: 0.5,
  });
});

test('what is missing is unknown, never 0', () => {
  const nothing = cueing({});
  expect(nothing.axes[2]!.gain.value).toBeNaN();
  expect(nothing.tilt.rate.value).toBeNaN();
  expect(nothing.effects).toEqual([null, null, null, null]);
  expect(telemetry({ cue: { active: true } }).cue).toMatchObject({
    active: true,
    felt_force: [NaN, NaN, NaN],
    tilt_rate: NaN,
    effect_share: NaN,
    fallbacks: 0,
  });
  expect(telemetry({}).cue).toBeNull();
});

test('the frequency response has a gain and a phase for each frequency', () => {
  const curve = response(golden('cueing_response.json'));
  expect(curve.omega).toHaveLength(12);
  expect(curve.omega[0]).toBeCloseTo(0.1, 3);
  expect(curve.gain.every((gain) => gain >= 0)).toBe(true);
  expect(curve.phase.every((phase, i) => i === 0 || Math.abs(phase - curve.phase[i - 1]!) <= 180)).toBe(true);
  expect(response({ omega: [1, 2], gain: [1] }).gain).toEqual([1, NaN]);
});

test('a phase that passes −180° goes on falling', () => {
  expect(unwrapped([-102, -178, 105, 61, 33])).toEqual([-102, -178, -255, -299, -327]);
  expect(unwrapped([170, -170, NaN, -160])).toEqual([170, 190, NaN, 200]);
});
