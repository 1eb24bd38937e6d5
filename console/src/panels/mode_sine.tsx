import { signal } from '@preact/signals';
import { AXES } from '../api/messages';
import { axisUnit } from '../i18n/format';
import { axisName } from '../i18n/sentences';
import { fixed } from '../i18n/format';
import { known, t } from '../i18n';
import { NumberField, StartButton } from './controls';
import { judged, Preview, previewOf } from './preview';

const amplitude = signal([0, 0, 0, 0, 0, 0]);
const frequency = signal([0.2, 0.2, 0.2, 0.2, 0.2, 0.2]);
const phase = signal([0, 0, 0, 0, 0, 0]);
const preview = previewOf(() => ({
  kind: 'sine',
  amplitude: amplitude.value,
  frequency: frequency.value,
  phase: phase.value,
}));

const set = (list: typeof amplitude, axis: number) => (value: number) =>
  (list.value = list.value.map((old, i) => (i === axis ? value : old)));

export function SineMode() {
  const values = [...amplitude.value, ...frequency.value, ...phase.value];
  const ready = values.every(Number.isFinite) && amplitude.value.some((a) => a !== 0);
  const { passes, wrong, scale } = judged(preview);
  const order = (share: number) => ({
    action: 'sine' as const,
    amplitude: amplitude.value.map((a) => a * share),
    frequency: frequency.value,
    phase: phase.value,
  });
  return (
    <div>
      <table class="inputs">
        <thead>
          <tr>
            <th scope="col">{t('sine.axis')}</th>
            <th scope="col">{t('sine.amplitude')}</th>
            <th scope="col">{t('sine.frequency')}</th>
            <th scope="col">{t('sine.phase')}</th>
          </tr>
        </thead>
        <tbody>
          {AXES.map((name, axis) => (
            <tr key={name}>
              <th scope="row" title={known('axis', String(axis))}>
                {name} <small>{axisUnit(axis)}</small>
              </th>
              <td>
                <NumberField
                  label={`${axisName(axis)} ${t('sine.amplitude')}`}
                  value={amplitude.value[axis]!}
                  change={set(amplitude, axis)}
                  testid={`sine-amplitude-${name}`}
                />
              </td>
              <td>
                <NumberField
                  label={`${axisName(axis)} ${t('sine.frequency')}`}
                  value={frequency.value[axis]!}
                  change={set(frequency, axis)}
                  testid={`sine-frequency-${name}`}
                />
              </td>
              <td>
                <NumberField
                  label={`${axisName(axis)} ${t('sine.phase')}`}
                  value={phase.value[axis]!}
                  change={set(phase, axis)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <StartButton
        action="sine"
        label={t('sine.start')}
        ready={ready && passes}
        wrong={ready ? wrong : t('sine.nothing')}
        order={() => order(1)}
      />
      {ready && !passes && scale > 0 && (
        <StartButton
          action="sine"
          label={t('preview.use_scale', { percent: fixed(100 * scale, 0) })}
          testid="start-sine-scaled"
          order={() => order(scale)}
        />
      )}
      <Preview state={preview} ready={ready} />
    </div>
  );
}
