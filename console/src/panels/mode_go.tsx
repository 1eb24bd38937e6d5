import { signal } from '@preact/signals';
import { AXES, type Six } from '../api/messages';
import { store } from '../state/app';
import { axisDigits, axisUnit, fixed } from '../i18n/format';
import { axisName } from '../i18n/sentences';
import { t } from '../i18n';
import { NumberField, StartButton } from './controls';

const target = signal<Six>([0, 0, 0, 0, 0, 0]);
const percent = signal(50);

export function GoMode() {
  const machine = store.machine.value;
  const now = store.shown.value;
  if (!machine) return <p class="muted">{t('link.connecting')}</p>;
  const ready = target.value.every(Number.isFinite) && percent.value > 0 && percent.value <= 100;
  return (
    <div>
      <div class="grid-2">
        {AXES.map((name, axis) => (
          <NumberField
            key={name}
            label={axisName(axis)}
            shown
            unit={axisUnit(axis)}
            value={target.value[axis]!}
            testid={`go-${name}`}
            change={(value) => (target.value = target.value.map((old, i) => (i === axis ? value : old)))}
          />
        ))}
      </div>
      <NumberField label={t('go.speed')} shown unit="%" value={percent.value} change={(value) => (percent.value = value)} />
      <div class="row">
        <button
          disabled={!now?.valid}
          onClick={() => (target.value = now!.pose.map((value, axis) => +value.toFixed(axisDigits(axis))))}
        >
          {t('go.copy')}
        </button>
        <button onClick={() => (target.value = [0, 0, 0, 0, 0, 0])}>{t('go.clear')}</button>
      </div>
      <Outside />
      <StartButton
        action="go"
        label={t('go.start')}
        ready={ready}
        order={() => ({ action: 'go', pose: target.value, speed: machine.velocity.map((limit) => (limit * percent.value) / 100) })}
      />
    </div>
  );
}

/** Axes that alone would already be out of reach: said before anything is sent. */
function Outside() {
  const full = store.machine.value?.ranges ?? [];
  const outside = target.value.flatMap((value, axis) => {
    const [low, high] = full[axis] ?? [-Infinity, Infinity];
    if (!Number.isFinite(value) || (value >= low && value <= high)) return [];
    const digits = axisDigits(axis);
    return [t('go.outside', { axis: axisName(axis), low: fixed(low, digits), high: fixed(high, digits), unit: axisUnit(axis) })];
  });
  return (
    <>
      {outside.map((text) => (
        <p class="why" key={text}>{text}</p>
      ))}
    </>
  );
}
