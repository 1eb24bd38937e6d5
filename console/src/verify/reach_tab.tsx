import { useEffect } from 'preact/hooks';
import { effect } from '@preact/signals';
import { AXES, type LimitHit } from '../api/messages';
import { http } from '../state/app';
import { fixed } from '../i18n/format';
import { told, type Said } from '../i18n/message';
import { hasWords, known, t, type Key } from '../i18n';
import { reachAnswer, type ReachAxis, type ReachEnd } from './answers';
import type { Or } from './json';
import { set, shownPose } from './editor';
import { Question } from './question';

const reach = new Question<Or<{ axes: ReachAxis[] }>>(
  async (body, signal) => reachAnswer(await http.verify('reach', body, signal)),
  200,
);

/** "leg 3 at full stroke": what stops an axis. */
export function stopText(limit: LimitHit | null, otherwise: Said): string {
  if (!limit || !hasWords('reach.stop', limit.what)) return told(otherwise);
  return t(`reach.stop.${limit.what}` as Key & 'reach.stop.leg_upper', { leg: limit.leg ?? '' });
}

function Bar({ axis, i, largest }: { axis: ReachAxis; i: number; largest: number }) {
  const share = (value: number) => 50 + (50 * value) / largest;
  const still = !(axis.high.value > axis.low.value);
  const digits = i < 3 ? 1 : 2;
  const end = (one: ReachEnd, side: string) => (
    <span class={`vend ${side}`}>
      <b>{fixed(one.value, digits)}</b> <small>{stopText(one.limit, one.stoppedBy)}</small>
    </span>
  );
  return (
    <div
      class="vreach"
      data-testid={`v-reach-${AXES[i]}`}
      data-low={axis.low.value}
      data-high={axis.high.value}
    >
      <span>
        {known('axis', String(i))} <b>{AXES[i]}</b> <small>{axis.unit}</small>
      </span>
      {still ? <em class="muted">{t('reach.none')}</em> : end(axis.low, 'low')}
      <i class="vtrack" aria-hidden="true">
        {!still && (
          <i class="vspan" style={`left:${share(axis.low.value)}%;right:${100 - share(axis.high.value)}%`} />
        )}
        <i class="vat" style={`left:${share(axis.at)}%`} />
      </i>
      {!still && end(axis.high, 'high')}
    </div>
  );
}

export function ReachTab() {
  useEffect(
    () =>
      effect(() => {
        const from = shownPose.value;
        if (set.value && from?.every(Number.isFinite)) reach.follow({ set: set.value, from });
      }),
    [],
  );
  const { answer, failed } = reach.state.value;
  if (failed) return <p class="pad verdict bad">{t('verify.failed', { reason: told(failed) })}</p>;
  if (!answer) return <p class="pad muted">{t('verify.busy')}</p>;
  if ('error' in answer) return <p class="pad verdict bad">{t('reach.out', { why: told(answer.error) })}</p>;
  const largest = (from: number, to: number) =>
    Math.max(
      1e-9,
      ...answer.axes.slice(from, to).flatMap((axis) => [Math.abs(axis.low.value), Math.abs(axis.high.value)]),
    );
  const scales = [largest(0, 3), largest(3, 6)];
  return (
    <div class="scroll pad">
      <p class="note">{t('reach.from')}</p>
      {answer.axes.map((axis, i) => (
        <Bar key={i} axis={axis} i={i} largest={scales[i < 3 ? 0 : 1]!} />
      ))}
    </div>
  );
}
