// The right side: a pose or legs typed, what follows from it, and what is to be said about the set.

import { AXES } from '../api/messages';
import { limitText } from '../i18n/sentences';
import { told } from '../i18n/message';
import { fixed } from '../i18n/format';
import { known, t } from '../i18n';
import { editor, draft, followed, outdated, pose, usePreset } from './editor';
import { Field } from './fields';
import type { Finding } from './answers';
import { Told } from '../panels/controls';
import { HelpLink } from '../panels/help';

const PRESETS = ['zero', 'mid', 'top', '1236'] as const;

function PoseTable() {
  const now = draft.value;
  const given = now.given === 'pose';
  const shown = given ? now.pose : (followed.value ?? now.pose);
  return (
    <table class="vpose">
      <thead>
        <tr>
          <td />
          <th scope="col">
            {t('verify.pose')} <small>mm, °</small>
          </th>
          <th scope="col">
            {t('verify.velocity')} <small>/s</small>
          </th>
          <th scope="col">
            {t('verify.acceleration')} <small>/s²</small>
          </th>
        </tr>
      </thead>
      <tbody>
        {AXES.map((axis, i) => (
          <tr key={axis}>
            <th scope="row" title={known('axis', String(i))}>
              <b>{axis}</b>
            </th>
            <td>
              <Field
                label={t('verify.field', { row: t('verify.pose'), axis })}
                text={shown[i]!}
                soft={!given}
                change={(text) => editor.row('pose', i, text, followed.value)}
                testid={`v-pose-${axis}`}
              />
            </td>
            <td>
              <Field
                label={t('verify.field', { row: t('verify.velocity'), axis })}
                text={now.velocity[i]!}
                change={(text) => editor.row('velocity', i, text, null)}
                testid={`v-velocity-${axis}`}
              />
            </td>
            <td>
              <Field
                label={t('verify.field', { row: t('verify.acceleration'), axis })}
                text={now.acceleration[i]!}
                change={(text) => editor.row('acceleration', i, text, null)}
                testid={`v-acceleration-${axis}`}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Extensions() {
  const now = draft.value;
  const given = now.given === 'legs';
  const shown = given ? now.extensions : (followed.value ?? now.extensions);
  const legs = pose.state.value.answer?.machine?.legs ?? 6;
  return (
    <div class="vsix">
      {shown.map((text, i) => (
        <label key={i}>
          <small>{i + 1}</small>
          <Field
            label={t('verify.extension.field', { leg: i + 1 })}
            text={text}
            soft={!given}
            disabled={i >= legs}
            change={(typed) => editor.row('extensions', i, typed, followed.value)}
            testid={`v-extension-${i + 1}`}
          />
        </label>
      ))}
    </div>
  );
}

const neutral = () => {
  const zeros = ['0', '0', '0', '0', '0', '0'];
  editor.edit({ ...draft.peek(), given: 'pose', pose: zeros, velocity: zeros, acceleration: zeros });
};

function Given({ is }: { is: boolean }) {
  return <em class={`vgiven ${is ? 'on' : ''}`}>{is ? t('verify.given') : t('verify.follows')}</em>;
}

function Result() {
  const { answer, busy, failed } = pose.state.value;
  const machine = answer?.machine;
  const inverse = answer?.inverse;
  const forward = answer?.forward;
  const broken = inverse?.limits.length ?? 0;
  const elsewhere = inverse?.limits.filter((limit) => limit.leg === null) ?? [];
  if (outdated.value)
    return (
      <p class="verdict bad" role="alert" data-testid="v-outdated">
        {t('verify.incomplete')}
      </p>
    );
  if (failed)
    return (
      <p class="verdict bad" data-testid="v-failed">
        {t('verify.failed', { reason: told(failed) })}
      </p>
    );
  return (
    <div
      data-testid="v-result"
      data-busy={busy || !answer}
      data-broken={broken}
      data-reachable={inverse?.reachable ?? false}
    >
      {inverse && (
        <p class={`verdict ${broken ? 'bad' : 'good'}`}>
          {inverse.reachable ? t('verify.reachable') : t('verify.unreachable')},{' '}
          {broken ? t('verify.broken', { count: broken }) : t('verify.kept')}
        </p>
      )}
      {elsewhere.map((limit, i) => (
        <p key={i} class="bad">
          {limitText(limit)}
        </p>
      ))}
      {answer?.ignoredAxes && <p class="why">{t('verify.ignored')}</p>}
      <dl class="vfacts">
        <dt title={t('verify.condition.hint')}>{t('verify.condition')}</dt>
        <dd>
          {fixed(inverse?.condition, 3)}
          {inverse && Number.isFinite(inverse.singularShare) && (
            <small> · {fixed(100 * inverse.singularShare, 1)} %</small>
          )}
        </dd>
        <dt title={t('verify.heights.hint')}>{t('verify.heights')}</dt>
        <dd data-testid="v-heights" data-neutral={machine?.neutral ?? ''}>
          {fixed(machine?.bottom, 1)} / {fixed(machine?.neutral, 1)} / {fixed(machine?.top, 1)}
        </dd>
        <dt>{t('verify.height.now')}</dt>
        <dd>
          {fixed(inverse?.centre[2], 3)} <small>mm</small>
        </dd>
        <dt>{t('verify.leg_speed')}</dt>
        <dd>
          {fixed(machine?.legSpeed, 1)} <small>mm/s</small>
        </dd>
        <dt>{t('verify.residual')}</dt>
        <dd data-testid="v-forward" data-status={forward?.status ?? ''}>
          {forward
            ? t('verify.residual.text', {
                status: known('forward', forward.status),
                iterations: forward.iterations,
                residual: forward.residual < 1e-9 ? '<1e-9' : forward.residual.toExponential(1),
              })
            : '–'}
        </dd>
      </dl>
      {forward && forward.status !== 'ok' && (
        <p class="verdict bad">
          <Told said={forward.reason} />
        </p>
      )}
    </div>
  );
}

const ORDER: Record<Finding['kind'], number> = { error: 0, warning: 1, note: 2 };

const findings = () =>
  [...(pose.state.value.answer?.findings ?? [])].sort((a, b) => ORDER[a.kind] - ORDER[b.kind]);
/** What is more than a note. */
export const remarksCount = (): number => findings().filter((finding) => finding.kind !== 'note').length;

export function CheckList() {
  const list = findings();
  return (
    <>
      {outdated.value && <p class="verdict bad">{t('verify.incomplete')}</p>}
      {!outdated.value && list.length > 0 && list.every((finding) => finding.kind === 'note') && (
        <p class="verdict good">{t('verify.checks.good')}</p>
      )}
      <ul class={`vchecks ${outdated.value ? 'grey' : ''}`} aria-live="polite">
        {list.map((finding, i) => (
          <li key={i} class={finding.kind} data-kind={finding.kind}>
            <b>{t(`verify.${finding.kind}`)}</b> <Told said={finding} />
          </li>
        ))}
      </ul>
    </>
  );
}

export function PosePanel() {
  const now = draft.value;
  const rotary = pose.state.value.answer?.machine?.rotary ?? false;
  const legs = pose.state.value.answer?.machine?.legs ?? 6;
  return (
    <div class="vright">
      <section class="section">
        <h2>
          {t('verify.inverse')} <HelpLink of="verify" title={t('verify.inverse')} />
          <button class="vnow" title={t('verify.neutral.hint')} onClick={neutral} data-testid="v-neutral">
            {t('verify.neutral')}
          </button>
          <Given is={now.given === 'pose'} />
        </h2>
        <PoseTable />
        <p class="note" data-testid="v-omega">
          {t('verify.omega')}
        </p>
        {rotary && (
          <label class="vitem">
            <span>{t('verify.rotation')}</span>
            <Field
              label={t('verify.rotation')}
              text={now.rotary}
              change={editor.rotary}
              testid="v-rotary-angle"
            />
            <small>°</small>
          </label>
        )}
      </section>
      <section class="section">
        <h2>
          {t('verify.forward')} <HelpLink of="verify" title={t('verify.forward')} />
          <Given is={now.given === 'legs'} />
        </h2>
        <Extensions />
        <div class="vbuttons">
          {PRESETS.map((name) => (
            <button
              key={name}
              title={t(`verify.${name}.hint`)}
              disabled={name === '1236' && legs !== 6}
              onClick={() => void usePreset(name)}
              data-testid={`v-preset-${name}`}
            >
              {t(`verify.${name}`)}
            </button>
          ))}
        </div>
      </section>
      <section class="section">
        <h2>
          {t('verify.result')} <HelpLink of="verify" title={t('verify.result')} />
          {pose.state.value.busy && <em class="vgiven">{t('verify.busy')}</em>}
        </h2>
        <Result />
      </section>
      <section class="section" data-testid="v-checks">
        <h2>
          {t('verify.checks')} <HelpLink of="verify" title={t('verify.checks')} />
        </h2>
        <CheckList />
      </section>
    </div>
  );
}
