// How much of the platform is used: six axes and the legs, now, and at most since the counter was last set to
// nothing.

import { useState } from 'preact/hooks';
import type { Machine, Range, Telemetry } from '../api/messages';
import { store } from '../state/app';
import { axisDigits, axisUnit, fixed } from '../i18n/format';
import { known, t } from '../i18n';
import { Section } from '../panels/controls';
import { travel, tuner } from './live';
import { axesOf, largestShare, shareOf, strokeShare } from './traces';

const percentOf = (value: number, [low, high]: Range): number =>
  high > low ? Math.min(100, Math.max(0, (100 * (value - low)) / (high - low))) : 0;
const percent = (share: number): string => (Number.isFinite(share) ? `${fixed(100 * share, 0)} %` : '–');
const tone = (share: number): string => (share > 0.97 ? 'bad' : share > 0.8 ? 'wait' : '');

function AxisBar({ axis, now, range, most }: { axis: number; now: Telemetry; range: Range; most: number }) {
  const value = now.pose_valid ? now.pose[axis]! : NaN;
  const low = travel.used.low[axis]!;
  const high = travel.used.high[axis]!;
  const largest = largestShare(low, high, range);
  const zero = percentOf(0, range);
  const at = percentOf(value, range);
  const digits = axisDigits(axis);
  const words = t('cue.travel.bar', {
    axis: known('axis', String(axis)),
    now: percent(shareOf(value, range)),
    most: percent(largest),
  });
  return (
    <div
      class="cue-travel"
      data-testid={`cue-travel-${axis}`}
      data-largest={largest}
      title={`${words}${Number.isFinite(low) ? `: ${fixed(low, digits)} … ${fixed(high, digits)} ${axisUnit(axis)}` : ''}`}
    >
      <span>{known('axis', String(axis))}</span>
      <div class={`bar ${tone(largest)}`} role="img" aria-label={words}>
        {Number.isFinite(low) && (
          <i class="reach" style={`left:${percentOf(low, range)}%;right:${100 - percentOf(high, range)}%`} />
        )}
        {Number.isFinite(value) && (
          <i class="fill" style={`left:${Math.min(zero, at)}%;width:${Math.abs(at - zero)}%`} />
        )}
        <i class="zero" style={`left:${zero}%`} />
        {Number.isFinite(most) &&
          [-most, most].map((mark) => (
            <i key={mark} class="most" style={`left:${percentOf(mark, range)}%`} />
          ))}
      </div>
      <span class="out">{percent(shareOf(value, range))}</span>
      <span class="out">
        <b>{percent(largest)}</b>
      </span>
    </div>
  );
}

function LegBar({ leg, now, machine }: { leg: number; now: Telemetry; machine: Machine }) {
  const stroke = machine.stroke_mm;
  const neutral = machine.neutral_extension_mm[leg] ?? stroke / 2;
  const value = now.legs[leg]?.extension_mm ?? NaN;
  const low = travel.used.legLow[leg] ?? NaN;
  const high = travel.used.legHigh[leg] ?? NaN;
  const shares = [strokeShare(low, neutral, stroke), strokeShare(high, neutral, stroke)].filter(
    Number.isFinite,
  );
  const largest = shares.length > 0 ? Math.max(...shares) : NaN;
  const height = (mm: number) => percentOf(mm, [0, stroke]);
  const words = t('cue.travel.leg', {
    leg: leg + 1,
    now: percent(strokeShare(value, neutral, stroke)),
    most: percent(largest),
  });
  return (
    <div class="cue-leg" title={words} data-testid={`cue-leg-${leg + 1}`} data-largest={largest}>
      <div class={`cue-column ${tone(largest)}`} role="img" aria-label={words}>
        {Number.isFinite(low) && (
          <i class="reach" style={`bottom:${height(low)}%;top:${100 - height(high)}%`} />
        )}
        <i class="zero" style={`bottom:${height(neutral)}%`} />
        {Number.isFinite(value) && <i class="needle" style={`bottom:${height(value)}%`} />}
      </div>
      <small>{leg + 1}</small>
      <span class="out">{percent(largest)}</span>
    </div>
  );
}

export function TravelPanel() {
  const [, again] = useState(0);
  const machine = store.machine.value;
  const now = store.shown.value;
  if (!machine || !now) return null;
  const tuning = tuner.now.value;
  const most = (axis: number): number =>
    tuning?.engine === 'classical' ? tuning.axes[axis]!.travelUpTo : NaN;
  const reset = () => {
    travel.reset();
    again((count) => count + 1);
  };
  return (
    <Section
      title={t('cue.travel')}
      extra={
        <button
          class="plain"
          onClick={reset}
          title={t('cue.travel.reset.hint')}
          data-testid="cue-travel-reset"
        >
          {t('cue.travel.reset')}
        </button>
      }
    >
      <div class={`cue-used ${store.live.value ? '' : 'grey'}`}>
        <div class="cue-travel head" aria-hidden="true">
          <span />
          <span />
          <small>{t('cue.travel.now')}</small>
          <small>{t('cue.travel.largest')}</small>
        </div>
        {axesOf(machine).map((axis) => (
          <AxisBar key={axis} axis={axis} now={now} range={machine.ranges[axis]!} most={most(axis)} />
        ))}
        <div class="cue-legs">
          <small>{t('cue.travel.legs')}</small>
          {Array.from({ length: machine.legs }, (_, leg) => (
            <LegBar key={leg} leg={leg} now={now} machine={machine} />
          ))}
        </div>
      </div>
    </Section>
  );
}
