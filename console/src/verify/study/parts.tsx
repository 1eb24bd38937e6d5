// What the studies of a set have in common: fields of numbers, an answer or why there is none, a pose to look at,
// work that takes its time.

import type { ComponentChildren } from 'preact';
import type { Signal } from '@preact/signals';
import { AXES, type Six } from '../../api/messages';
import { axisUnit, fixed } from '../../i18n/format';
import type { Said } from '../../i18n/message';
import { known, t } from '../../i18n';
import { Told } from '../../panels/controls';
import { ErrorText } from '../../panels/preview';
import { isBad, numberOf } from '../draft';
import { usePose } from '../editor';
import { Field, ItemField } from '../fields';
import type { Or } from '../json';
import type { Question } from '../question';
import type { LongWork } from './long_work';

type Texts<K extends string> = Record<K, string>;

export const numbersOf = (texts: Record<string, string>): Record<string, number> =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, numberOf(text) ?? 0]));
export const sixOf = (texts: readonly string[]): number[] => texts.map((text) => numberOf(text) ?? 0);
export const anyBad = (...texts: (Record<string, string> | readonly string[])[]): boolean =>
  texts.some((some) => Object.values(some).some(isBad));
export const replaced = (texts: readonly string[], i: number, text: string): string[] =>
  texts.map((old, k) => (k === i ? text : old));

/** A field for each text, called by its words `${words}.${key}`. */
export function NumberFields<K extends string>({
  of,
  words,
  unit,
  soft = [],
}: {
  of: Signal<Texts<K>>;
  words: string;
  unit: string | Partial<Texts<K>>;
  soft?: readonly K[]; // empty means: as it follows from the set
}) {
  return (
    <>
      {(Object.keys(of.value) as K[]).map((key) => (
        <ItemField
          key={key}
          label={known(words, key)}
          unit={typeof unit === 'string' ? unit : (unit[key] ?? '')}
          text={of.value[key]}
          change={(text) => (of.value = { ...of.value, [key]: text })}
          soft={soft.includes(key)}
          testid={`${words}-${key}`}
        />
      ))}
    </>
  );
}

/** Six axes down, a column of fields for each side; what else stands in an axis' row comes last. */
export function AxisFields<S extends string>({
  of,
  testid,
  last,
}: {
  of: Signal<Record<S, string[]>>;
  testid: string;
  last?: { heading: string; broken: (axis: number) => boolean; cell: (axis: number) => string };
}) {
  const sides = Object.keys(of.value) as S[];
  return (
    <table class="data venv">
      <thead>
        <tr>
          <td />
          {sides.map((side) => (
            <th key={side} scope="col">
              {known('vdes', side)}
            </th>
          ))}
          {last && (
            <th scope="col" class="num">
              {last.heading}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {AXES.map((axis, i) => (
          <tr key={axis} class={last?.broken(i) ? 'broken' : ''}>
            <th scope="row">
              {known('axis', String(i))} <small>{axisUnit(i)}</small>
            </th>
            {sides.map((side) => (
              <td key={side}>
                <Field
                  label={`${axis} ${known('vdes', side)}`}
                  text={of.value[side][i]!}
                  change={(text) => (of.value = { ...of.value, [side]: replaced(of.value[side], i, text) })}
                  testid={`${testid}-${side}-${axis}`}
                />
              </td>
            ))}
            {last && <td class="num">{last.cell(i)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One of a few. */
export function Choice<T extends string>({
  label,
  of,
  from,
  word,
  testid,
}: {
  label: string;
  of: Signal<T>;
  from: readonly T[];
  word: (one: T) => string;
  testid?: string;
}) {
  return (
    <label class="vitem">
      <span>{label}</span>
      <select
        value={of.value}
        onChange={(event) => (of.value = event.currentTarget.value as T)}
        data-testid={testid}
      >
        {from.map((one) => (
          <option key={one} value={one}>
            {word(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Bad({ said }: { said: Said | null }) {
  if (!said) return null;
  return (
    <p class="verdict bad" data-testid="vstudy-bad">
      <Told said={said} />
    </p>
  );
}

/** The answer, or why there is none. */
export function Answered<T>({
  of,
  children,
}: {
  of: Question<Or<T>>;
  children: (answer: T) => ComponentChildren;
}) {
  const { answer, failed } = of.state.value;
  if (failed) return <Bad said={failed} />;
  if (!answer) return <p class="muted">{t('verify.busy')}</p>;
  if (typeof answer === 'object' && 'error' in answer) return <ErrorText error={answer.error} />;
  return <>{children(answer as T)}</>;
}

/** A pose that a result names: looked at with a click. */
export function PoseButton({ pose }: { pose: Six }) {
  const words = pose
    .map((value, i) => (Math.abs(value) > 5e-4 ? `${AXES[i]} ${fixed(value, i < 3 ? 1 : 2)}` : ''))
    .filter(Boolean)
    .join(' ');
  return (
    <button class="plain" title={t('vstudy.look')} onClick={() => usePose(pose)} data-testid="vstudy-pose">
      {words || t('verify.neutral')}
    </button>
  );
}

/** Starts it, or cancels it while it runs. */
export function RunButton({
  work,
  label,
  testid,
  disabled,
  start,
}: {
  work: LongWork;
  label: string;
  testid: string;
  disabled: boolean;
  start: () => Promise<void>;
}) {
  return work.running.value ? (
    <button onClick={() => work.cancel()} data-testid={`${testid}-cancel`}>
      {t('vstudy.cancel')}
    </button>
  ) : (
    <button class="primary" disabled={disabled} onClick={() => void start()} data-testid={`${testid}-find`}>
      {label}
    </button>
  );
}
export function Progress({ work, label }: { work: LongWork; label: string }) {
  const { done, of } = work.progress.value;
  return <progress max={of} value={done} aria-label={label} data-testid="vstudy-progress" />;
}
