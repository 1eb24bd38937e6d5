// A sine on one axis, as the legs see it.

import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { AXES } from '../api/messages';
import { http } from '../state/app';
import { axisUnit, fixed } from '../i18n/format';
import { limitText } from '../i18n/sentences';
import { known, t } from '../i18n';
import { ErrorText } from '../panels/preview';
import { sineAnswer, type SineAnswer } from './series_answers';
import { saveTable, set } from './editor';
import { isBad, numberOf, type NumberSet } from './draft';
import { Field } from './fields';
import type { Or } from './json';
import { LegsPlot, QuantityChoice } from './plot';
import { Question } from './question';
import type { Section } from './report';
import { linesCsv, NotChecked, quantity } from './series';
import { Told } from '../panels/controls';

const NAMES = ['sway', 'surge', 'heave', 'pitch', 'roll', 'yaw'] as const;
const sine = new Question<Or<SineAnswer>>(
  async (body, signal) => sineAnswer(await http.verify('sine', body, signal)),
  200,
);
const axis = signal(2);
const amplitude = signal('20');
const frequency = signal('0.5');

function SineResult({ answer }: { answer: SineAnswer }) {
  return (
    <>
      <p
        class={`verdict ${answer.passes ? 'good' : 'bad'}`}
        data-testid="v-sine-verdict"
        data-passes={answer.passes}
      >
        {answer.passes
          ? t('vsine.passes')
          : !answer.limit
            ? '–'
            : Number.isFinite(answer.largestScale)
              ? t('vsine.fails', {
                  what: limitText(answer.limit),
                  percent: fixed(100 * answer.largestScale, 1),
                })
              : limitText(answer.limit)}
      </p>
      <NotChecked list={answer.notChecked} />
      {answer.passes && answer.playedScale < 1 && (
        <p class="note">{t('judge.played', { percent: fixed(100 * answer.playedScale, 1) })}</p>
      )}
      <table class="data vworst">
        <tbody>
          {answer.worst.map((one) => (
            <tr key={one.quantity}>
              <th scope="row">{known('worst', one.quantity)}</th>
              <td class="num">
                {fixed(one.value, 2)} <small>{one.unit}</small>
              </td>
              <td>{t('worst.at', { leg: one.leg, time: fixed(one.time, 3) })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

export function SineTab() {
  useEffect(
    () =>
      effect(() => {
        if (
          !set.value ||
          isBad(amplitude.value) ||
          isBad(frequency.value) ||
          !(numberOf(frequency.value)! > 0)
        )
          return;
        sine.follow({
          set: set.value,
          axis: NAMES[axis.value],
          amplitude: numberOf(amplitude.value),
          frequency: numberOf(frequency.value),
        });
      }),
    [],
  );
  const { answer, failed } = sine.state.value;
  const good = answer && !('error' in answer) ? answer : null;
  const unit = axisUnit(axis.value);
  return (
    <div class="vseries">
      <div class="vseries-side">
        <div class="vrow">
          <select
            aria-label={t('vsine.axis')}
            value={axis.value}
            onChange={(event) => (axis.value = Number(event.currentTarget.value))}
            data-testid="v-sine-axis"
          >
            {AXES.map((name, i) => (
              <option key={name} value={i}>
                {known('axis', String(i))} {name}
              </option>
            ))}
          </select>
          <label class="vsmall">
            <span>{t('vsine.amplitude')}</span>
            <Field
              label={t('vsine.amplitude')}
              text={amplitude.value}
              change={(text) => (amplitude.value = text)}
              testid="v-sine-amplitude"
            />
            <small>{unit}</small>
          </label>
          <label class="vsmall">
            <span>{t('vsine.frequency')}</span>
            <Field
              label={t('vsine.frequency')}
              text={frequency.value}
              change={(text) => (frequency.value = text)}
              testid="v-sine-frequency"
            />
            <small>Hz</small>
          </label>
        </div>
        {failed && (
          <p class="verdict bad">
            <Told said={failed} />
          </p>
        )}
        {answer && 'error' in answer && (
          <p class="verdict bad">
            <Told said={answer.error} />
          </p>
        )}
        {good && <SineResult answer={good} />}
      </div>
      {good && (
        <div class="vseries-main">
          <div class="tools">
            <QuantityChoice
              value={quantity.value}
              change={(name) => (quantity.value = name)}
              lines={good.lines}
            />
            <button
              data-testid="v-sine-csv"
              onClick={() =>
                void saveTable('csv', `sine_${NAMES[axis.peek()]}`, linesCsv(good.t, 't_s', good.lines))
              }
            >
              {t('vlegs.csv')}
            </button>
            <button
              data-testid="v-sine-xlsx"
              lang="en"
              onClick={() =>
                void saveTable('xlsx', `sine_${NAMES[axis.peek()]}`, linesCsv(good.t, 't_s', good.lines))
              }
            >
              XLSX
            </button>
          </div>
          <LegsPlot x={good.t} xUnit="s" lines={good.lines[quantity.value]} quantity={quantity.value} />
        </div>
      )}
    </div>
  );
}

/** The sine that is typed, as the program takes it. */
export const sineWords = () => ({
  axis: NAMES[axis.value],
  amplitude: numberOf(amplitude.value),
  frequency: numberOf(frequency.value),
});
/** "Sine: Heave ±20 mm, 0.5 Hz" */
export const sineName = (): string =>
  t('vrep.sine', {
    axis: known('axis', String(axis.peek())),
    amplitude: amplitude.peek(),
    unit: axisUnit(axis.peek()),
    frequency: frequency.peek(),
  });

/** For the report: the sine that is typed, judged and with its worst. */
export async function sineSection(of: NumberSet): Promise<Section | null> {
  if (isBad(amplitude.peek()) || isBad(frequency.peek()) || !(numberOf(frequency.peek())! > 0)) return null;
  const answer = sineAnswer(await http.verify('sine', { set: of, ...sineWords() }));
  return {
    name: sineName(),
    passes: !('error' in answer) && answer.passes,
    body: 'error' in answer ? <ErrorText error={answer.error} /> : <SineResult answer={answer} />,
  };
}
