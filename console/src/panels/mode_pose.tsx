// Six sliders that the platform follows. Their values come from the program until a hand moves one.

import { AXES, type Range, type Six } from '../api/messages';
import { commands, sliders, store } from '../state/app';
import { presentRanges } from '../state/present_ranges';
import { axisDigits, axisUnit, fixed } from '../i18n/format';
import { axisName } from '../i18n/sentences';
import { known, t } from '../i18n';
import { useVerdict } from './controls';

const clamp = (value: number, [low, high]: Range): number => Math.min(high, Math.max(low, value));

function AxisSlider({ axis, values, full, reach, enabled }: { axis: number; values: Six; full: Range; reach: Range; enabled: boolean }) {
  const value = values[axis] ?? NaN;
  const [low, high] = full;
  const span = high - low;
  if (!(span > 0)) return null; // this machine does not have the axis
  const share = (x: number) => `${(100 * (clamp(x, full) - low)) / span}%`;
  const digits = axisDigits(axis);
  const unit = axisUnit(axis);
  return (
    <div class="slider">
      <label for={`slider-${axis}`}>
        <b>{AXES[axis]}</b> {known('axis', String(axis))}
      </label>
      <output>
        {fixed(value, digits)} <small>{unit}</small>
      </output>
      <input
        id={`slider-${axis}`}
        type="range"
        min={low}
        max={high}
        step={axis < 3 ? 0.5 : 0.05}
        value={Number.isFinite(value) ? value : 0}
        disabled={!enabled}
        style={`--low:${share(reach[0])};--high:${share(reach[1])}`}
        title={t('pose.reach', { low: fixed(reach[0], digits), high: fixed(reach[1], digits), unit })}
        aria-label={axisName(axis)}
        data-testid={`slider-${AXES[axis]}`}
        data-low={reach[0]}
        data-high={reach[1]}
        onPointerDown={() => sliders.hold(true)}
        onPointerUp={() => sliders.hold(false)}
        onPointerCancel={() => sliders.hold(false)}
        onBlur={() => sliders.hold(false)}
        onInput={(event) => {
          const wanted = clamp(Number(event.currentTarget.value), reach);
          if (wanted !== Number(event.currentTarget.value)) event.currentTarget.value = String(wanted);
          sliders.move(axis, wanted);
        }}
      />
    </div>
  );
}

export function PoseMode() {
  const machine = store.machine.value;
  const now = store.shown.value;
  const { allowed, why } = useVerdict('follow');
  const neutral = useVerdict('neutral');
  if (!machine) return <p class="muted">{t('link.connecting')}</p>;
  const values = sliders.draft.value ?? (now?.valid ? now.commanded : []);
  const reach = presentRanges(machine, store.ranges.value, now);
  return (
    <div class="pose-mode">
      {machine.ranges.map((full, axis) => (
        <AxisSlider key={axis} axis={axis} values={values} full={full} reach={reach[axis] ?? full} enabled={allowed} />
      ))}
      <div class="row">
        <button disabled={!neutral.allowed} onClick={() => void commands.send({ action: 'neutral' })}>
          {t('pose.neutral')}
        </button>
        {!allowed && why && <span class="why">{t('blocked', { reason: why })}</span>}
      </div>
      <p class="note">{t('pose.hint')}</p>
    </div>
  );
}
