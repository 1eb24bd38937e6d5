// Changes are sent whole and one after the other; what is refused stays where it was typed.

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CueingOrder, EffectOrder, Reply } from '../api/messages';
import { cueing, type Cueing } from './answers';
import { createTuner } from './tuner';
import { isUsed, KEYS, orderOf, settingOf, tuningOf, withNumber, withPreset } from './tuning';

const golden = JSON.parse(
  readFileSync(new URL('../../../tests/data/console/cueing.json', import.meta.url), 'utf8'),
) as Record<string, unknown>;
const PLAIN = { preset: 'normal', engine: 'classical', input: 'acceleration' };

/** A program that keeps what it is told and refuses numbers out of their range. */
function program() {
  const sent: (CueingOrder | EffectOrder)[] = [];
  let tuning = { ...PLAIN, given: {} as Record<string, number> };
  let answers = true;
  const state = (): Cueing => {
    const now = cueing(golden);
    Object.assign(now, { preset: tuning.preset, engine: tuning.engine, input: tuning.input });
    for (const key of KEYS)
      Object.assign(settingOf(now, key), {
        value: tuning.given[key] ?? 0.5,
        given: key in tuning.given,
        own: key in tuning.given ? NaN : 0.5,
      });
    return now;
  };
  const take = (order: CueingOrder): string => {
    const given: Record<string, number> = {};
    for (const part of ['gain', 'high_pass'] as const)
      order[part].forEach((value, axis) => value !== null && (given[`${part}.${axis}`] = value));
    for (const part of ['tilt_gain', 'tilt_low_pass', 'tilt_rate'] as const)
      if (order[part] !== null) given[part] = order[part];
    const wrong = Object.entries(given).find(([, value]) => value > 6);
    if (wrong) return `${wrong[0]} is too large`;
    tuning = { preset: order.preset, engine: order.engine, input: order.input, given };
    return '';
  };
  const send = async (order: CueingOrder | EffectOrder): Promise<Reply | null> => {
    sent.push(order);
    if (!answers) return null;
    const reason =
      order.action === 'cueing' ? take(order) : order.kind === 'earthquake' ? 'there is no such effect' : '';
    return { result: reason ? 'refused' : 'done', reason, message: null, code: null, state: 'ready' };
  };
  return {
    sent,
    send,
    load: async () => state(),
    mute: () => (answers = false),
    tune: (given: Record<string, number>) => (tuning = { ...tuning, given }),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function tunerWith() {
  const far = program();
  const tuner = createTuner({ load: far.load, send: far.send, pauseMs: 400 });
  await tuner.refresh();
  return { far, tuner };
}

test('an order holds the whole tuning, null where the preset’s own number counts', () => {
  const order = orderOf({ ...PLAIN, given: { 'gain.1': 0.6, tilt_rate: 2 } });
  expect(order).toEqual({
    action: 'cueing',
    ...PLAIN,
    gain: [null, 0.6, null, null, null, null],
    high_pass: Array(6).fill(null),
    tilt_gain: null,
    tilt_low_pass: null,
    tilt_rate: 2,
  });
  // 0 is a number
  expect(orderOf(withNumber({ ...PLAIN, given: { 'gain.1': 0.6 } }, 'gain.1', 0)).gain[1]).toBe(0);
});

test('what the program says it has is what is sent again', () => {
  const document = golden as {
    tilt: { rate: number; rate_given: boolean };
    axes: { gain: number; gain_given: boolean }[];
  };
  const order = orderOf(tuningOf(cueing(golden)));
  expect(order.tilt_rate).toBe(document.tilt.rate_given ? document.tilt.rate : null);
  expect(order.gain).toEqual(document.axes.map((axis) => (axis.gain_given ? axis.gain : null)));
});

test('another preset drops the numbers that were given for the old one', () => {
  expect(withPreset({ ...PLAIN, given: { tilt_rate: 2 } }, 'car')).toEqual({
    ...PLAIN,
    preset: 'car',
    given: {},
  });
});

test('the predictive engine uses gains, tilt rate and the corners of rotations alone', () => {
  const now = { ...cueing(golden), engine: 'predictive' };
  expect(KEYS.filter((key) => !isUsed(now, key))).toEqual([
    'high_pass.0',
    'high_pass.1',
    'high_pass.2',
    'tilt_low_pass',
  ]);
  expect(KEYS.every((key) => isUsed({ ...now, engine: 'classical' }, key))).toBe(true);
});

test('loading and being told of changes sends nothing', async () => {
  const { far, tuner } = await tunerWith();
  far.tune({ tilt_rate: 4 });
  await tuner.refresh();
  expect(tuner.now.value!.tilt.rate).toMatchObject({ value: 4, given: true });
  expect(far.sent).toEqual([]);
});

test('typing is sent once, a moment after the last key; leaving the field sends at once', async () => {
  const { far, tuner } = await tunerWith();
  for (const text of ['1', '1.', '1.2']) tuner.type('tilt_rate', text);
  await vi.advanceTimersByTimeAsync(390);
  expect(far.sent).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(20);
  expect(far.sent).toMatchObject([{ tilt_rate: 1.2 }]);
  expect(tuner.drafts.value).toEqual({});
  tuner.type('gain.0', '0.8');
  await tuner.settle('gain.0');
  expect(far.sent[1]).toMatchObject({ tilt_rate: 1.2, gain: [0.8, null, null, null, null, null] });
  await vi.advanceTimersByTimeAsync(1000);
  expect(far.sent).toHaveLength(2);
});

test('text that is no number is not sent and stays; an empty field is the preset’s own', async () => {
  const { far, tuner } = await tunerWith();
  tuner.type('tilt_gain', '0.9');
  await vi.advanceTimersByTimeAsync(500);
  tuner.type('tilt_gain', '0.9x');
  await vi.advanceTimersByTimeAsync(500);
  expect(far.sent).toHaveLength(1);
  expect(tuner.drafts.value.tilt_gain).toBe('0.9x');
  tuner.type('tilt_gain', '');
  await vi.advanceTimersByTimeAsync(500);
  expect(far.sent[1]).toMatchObject({ tilt_gain: null });
  expect(tuner.now.value!.tilt.gain.given).toBe(false);
});

test('a refused number stays in its field with the reason, and spoils no later order', async () => {
  const { far, tuner } = await tunerWith();
  tuner.type('tilt_rate', '99');
  await vi.advanceTimersByTimeAsync(500);
  expect(tuner.refused.value.tilt_rate).toEqual({
    text: 'tilt_rate is too large',
    message: null,
    code: null,
  });
  expect(tuner.drafts.value.tilt_rate).toBe('99');
  tuner.type('gain.2', '0.7');
  await vi.advanceTimersByTimeAsync(500);
  expect(far.sent[1]).toMatchObject({ tilt_rate: null, gain: [null, null, 0.7, null, null, null] });
  expect(tuner.refused.value.tilt_rate).toBeDefined();
  tuner.type('tilt_rate', '3');
  await vi.advanceTimersByTimeAsync(500);
  expect(tuner.refused.value).toEqual({});
  expect(far.sent[2]).toMatchObject({ tilt_rate: 3, gain: [null, null, 0.7, null, null, null] });
});

test('two changes at once: the second keeps the first', async () => {
  const { far, tuner } = await tunerWith();
  tuner.type('gain.0', '0.1');
  tuner.type('gain.1', '0.2');
  await Promise.all([tuner.settle('gain.0'), tuner.settle('gain.1'), tuner.choose({ engine: 'predictive' })]);
  expect(
    far.sent.map((order) => [(order as CueingOrder).engine, (order as CueingOrder).gain.slice(0, 2)]),
  ).toEqual([
    ['classical', [0.1, null]],
    ['classical', [0.1, 0.2]],
    ['predictive', [0.1, 0.2]],
  ]);
});

test('back to preset, all back, and undo', async () => {
  const { far, tuner } = await tunerWith();
  for (const [key, text] of [
    ['gain.0', '0.1'],
    ['tilt_rate', '2'],
  ] as const) {
    tuner.type(key, text);
    await tuner.settle(key);
  }
  expect(tuner.givenCount.value).toBe(2);
  expect(tuner.now.value!.tilt.rate.own).toBe(0.5); // remembered from before it was given
  await tuner.back('gain.0');
  expect(far.sent.at(-1)).toMatchObject({ gain: Array(6).fill(null), tilt_rate: 2 });
  await tuner.choose({ preset: 'car' });
  expect(far.sent.at(-1)).toMatchObject({ preset: 'car', tilt_rate: null });
  await tuner.undo();
  expect(far.sent.at(-1)).toMatchObject({ preset: 'normal', tilt_rate: 2 });
  await tuner.backAll();
  expect(tuner.givenCount.value).toBe(0);
});

test('an order without an answer changes nothing and says so at its place', async () => {
  const { far, tuner } = await tunerWith();
  far.mute();
  await tuner.choose({ preset: 'car' });
  expect(tuner.now.value!.preset).toBe('normal');
  expect(tuner.refused.value.choice).toEqual({ text: '', message: null, code: null });
  expect(tuner.past.value).toEqual([]);
  tuner.type('gain.0', '0.1');
  await tuner.settle('gain.0');
  expect(tuner.drafts.value['gain.0']).toBe('0.1');
});

test('an effect is sent with its place and numbers; its refusal is said at its place', async () => {
  const { far, tuner } = await tunerWith();
  expect(await tuner.setEffect(2, 'vibration', { axis: 'heave', amplitude: 0.5, frequency: 12 })).toBe(true);
  expect(far.sent[0]).toEqual({
    action: 'effect',
    place: 2,
    kind: 'vibration',
    axis: 'heave',
    amplitude: 0.5,
    frequency: 12,
  });
  expect(await tuner.setEffect(3, 'earthquake')).toBe(false);
  expect(tuner.refused.value['effect.3']?.text).toBe('there is no such effect');
});
