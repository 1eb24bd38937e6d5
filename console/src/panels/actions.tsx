import type { Action, PlainAction, Telemetry } from '../api/messages';
import { commands, store } from '../state/app';
import { driverName } from '../i18n/sentences';
import { known, t } from '../i18n';
import { chinese, whyNot } from '../i18n/said';
import { English, Section, useVerdict } from './controls';

type Listed = PlainAction | 'give';
const LISTED: readonly Listed[] = ['zero', 'raise', 'neutral', 'lower', 'hold', 'resume', 'reset', 'take', 'give'];

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
      <span>{known('action', action)}</span>
      {!allowed && why && <small>{why}</small>}
    </button>
  );
}

interface Step {
  text: string;
  action?: Listed;
  label?: string;
}

/** The one safe thing to do next, from the state alone. */
function nextStep(now: Telemetry): Step {
  const moving: Step = { text: t('next.moving.text') };
  if (now.state === 'emergency') {
    if (now.button) return { text: t('next.release.text'), action: 'release', label: t('next.release') };
    return { text: t('next.reset.text'), action: 'reset', label: t('next.reset') };
  }
  if (now.state === 'fault') return { text: t('next.reset.text'), action: 'reset', label: t('next.reset') };
  if (now.why_code === 'not_enabled') return { text: t('next.enable.text'), action: 'enable', label: t('next.enable') };
  if (now.driver && !now.driver_is_operator) return { text: t('next.watch.text', { driver: driverName(now.driver) }) };
  switch (now.state) {
    case 'init':
      return { text: t('next.init') };
    case 'powered_up':
      return { text: t('next.initialise.text'), action: 'zero', label: t('next.initialise') };
    case 'origin':
      return { text: t('next.raise.text'), action: 'raise', label: t('next.raise') };
    case 'ready':
      if (now.barred) return { text: t('next.give.text'), action: 'give', label: t('next.give') };
      return { text: t('next.ready.text') };
    case 'holding':
      return { text: t('next.holding.text'), action: 'resume', label: t('next.resume') };
    case 'stopping':
      return { text: t('next.stopping.text') };
    default:
      return moving;
  }
}

function NextStep() {
  const now = store.shown.value;
  const step = now ? nextStep(now) : { text: t('link.connecting') };
  const { allowed, why } = useVerdict((step.action ?? 'hold') as Action);
  return (
    <div class="next" data-testid="next">
      <p>{step.text}</p>
      {step.action && (
        <button class="primary" disabled={!allowed} title={why} data-testid="next-button" onClick={() => void commands.send({ action: step.action! })}>
          {step.label}
        </button>
      )}
    </div>
  );
}

/** What became of the newest order. */
function Feedback() {
  const last = commands.feedback.value;
  const bad = last && ['refused', 'failed', 'unanswered', 'stale'].includes(last.result);
  if (!last) return <p class="feedback muted">{t('feedback.none')}</p>;
  const action = known('action', last.action);
  const chineseReason = document.documentElement.lang === 'en' ? last.reason : chinese(last.reason);
  const reason = chineseReason || (last.code ? whyNot(last.code, null) : '');
  const foreign = !reason && last.reason !== '';
  const words =
    last.result === 'refused' || last.result === 'failed'
      ? t(`feedback.${last.result}`, { action, reason: reason || (foreign ? '' : known('why', 'unknown')) })
      : t(`feedback.${last.result}`, { action });
  return (
    <p class={`feedback ${bad ? 'bad' : ''}`} role="status" data-testid="feedback" data-result={last.result} data-action={last.action}>
      {words}
      {bad && foreign && <English>{last.reason}</English>}
    </p>
  );
}

export function Actions() {
  const real = store.machine.value?.simulated === false;
  return (
    <Section title={t('actions.title')}>
      <NextStep />
      <div class="action-grid">
        {LISTED.map((action) => (
          <ActionButton key={action} action={action} />
        ))}
        {real ? <ActionButton action="enable" /> : null}
      </div>
      <Feedback />
    </Section>
  );
}
