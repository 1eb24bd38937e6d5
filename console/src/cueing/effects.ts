// An effect as it is typed, and as it is sent.

import { parseNumber } from '../i18n/format';
import { AXIS_NAMES, type EffectKind, type EffectNumber } from './answers';

export const standardOf = (kind: EffectKind): Record<string, string> =>
  Object.fromEntries(kind.numbers.map((one) => [one.name, one.standard]));

/** Numbers as numbers, words as words; null where a field holds neither. */
export function valuesOf(
  kind: EffectKind,
  texts: Readonly<Record<string, string>>,
): Record<string, number | string> | null {
  const out: Record<string, number | string> = {};
  for (const one of kind.numbers) {
    const text = texts[one.name] ?? one.standard;
    const value = parseNumber(text);
    if (one.choices.length > 0 && !one.choices.every((choice) => Number.isFinite(parseNumber(choice))))
      out[one.name] = text;
    else if (Number.isFinite(value)) out[one.name] = value;
    else return null;
  }
  return out;
}

/** What an amplitude is measured in is the axis's. */
export const unitIn = (one: EffectNumber, axis: string | undefined): string =>
  one.unit !== 'mm or °'
    ? one.unit
    : AXIS_NAMES.indexOf(axis as (typeof AXIS_NAMES)[number]) >= 3
      ? '°'
      : 'mm';
