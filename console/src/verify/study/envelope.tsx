// Does a required envelope fit, all axes together? With the first place where it does not.

import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { http } from '../../state/app';
import { fixed } from '../../i18n/format';
import { limitText } from '../../i18n/sentences';
import { t } from '../../i18n';
import { Told } from '../../panels/controls';
import { set } from '../editor';
import type { Or } from '../json';
import { Question } from '../question';
import { envelopeAnswer, type EnvelopeAnswer } from './answers';
import { anyBad, Answered, AxisFields, PoseButton, sixOf } from './parts';

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
      <AxisFields
        of={typed}
        testid="venv"
        last={{
          heading: t('venv.alone'),
          broken: (axis) => good?.alone[axis]?.fits === false,
          cell: (axis) => {
            const alone = good?.alone[axis];
            return alone ? `${fixed(alone.low, 1)} … ${fixed(alone.high, 1)}` : '–';
          },
        }}
      />
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
