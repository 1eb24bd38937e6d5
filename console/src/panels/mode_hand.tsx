// One table to move by hand. A number is typed or stepped, shown as a ghost in the picture, and gone to when
// the hand says so; a slider is dragged by its thumb and the platform follows, no faster than the speed set
// here.

import { useEffect, useRef } from 'preact/hooks';
import { AXES, type Machine, type Range, type Six } from '../api/messages';
import { commands, sliders, store } from '../state/app';
import { handSpeed, percent, percentIsGood, targetOf, typed, unlock, unlocked } from '../state/hand';
import { ROTARY } from '../state/slider_follow';
import { presentRanges } from '../state/present_ranges';
import { axisDigits, axisUnit, fixed } from '../i18n/format';
import { axisName } from '../i18n/sentences';
import { known, t } from '../i18n';
import { NumberField, StartButton, useVerdict } from './controls';

const clamp = (value: number, [low, high]: Range): number => Math.min(high, Math.max(low, value));
const shortName = (axis: number): string => AXES[axis] ?? 'rotary';
const STEPS = [-10, -1, 1, 10] as const;
const stepOf = (axis: number): number => (axis < 3 ? 1 : 0.1);
/** How near to the thumb a drag must begin, and how far it must go sideways before a finger counts as one. */
const GRAB_PX = { mouse: 14, pen: 18, touch: 26 } as const;
const THUMB_PX = 18;
const MEANT_PX = 6;

interface SliderProps {
  axis: number;
  value: number;
  full: Range;
  reach: Range;
  enabled: boolean;
}

/**
 * The input is for keys and screen readers; the pointer takes the thumb alone, and drags it from where it is.
 */
function AxisSlider({ axis, value, full, reach, enabled }: SliderProps) {
  const drag = useRef<{ id: number; x: number; y: number; from: number; meant: boolean } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const [low, high] = full;
  const span = high - low;
  const digits = axisDigits(axis);
  const share = (x: number) => (clamp(x, full) - low) / span;
  const end = () => {
    if (drag.current?.meant) sliders.hold(false);
    drag.current = null;
  };
  return (
    <div
      class="grip"
      data-testid={`grip-${shortName(axis)}`}
      data-open={unlocked.value}
      onPointerDown={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        const thumb = box.left + THUMB_PX / 2 + share(value) * (box.width - THUMB_PX);
        const near = GRAB_PX[event.pointerType as keyof typeof GRAB_PX] ?? GRAB_PX.mouse;
        const locked = event.pointerType === 'touch' && !unlocked.value;
        if (!enabled || locked || event.button !== 0 || Math.abs(event.clientX - thumb) > near) return;
        input.current?.focus();
        const meant = event.pointerType !== 'touch';
        drag.current = { id: event.pointerId, x: event.clientX, y: event.clientY, from: value, meant };
        event.currentTarget.setPointerCapture(event.pointerId);
        if (meant) sliders.hold(true);
      }}
      onPointerMove={(event) => {
        const now = drag.current;
        if (!now || now.id !== event.pointerId) return;
        const [x, y] = [event.clientX - now.x, event.clientY - now.y];
        if (!now.meant) {
          if (Math.abs(x) < MEANT_PX || Math.abs(x) < Math.abs(y)) return;
          now.meant = true;
          sliders.hold(true);
        }
        if (unlocked.value) unlock(true);
        const moved = now.from + (x / (event.currentTarget.clientWidth - THUMB_PX)) * span;
        if (x !== 0) sliders.move(axis, clamp(moved, reach));
      }}
      onPointerUp={end}
      onLostPointerCapture={end}
      onPointerCancel={() => {
        const meant = drag.current?.meant;
        end();
        if (meant) sliders.end();
      }}
    >
      <input
        ref={input}
        type="range"
        min={low}
        max={high}
        step={axis < 3 ? 0.5 : 0.05}
        value={Number.isFinite(value) ? value : 0}
        disabled={!enabled}
        style={`--low:${100 * share(reach[0])}%;--high:${100 * share(reach[1])}%`}
        title={t('pose.reach', {
          low: fixed(reach[0], digits),
          high: fixed(reach[1], digits),
          unit: axisUnit(axis),
        })}
        aria-label={axis === ROTARY ? t('legs.rotary') : axisName(axis)}
        data-testid={`slider-${shortName(axis)}`}
        data-low={reach[0]}
        data-high={reach[1]}
        onInput={(event) => {
          const wanted = clamp(Number(event.currentTarget.value), reach);
          if (wanted !== Number(event.currentTarget.value)) event.currentTarget.value = String(wanted);
          sliders.move(axis, wanted);
        }}
      />
      <small>{fixed(reach[0], 0)}</small>
      <small>{fixed(reach[1], 0)}</small>
    </div>
  );
}

interface RowProps extends SliderProps {
  target: number;
  go: () => void;
}

function AxisRow({ target, go, ...slider }: RowProps) {
  const { axis, full } = slider;
  const set = (value: number) => (typed.value = { ...typed.value, [axis]: value });
  const digits = axisDigits(axis);
  const isTyped = axis in typed.value;
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter') return go();
    const step = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (step === undefined || (event.target as HTMLInputElement).type !== 'text' || !Number.isFinite(target))
      return;
    event.preventDefault();
    set(+(target + step * stepOf(axis)).toFixed(4));
  };
  return (
    <div class={`hand-row ${isTyped ? 'typed' : ''}`} onKeyDown={keys}>
      <span class="hand-name">
        <b>{AXES[axis]}</b> {known('axis', String(axis))}
      </span>
      <span class="hand-steps">
        {STEPS.map((step) => {
          const by = step * stepOf(axis);
          const label = t('hand.step', {
            axis: axisName(axis),
            by: fixed(by, axis < 3 ? 0 : 1),
            unit: axisUnit(axis),
          });
          return (
            <button
              key={step}
              class="plain"
              tabIndex={-1} // the arrows and page keys of the number do the same
              aria-label={label}
              title={label}
              data-testid={`step-${AXES[axis]}${step > 0 ? '+' : ''}${step}`}
              disabled={!Number.isFinite(target)}
              onClick={() => set(+(target + by).toFixed(4))}
            >
              {step > 0 ? '+' : '−'}
              {Math.abs(by)}
            </button>
          );
        })}
      </span>
      <NumberField
        label={`${t('hand.target')} ${axisName(axis)}`}
        value={isTyped ? target : +target.toFixed(digits)}
        unit={axisUnit(axis)}
        invalid={isTyped && !(target >= full[0] && target <= full[1])}
        testid={`go-${AXES[axis]}`}
        change={set}
      />
      <AxisSlider {...slider} />
    </div>
  );
}

/** The rotary axis has no end, but a slider has: half a turn either way from where it is. */
function RotaryRow({ angle, enabled }: { angle: number; enabled: boolean }) {
  const middle = useRef(angle);
  if (!sliders.draft.value) middle.current = angle;
  const full: Range = [middle.current - 180, middle.current + 180];
  return (
    <div class="hand-row" data-testid="hand-rotary" data-angle={angle}>
      <span class="hand-name">{t('legs.rotary')}</span>
      <span />
      <span class="out">{fixed(angle, 1)} °</span>
      <AxisSlider axis={ROTARY} value={angle} full={full} reach={full} enabled={enabled} />
    </div>
  );
}

/** What keeps the typed target from being gone to, in words; '' = nothing known here. */
function wrongWith(machine: Machine, target: Six): string {
  for (const [axis, value] of target.entries()) {
    if (!Number.isFinite(value)) return t('hand.no_number', { axis: axisName(axis) });
    const [low, high] = machine.ranges[axis] ?? [-Infinity, Infinity];
    const words = {
      low: fixed(low, axisDigits(axis)),
      high: fixed(high, axisDigits(axis)),
      unit: axisUnit(axis),
    };
    if (high > low && (value < low || value > high))
      return t('go.outside', { axis: axisName(axis), ...words });
  }
  return percentIsGood.value ? '' : t('hand.no_speed');
}

export function HandMode() {
  const machine = store.machine.value;
  const now = store.shown.value;
  const follow = useVerdict('follow');
  const neutral = useVerdict('neutral');
  const mayGo = useVerdict('go');
  useEffect(() => () => unlock(false), []);
  if (!machine || !now) return <p class="muted">{t('link.connecting')}</p>;
  const commanded = now.pose_valid ? now.commanded : now.commanded.map(() => NaN);
  const draft = sliders.draft.value;
  const dragged = draft?.slice(0, ROTARY) ?? commanded;
  const target = targetOf(dragged);
  const reach = presentRanges(machine, store.ranges.value, now);
  const anything = Object.keys(typed.value).length > 0;
  const wrong = anything ? wrongWith(machine, target) : '';
  const speed = handSpeed(machine);
  const order = () => ({ action: 'go' as const, pose: target, speed });
  const go = () => {
    if (anything && !wrong && mayGo.allowed) void commands.send(order());
  };
  return (
    <div class="hand">
      {machine.ranges.map((full, axis) =>
        full[1] > full[0] ? (
          <AxisRow
            key={axis}
            axis={axis}
            value={dragged[axis] ?? NaN}
            target={target[axis] ?? NaN}
            full={full}
            reach={reach[axis] ?? full}
            enabled={follow.allowed && percentIsGood.value}
            go={go}
          />
        ) : null,
      )}
      {now.rotary && (
        <RotaryRow
          angle={draft?.[ROTARY] ?? now.rotary.angle}
          enabled={follow.allowed && percentIsGood.value}
        />
      )}
      <NumberField
        label={t('go.speed')}
        shown
        unit="%"
        value={percent.value}
        invalid={!percentIsGood.value}
        testid="hand-speed"
        change={(value) => (percent.value = value)}
      />
      <p class="note" data-testid="hand-speed-is">
        {t('hand.speed_is', { mm: fixed(speed[2] ?? NaN, 0), degrees: fixed(speed[3] ?? NaN, 1) })}
      </p>
      <StartButton
        action="go"
        label={t('go.start')}
        ready={anything && wrong === ''}
        order={order}
        wrong={wrong || (anything ? '' : t('hand.nothing_typed'))}
      />
      <div class="row">
        <button disabled={!anything} onClick={() => (typed.value = {})} data-testid="hand-clear">
          {t('hand.clear')}
        </button>
        <button onClick={() => (typed.value = { 0: 0, 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 })}>
          {t('go.clear')}
        </button>
        <button disabled={!neutral.allowed} onClick={() => void commands.send({ action: 'neutral' })}>
          {t('pose.neutral')}
        </button>
        <button
          class="touch-only"
          aria-pressed={unlocked.value}
          data-testid="hand-unlock"
          onClick={() => unlock(!unlocked.value)}
        >
          {unlocked.value ? t('hand.lock') : t('hand.unlock')}
        </button>
      </div>
      {!follow.allowed && follow.why && <p class="why">{t('hand.sliders_off', { reason: follow.why })}</p>}
      <p class="note">{t('pose.hint')}</p>
    </div>
  );
}
