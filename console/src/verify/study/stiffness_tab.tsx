// How soft the platform is and how it rings, from the stiffness of its legs; and what errors of making do to
// the pose.

import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { http } from '../../state/app';
import { fixed } from '../../i18n/format';
import { known, t } from '../../i18n';
import { Told } from '../../panels/controls';
import { set, shownPose } from '../editor';
import type { Or } from '../json';
import { Question } from '../question';
import { stiffnessAnswer, toleranceAnswer, type StiffnessAnswer, type ToleranceAnswer } from './answers';
import { anyBad, Answered, NumberFields, numbersOf, PoseButton } from './parts';

const PER_LENGTH = 'N/µm';
const leg = signal({
  stiffness: '0',
  screw_diameter: '20',
  nut: '300',
  bearing: '200',
  joint: '300',
  servo: '0',
});
const UNITS = {
  stiffness: PER_LENGTH,
  screw_diameter: 'mm',
  nut: PER_LENGTH,
  bearing: PER_LENGTH,
  joint: PER_LENGTH,
  servo: PER_LENGTH,
};
const tolerance = signal({ base: '0.1', platform: '0.1', length: '0.1' });
const stiffness = new Question<Or<StiffnessAnswer>>(
  async (body, abort) => stiffnessAnswer(await http.verify('stiffness', body, abort)),
  300,
);
const tolerances = new Question<Or<ToleranceAnswer>>(
  async (body, abort) => toleranceAnswer(await http.verify('tolerances', body, abort)),
  300,
);

function Stiffness({ answer }: { answer: StiffnessAnswer }) {
  return (
    <div data-testid="vstiff">
      <p class="verdict" data-testid="vstiff-first" data-hz={answer.frequencies[0] ?? ''}>
        {t('vstiff.frequencies', { list: answer.frequencies.map((hz) => fixed(hz, 1)).join(', ') })}
      </p>
      {answer.lowest && (
        <p>
          {t('vstiff.lowest', { hz: fixed(answer.lowest.frequency, 1) })}{' '}
          <PoseButton pose={answer.lowest.pose} />
        </p>
      )}
      <p>{t('vstiff.sag', { sag: fixed(answer.sag, 3) })}</p>
      <table class="data">
        <thead>
          <tr>
            <td />
            <th scope="col" class="num">
              {t('vstiff.here')}
            </th>
            <th scope="col" class="num">
              {t('vstiff.softest')}
            </th>
          </tr>
        </thead>
        <tbody>
          {answer.axes.map(
            (one, i) =>
              one && (
                <tr key={one.axis}>
                  <th scope="row">{known('axis', String(i))}</th>
                  <td class="num">
                    {fixed(one.value, 2)} <small>{one.unit}</small>
                  </td>
                  <td class="num">{fixed(answer.softest[i]?.value, 2)}</td>
                </tr>
              ),
          )}
        </tbody>
      </table>
    </div>
  );
}

function Tolerances({ answer }: { answer: ToleranceAnswer }) {
  return (
    <div data-testid="vtol">
      <p class="verdict">
        {t('vtol.total', {
          rms: fixed(answer.translation.rms, 3),
          worst: fixed(answer.translation.worst, 3),
          turn: fixed(answer.rotation.rms, 4),
          worstTurn: fixed(answer.rotation.worst, 4),
        })}
      </p>
      <p data-testid="vtol-tightest">
        <Told said={answer.tightest} />
      </p>
      <table class="data">
        <thead>
          <tr>
            <td />
            <th scope="col">{t('vtol.direction')}</th>
            <th scope="col" class="num">
              {t('vtol.share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {answer.groups.map((one, i) => (
            <tr key={i}>
              <th scope="row">{known('vtol.end', one.end)}</th>
              <td>{known('vtol.dir', one.direction)}</td>
              <td class="num">
                {fixed(one.share, 1)} %
                <i class="vbar" aria-hidden="true">
                  <i style={`width:${Math.min(100, one.share).toFixed(1)}%`} />
                </i>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function StiffnessTab() {
  useEffect(
    () =>
      effect(() => {
        const pose = shownPose.value;
        if (!set.value) return;
        if (!anyBad(leg.value) && pose?.every(Number.isFinite))
          stiffness.follow({ set: set.value, pose, leg: numbersOf(leg.value) });
        if (!anyBad(tolerance.value))
          tolerances.follow({ set: set.value, tolerance: numbersOf(tolerance.value) });
      }),
    [],
  );
  return (
    <div class="scroll vstudy three" tabIndex={0}>
      <div class="vstudy-side">
        <b>{t('vstiff.leg')}</b>
        <NumberFields of={leg} words="vstiff" unit={UNITS} />
        <b>{t('vtol.tolerance')}</b>
        <NumberFields of={tolerance} words="vtol" unit="± mm" />
      </div>
      <Answered of={stiffness}>{(answer) => <Stiffness answer={answer} />}</Answered>
      <Answered of={tolerances}>{(answer) => <Tolerances answer={answer} />}</Answered>
    </div>
  );
}
