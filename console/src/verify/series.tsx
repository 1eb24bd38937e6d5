// What a sine and a table of poses have in common: both are looked at as the legs see them.

import { signal } from '@preact/signals';
import { known, t } from '../i18n';
import type { Unseen } from './answers';
import { QUANTITIES, type Lines, type Quantity } from './series_answers';

export const quantity = signal<Quantity>('extension');

/** Every line of every quantity, a row a moment. */
export function linesCsv(x: number[], first: string, lines: Lines): string {
  const names = QUANTITIES.filter((name) => lines[name].length > 0);
  const legs = lines.extension.length;
  const head = [
    first,
    ...Array.from({ length: legs }, (_, leg) => names.map((name) => `${name}${leg + 1}`)).flat(),
  ];
  const cell = (value: number | undefined) =>
    value !== undefined && Number.isFinite(value) ? String(value) : '';
  const rows = x.map((at, i) =>
    [
      cell(at),
      ...Array.from({ length: legs }, (_, leg) => names.map((name) => cell(lines[name][leg]![i]))).flat(),
    ].join(','),
  );
  return `${[head.join(','), ...rows].join('\n')}\n`;
}

/** A verdict is worth what was looked at. */
export function NotChecked({ list }: { list: readonly Unseen[] }) {
  if (list.length === 0) return null;
  const why = [...new Set(list.map((one) => one.why))];
  const text = why.map(
    (reason) =>
      `${list
        .filter((one) => one.why === reason)
        .map((one) => known('aspect', one.what))
        .join(', ')} (${known('gap', reason)})`,
  );
  return (
    <p class="note" data-testid="v-not-checked">
      {t('judge.not_checked', { list: text.join('; ') })}
    </p>
  );
}
