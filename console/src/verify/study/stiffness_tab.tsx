// How soft the platform is and how it rings, from the stiffness of its legs; and what errors of making do to
// the pose.

import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { http } from '../../state/app';
import { fixed } from '../../i18n/format';
import { known, t } from '../../i18n';
import { Told } from '../../panels/controls';
import { ErrorText } from '../../panels/preview';
import { isBad, numberOf } from '../draft';
import { set, shownPose } from '../editor';
import { ItemField } from '../fields';
import { Question } from '../question';
import {
  stiffnessAnswer,
  toleranceAnswer,
  type Or,
  type StiffnessAnswer,
  type ToleranceAnswer,
} from './answers';
import { PoseButton } from './space_tab';

const LEG = { stiffness: '0', screw_diameter: '20', nut: '300', bearing: '200', joint: '300', servo: '0' };
const leg = signal<Record<keyof typeof LEG, string>>(LEG);
const TOLERANCE = { base: '0.1', platform: '0.1', length: '0.1' };
const tolerance = signal<Record<keyof typeof TOLERANCE, string>>(TOLERANCE);
const stiffness = new Question<Or<StiffnessAnswer>>(
  async (body, abort) => stiffnessAnswer(await http.verify('stiffness', body, abort)),
  300,
);
const tolerances = new Question<Or<ToleranceAnswer>>(
  async (body, abort) => toleranceAnswer(await http.verify('tolerances', body, abort)),
  300,
);
const numbersOf = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, numberOf(text) ?? 0]));

function Stiffness() {
  const { answer, failed } = stiffness.state.value;
  if (failed)
    return (
      <p class="verdict bad">
        <Told said={failed} />
      </p>
    );
  if (!answer) return <p class="muted">{t('verify.busy')}</p>;
  if ('error' in answer) return <ErrorText error={answer.error} />;
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

function Tolerances() {
  const { answer, failed } = tolerances.state.value;
  if (failed)
    return (
      <p class="verdict bad">
        <Told said={failed} />
      </p>
    );
  if (!answer) return <p class="muted">{t('verify.busy')}</p>;
  if ('error' in answer) return <ErrorText error={answer.error} />;
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
        if (!Object.values(leg.value).some(isBad) && pose?.every(Number.isFinite))
          stiffness.follow({ set: set.value, pose, leg: numbersOf(leg.value) });
        if (!Object.values(tolerance.value).some(isBad))
          tolerances.follow({ set: set.value, tolerance: numbersOf(tolerance.value) });
      }),
    [],
  );
  return (
    <div class="scroll vstudy three" tabIndex={0}>
      <div class="vstudy-side">
        <b>{t('vstiff.leg')}</b>
        {(Object.keys(LEG) as (keyof typeof LEG)[]).map((key) => (
          <ItemField
            key={key}
            label={t(`vstiff.${key}`)}
            unit={key === 'screw_diameter' ? 'mm' : 'N/µm'}
            text={leg.value[key]}
            change={(text) => (leg.value = { ...leg.value, [key]: text })}
            testid={`vstiff-${key}`}
          />
        ))}
        <b>{t('vtol.tolerance')}</b>
        {(Object.keys(TOLERANCE) as (keyof typeof TOLERANCE)[]).map((key) => (
          <ItemField
            key={key}
            label={t(`vtol.${key}`)}
            unit="± mm"
            text={tolerance.value[key]}
            change={(text) => (tolerance.value = { ...tolerance.value, [key]: text })}
            testid={`vtol-${key}`}
          />
        ))}
      </div>
      <Stiffness />
      <Tolerances />
    </div>
  );
}
