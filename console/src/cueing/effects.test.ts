import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cueing } from './answers';
import { standardOf, unitIn, valuesOf } from './effects';

const { kinds } = cueing(
  JSON.parse(readFileSync(new URL('../../../tests/data/console/cueing.json', import.meta.url), 'utf8')),
);
const kind = (name: string) => kinds.find((one) => one.kind === name)!;

test('every kind can be sent as it is offered: numbers as numbers, choices as words', () => {
  for (const one of kinds) {
    const values = valuesOf(one, standardOf(one));
    expect(values, one.kind).not.toBeNull();
    for (const number of one.numbers)
      expect(typeof values![number.name], `${one.kind} ${number.name}`).toBe(
        number.choices.length > 0 ? 'string' : 'number',
      );
  }
});

test('what is typed goes in its place; what is no number is not sent', () => {
  expect(valuesOf(kind('vibration'), { axis: 'pitch', amplitude: '0,4', frequency: '8' })).toMatchObject({
    axis: 'pitch',
    amplitude: 0.4,
    frequency: 8,
  });
  expect(valuesOf(kind('vibration'), { axis: 'pitch', amplitude: 'much', frequency: '8' })).toBeNull();
});

test('an amplitude is in mm along an axis and in ° about one', () => {
  const amplitude = {
    ...kind('vibration').numbers.find((one) => one.name === 'amplitude')!,
    unit: 'mm or °',
  };
  expect([unitIn(amplitude, 'heave'), unitIn(amplitude, 'roll'), unitIn(amplitude, undefined)]).toEqual([
    'mm',
    '°',
    'mm',
  ]);
  expect(unitIn({ ...amplitude, unit: 'Hz' }, 'roll')).toBe('Hz');
});
