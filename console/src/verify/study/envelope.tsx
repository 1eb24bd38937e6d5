// Does a required envelope fit, all axes together? With the first place where it does not.

import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { AXES } from '../../api/messages';
import { http } from '../../state/app';
import { axisUnit, fixed } from '../../i18n/format';
import { limitText } from '../../i18n/sentences';
import { known, t } from '../../i18n';
import { Told } from '../../panels/controls';
import { set } from '../editor';
import { Field } from '../fields';
import type { Or } from '../json';
import { Question } from '../question';
import { envelopeAnswer, type EnvelopeAnswer } from './answers';
import { anyBad, Answered, PoseButton, replaced, sixOf } from './parts';

const SIDES = ['low', 'high', 'velocity', 'acceleration'] as const;
type Side = (typeof SIDES)[number];
const typed = signal<Record<Side, string[]>>({
  low: ['-15', '-15', '-15', '-2', '-2', '-2'],
  high: ['15', '15', '15', '2', '2', '2'],
  velocity: ['0', '0', '0', '0', '0', '0'],
  acceleration: ['0', '0', '0', '0', '0', '0'],
});
const envelope = new Question<Or<EnvelopeAnswer>>(
  async (body, abort) => envelopeAnswer(await http.verify('envelope', body, abort)),
  250,
);

export function Envelope() {
  useEffect(
    () =>
      effect(() => {
        const now = typed.value;
        if (!set.value || anyBad(...SIDES.map((side) => now[side]))) return;
        const asked = Object.fromEntries(SIDES.map((side) => [side, sixOf(now[side])]));
        envelope.follow({ set: set.value, ...asked });
      }),
    [],
  );
  const { answer } = envelope.state.value;
  const good = answer && !('error' in answer) ? answer : null;
  return (
    <div class="vstudy-main" data-testid="venv" data-fits={good?.fits ?? ''}>
      <p class="note">{t('venv.note')}</p>
      <table class="data venv">
        <thead>
          <tr>
            <td />
            {SIDES.map((side) => (
              <th key={side} scope="col">
                {t(`vdes.${side}`)}
              </th>
            ))}
            <th scope="col" class="num">
              {t('venv.alone')}
            </th>
          </tr>
        </thead>
        <tbody>
          {AXES.map((axis, i) => {
            const alone = good?.alone[i];
            return (
              <tr key={axis} class={alone && !alone.fits ? 'broken' : ''}>
                <th scope="row">
                  {known('axis', String(i))} <small>{axisUnit(i)}</small>
                </th>
                {SIDES.map((side) => (
                  <td key={side}>
                    <Field
                      label={`${axis} ${t(`vdes.${side}`)}`}
                      text={typed.value[side][i]!}
                      change={(text) =>
                        (typed.value = { ...typed.value, [side]: replaced(typed.value[side], i, text) })
                      }
                      testid={`venv-${side}-${axis}`}
                    />
                  </td>
                ))}
                <td class="num">{alone ? `${fixed(alone.low, 1)} … ${fixed(alone.high, 1)}` : '–'}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Answered of={envelope}>
        {(found) => (
          <>
            <p class={`verdict ${found.fits ? 'good' : 'bad'}`} data-testid="venv-verdict">
              <Told said={found.verdict} />
            </p>
            {found.first && (
              <p>
                {t('venv.first')} <PoseButton pose={found.first.pose} />
                {found.first.limit && <span class="bad"> {limitText(found.first.limit)}</span>}
              </p>
            )}
          </>
        )}
      </Answered>
    </div>
  );
}
