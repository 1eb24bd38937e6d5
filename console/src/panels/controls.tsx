// The small things panels are made of.

import type { ComponentChildren, JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Action, Order } from '../api/messages';
import { commands, store } from '../state/app';
import { verdict } from '../state/legal';
import { parseNumber } from '../i18n/format';
import { t } from '../i18n';
import { whyNot } from '../i18n/sentences';
import { isForeign, told, type Said } from '../i18n/message';
import { HelpLink } from './help';
import type { HelpPlace } from './help_places';

/** Whether an action may be asked for, and in few words why not. */
export function useVerdict(action: Action): { allowed: boolean; why: string } {
  const answer = verdict(store.legal.value, store.live.value, action);
  if (answer.allowed) return { allowed: true, why: '' };
  return {
    allowed: false,
    why: answer.code || answer.reason ? whyNot(answer.code, answer.reason, answer.message) : '',
  };
}

interface StartProps {
  order: () => Order | null;
  action: Action;
  label: string;
  ready?: boolean; // the inputs make sense
  wrong?: string; // why they do not
  testid?: string;
}

/** The button that starts a motion: blocked with its reason when it may not. */
export function StartButton({ order, action, label, ready = true, wrong = '', testid }: StartProps) {
  const { allowed, why } = useVerdict(action);
  return (
    <div class="start">
      <button
        class="primary"
        disabled={!allowed || !ready}
        data-testid={testid ?? `start-${action}`}
        onClick={() => {
          const wanted = order();
          if (wanted) void commands.send(wanted);
        }}
      >
        {label}
      </button>
      {!allowed && why ? (
        <span class="why">{t('blocked', { reason: why })}</span>
      ) : (
        !ready && wrong && <span class="why">{wrong}</span>
      )}
    </div>
  );
}

interface NumberFieldProps {
  label: string;
  value: number;
  change: (value: number) => void;
  shown?: boolean; // the label is visible text, not only for screen readers
  unit?: string;
  testid?: string;
  invalid?: boolean;
}

/** A number as text: what cannot be read stays in the field, marked, and counts as NaN. */
export function NumberField({
  label,
  value,
  change,
  shown = false,
  unit,
  testid,
  invalid = false,
}: NumberFieldProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? (Number.isFinite(value) ? String(+value.toFixed(4)) : '');
  // What is not known is no mistake of who types.
  const unknown = draft === null && !Number.isFinite(value);
  const bad = invalid || (!unknown && !Number.isFinite(parseNumber(text)));
  return (
    <span class={`field ${shown ? 'wide' : ''}`}>
      {shown && <label for={id}>{label}</label>}
      <input
        id={id}
        type="text"
        inputMode="decimal"
        aria-label={shown ? undefined : label}
        aria-invalid={bad}
        value={text}
        data-testid={testid}
        onInput={(event) => {
          setDraft(event.currentTarget.value);
          change(parseNumber(event.currentTarget.value));
        }}
        onBlur={() => setDraft((kept) => (kept !== null && Number.isFinite(parseNumber(kept)) ? null : kept))}
      />
      {unit && <small>{unit}</small>}
    </span>
  );
}

interface SectionProps {
  title: string;
  children: ComponentChildren;
  extra?: JSX.Element | null;
  help?: HelpPlace;
}

export function Section({ title, children, extra, help }: SectionProps) {
  return (
    <section class="section">
      <div class="section-head">
        <h2>{title}</h2>
        {help && <HelpLink of={help} title={title} />}
        {extra}
      </div>
      {children}
    </section>
  );
}

interface TabsProps<T extends string> {
  label: string;
  names: readonly T[];
  chosen: T;
  choose: (name: T) => void;
  words: (name: T) => ComponentChildren;
  testid: (name: T) => string;
  of?: string; // class of the list
  each?: (name: T) => string; // class of a tab
}

/** One stop of the Tab key; arrows, Home and End go from tab to tab. */
export function Tabs<T extends string>(props: TabsProps<T>) {
  const { label, names, chosen, choose, words, testid, of = 'tab-list', each } = props;
  const keys = (event: KeyboardEvent) => {
    const at = names.indexOf(chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const name = names[(to + names.length) % names.length]!;
    choose(name);
    const list = event.currentTarget as HTMLElement;
    list.querySelector<HTMLElement>(`[data-testid="${testid(name)}"]`)?.focus();
  };
  return (
    <div class={of} role="tablist" aria-label={label} onKeyDown={keys}>
      {names.map((name) => (
        <button
          key={name}
          role="tab"
          aria-selected={chosen === name}
          tabIndex={chosen === name ? 0 : -1}
          class={each?.(name)}
          data-testid={testid(name)}
          onClick={() => choose(name)}
        >
          {words(name)}
        </button>
      ))}
    </div>
  );
}

/** What the program said, in the language of the page or marked as English. */
export function Told({ said }: { said: Said | string }) {
  return isForeign(said) ? <English>{told(said)}</English> : told(said);
}

/** Text of the program that has no translation: shown as it is, and said to be English. */
export function English({ children }: { children: string }) {
  return (
    <span lang="en" class="english">
      {children}
    </span>
  );
}
