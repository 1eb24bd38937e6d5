// The platform's life as a path: off, at the bottom, raised, running. Under each the orders that lead there,
// lit where they may follow from here; above it the one step that is most likely wanted next.

import type { Action, Legal, PlainAction, State, Telemetry } from '../api/messages';
import { commands, store } from '../state/app';
import { verdict } from '../state/legal';
import { causeText, driverName, whyNot } from '../i18n/sentences';
import { hasWords, known, t } from '../i18n';
import { isForeign, told } from '../i18n/message';
import { English, Section, useVerdict } from './controls';
import { TourButton } from './help';

type Listed = PlainAction | 'give';
interface Stage {
  name: 'off' | 'bottom' | 'raised' | 'running';
  states: readonly State[]; // in which it is here, or on its way here
  actions: readonly Listed[]; // that lead here
}
const PATH: readonly Stage[] = [
  { name: 'off', states: ['init', 'powered_up', 'fault', 'emergency'], actions: ['reset'] },
  { name: 'bottom', states: ['origin', 'zeroing', 'descending'], actions: ['zero', 'lower'] },
  { name: 'raised', states: ['ready', 'ascending', 'to_neutral', 'manual'], actions: ['raise', 'neutral'] },
  { name: 'running', states: ['running', 'holding', 'stopping'], actions: ['hold', 'resume'] },
];

function ActionButton({ action }: { action: Listed }) {
  const { allowed, why } = useVerdict(action);
  return (
    <button
      class="action"
      disabled={!allowed}
      title={`${known('hint', action)}${why ? ` – ${why}` : ''}`}
      data-testid={`action-${action}`}
      onClick={() => void commands.send({ action })}
    >
      {known('action', action)}
    </button>
  );
}

/** Why what is not lit is not: said once for all it is true of. */
function Reasons({ actions }: { actions: readonly Listed[] }) {
  const reasons = new Map<string, string[]>();
  for (const action of actions) {
    const { allowed, code, reason, message } = verdict(store.legal.value, store.live.value, action);
    if (allowed || !(code || reason)) continue;
    const why = whyNot(code, reason, message);
    reasons.set(why, [...(reasons.get(why) ?? []), known('action', action)]);
  }
  return (
    <ul class="reasons" data-testid="reasons">
      {[...reasons].map(([why, names]) => (
        <li key={why}>
          <b>{names.join(', ')}:</b> {why}
        </li>
      ))}
    </ul>
  );
}

function Path() {
  const state = store.shown.value?.state;
  return (
    <ol class="path" aria-label={t('path.label')}>
      {PATH.map((stage) => {
        const here = state !== undefined && stage.states.includes(state);
        return (
          <li key={stage.name} aria-current={here ? 'step' : undefined} data-testid={`stage-${stage.name}`}>
            <b>{t(`stage.${stage.name}`)}</b>
            {stage.actions.map((action) => (
              <ActionButton key={action} action={action} />
            ))}
          </li>
        );
      })}
    </ol>
  );
}

interface Step {
  text: string;
  actions?: readonly Listed[]; // most likely wanted first
}

/** The safe things to do next, from what the program reports. */
function nextStep(now: Telemetry, legal: Legal): Step {
  const may = (action: Action) => verdict(legal, true, action).allowed;
  const firstOf = (...actions: Listed[]): Listed[] => actions.filter(may);
  if (now.state === 'emergency')
    return now.button
      ? { text: t('next.release.text'), actions: ['release'] }
      : { text: t('next.reset.text'), actions: ['reset'] };
  if (now.state === 'fault') return { text: t('next.reset.text'), actions: ['reset'] };
  if (now.why_code === 'not_enabled') return { text: t('next.enable.text'), actions: ['enable'] };
  // Resuming would follow a host that is not there.
  if (now.host_lost && now.state === 'holding')
    return { text: t('next.host_lost.text'), actions: [...firstOf('neutral', 'lower').slice(0, 1), 'stop'] };
  if (now.driver && !now.driver_is_operator)
    return { text: t('next.watch.text', { driver: driverName(now.driver) }), actions: ['take'] };
  switch (now.state) {
    case 'init':
      return { text: t('next.init') };
    case 'powered_up':
      return { text: t('next.zero.text'), actions: ['zero'] };
    case 'origin':
      return { text: t('next.raise.text'), actions: ['raise'] };
    case 'ready':
      if (now.barred) return { text: t('next.give.text'), actions: [...firstOf('neutral'), 'give'] };
      return { text: t('next.ready.text'), actions: firstOf('neutral', 'lower').slice(0, 1) };
    case 'holding':
      return { text: t('next.holding.text'), actions: ['resume', 'stop'] };
    case 'stopping':
      return { text: t('next.stopping.text') };
    default:
      return { text: t('next.moving.text'), actions: firstOf('hold') };
  }
}

function NextButton({ action, first }: { action: Listed; first: boolean }) {
  const { allowed, why } = useVerdict(action);
  const always = action === 'stop' || action === 'hold';
  return (
    <button
      class={first ? 'primary' : ''}
      disabled={!allowed && !always}
      title={why}
      data-testid={first ? 'next-button' : `next-${action}`}
      data-action={action}
      onClick={() => void commands.send({ action })}
    >
      {known('action', action)}
    </button>
  );
}

function NextStep() {
  const now = store.shown.value;
  const step: Step = now ? nextStep(now, store.legal.value) : { text: t('link.connecting') };
  const live = store.live.value || !now;
  return (
    <div class={`next ${live ? '' : 'grey'}`} data-testid="next">
      <p>{live ? step.text : t('stale.title')}</p>
      {step.actions?.map((action, i) => (
        <NextButton key={action} action={action} first={i === 0} />
      ))}
    </div>
  );
}

/** What became of the newest order. */
function Feedback() {
  const last = commands.feedback.value;
  if (!last) return <p class="feedback muted">{t('feedback.none')}</p>;
  const bad = ['refused', 'failed', 'unanswered', 'stale', 'dropped'].includes(last.result);
  const action = known('action', last.action);
  const said = { text: last.reason, message: last.message };
  const foreign =
    last.reason !== '' && last.result !== 'over' && !hasWords('dropped', last.reason) && isForeign(said);
  const reason =
    last.result === 'over'
      ? causeText(last.reason)
      : hasWords('dropped', last.reason)
        ? known('dropped', last.reason)
        : foreign
          ? ''
          : told(said);
  const words = reason || (last.code ? whyNot(last.code, null) : '');
  return (
    <p
      class={`feedback ${bad ? 'bad' : ''}`}
      role="status"
      data-testid="feedback"
      data-result={last.result}
      data-action={last.action}
    >
      {t(`feedback.${last.result}`, { action, reason: words || (foreign ? '' : t('why.unknown')) })}
      {bad && foreign && <English>{last.reason}</English>}
    </p>
  );
}

export function Actions() {
  const real = store.machine.value?.simulated === false;
  return (
    <Section title={t('actions.title')} help="platform" extra={<TourButton />}>
      <NextStep />
      <Path />
      <div class="beside">
        {(['take', 'give'] as const).map((action) => (
          <ActionButton key={action} action={action} />
        ))}
        {real ? <ActionButton action="enable" /> : null}
      </div>
      <Reasons actions={[...PATH.flatMap((stage) => stage.actions), 'take', 'give']} />
      <Feedback />
    </Section>
  );
}
