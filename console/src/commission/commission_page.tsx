// The page "Legs": one leg after the other, by a button that is held. E-STOP and Stop are in the bar above, as on every
// page.

import './words';
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n';
import { told } from '../i18n/message';
import { Told } from '../panels/controls';
import { HelpLink } from '../panels/help';
import { HoldButton } from '../panels/hold_button';
import { KeptReports, ReportLinks } from '../panels/kept_reports';
import { store } from '../state/app';
import { reaches } from '../state/role';
import {
  busy,
  failure,
  FIGURES,
  follow,
  held,
  hold,
  now,
  running,
  tell,
  type FigureName,
  type LegOf,
} from './session';

const left = signal<ReadonlySet<number>>(new Set()); // legs that are not wanted
const plan = signal({ distance_mm: 5, speed_mm_s: 5, torque_percent: 100 });
const names = signal({ place: '', operator: '' });
const confirmed = signal(false);
const seen = signal({ leg: -1, longer: true, distance: '' }); // leg −1: the one that was told

const legs = (): number[] => Array.from({ length: store.machine.value?.legs ?? 0 }, (_, i) => i + 1);
const wanted = (): number[] => legs().filter((leg) => !left.value.has(leg));

const BOUNDS = { distance_mm: [1, 20], speed_mm_s: [1, 10], torque_percent: [5, 100] } as const;

function PlanField({ name, label }: { name: keyof typeof BOUNDS; label: string }) {
  const [low, high] = BOUNDS[name];
  return (
    <label>
      {label}
      <input
        type="number"
        min={low}
        max={high}
        value={plan.value[name]}
        onInput={(event) => (plan.value = { ...plan.value, [name]: event.currentTarget.valueAsNumber })}
        data-testid={`com-${name}`}
      />
    </label>
  );
}

function Plan() {
  const engineer = reaches(store.role.value, 'engineer');
  const fits = Object.entries(BOUNDS).every(([name, [low, high]]) => {
    const value = plan.value[name as keyof typeof BOUNDS];
    return value >= low && value <= high;
  });
  return (
    <>
      <fieldset class="acc-tests">
        <legend>{t('com.legs')}</legend>
        {legs().map((leg) => (
          <label key={leg}>
            <input
              type="checkbox"
              checked={!left.value.has(leg)}
              onChange={() => {
                const next = new Set(left.value);
                if (!next.delete(leg)) next.add(leg);
                left.value = next;
              }}
              data-testid={`com-leg-${leg}`}
            />
            {t('com.leg', { leg })}
          </label>
        ))}
        <PlanField name="distance_mm" label={t('com.distance')} />
        <PlanField name="speed_mm_s" label={t('com.speed')} />
        <PlanField name="torque_percent" label={t('com.torque')} />
        {(['place', 'operator'] as const).map((name) => (
          <label key={name}>
            {t(`com.${name}`)}
            <input
              type="text"
              maxLength={60}
              value={names.value[name]}
              onInput={(event) => (names.value = { ...names.value, [name]: event.currentTarget.value })}
              data-testid={`com-${name}`}
            />
          </label>
        ))}
      </fieldset>
      <div class="acc-begin">
        <label class={`acc-confirm ${store.machine.value?.simulated === false ? 'real' : ''}`}>
          <input
            type="checkbox"
            checked={confirmed.value}
            onChange={(event) => (confirmed.value = event.currentTarget.checked)}
            data-testid="com-confirm"
          />
          {t('com.confirm')}
        </label>
        <button
          class="primary"
          disabled={!engineer || !confirmed.value || busy.value || !fits || wanted().length === 0}
          onClick={() => {
            confirmed.value = false;
            void tell('', { legs: wanted(), ...plan.value, ...names.value, confirm: true });
          }}
          data-testid="com-start"
        >
          {t('com.start')}
        </button>
        {engineer ? (
          !confirmed.value && <small>{t('com.start.hint')}</small>
        ) : (
          <span class="why">{t('role.needs_engineer')}</span>
        )}
      </div>
    </>
  );
}

/** What nothing but eyes can tell. */
function Question({ leg }: { leg: number }) {
  const { leg: chosen, longer, distance } = seen.value;
  const millimetres = distance.trim() === '' ? 0 : Number(distance.replace(',', '.'));
  return (
    <div class="com-question" data-testid="com-question">
      <label>
        {t('com.seen.leg')}
        <select
          value={String(chosen < 0 ? leg : chosen)}
          onChange={(event) => (seen.value = { ...seen.value, leg: Number(event.currentTarget.value) })}
          data-testid="com-seen-leg"
        >
          {legs().map((one) => (
            <option key={one} value={String(one)}>
              {t('com.leg', { leg: one })}
            </option>
          ))}
          <option value="0">{t('com.seen.none')}</option>
        </select>
      </label>
      <label>
        {t('com.seen.way')}
        <select
          value={longer ? 'longer' : 'shorter'}
          onChange={(event) =>
            (seen.value = { ...seen.value, longer: event.currentTarget.value === 'longer' })
          }
          data-testid="com-seen-way"
        >
          <option value="longer">{t('com.seen.longer')}</option>
          <option value="shorter">{t('com.seen.shorter')}</option>
        </select>
      </label>
      <label>
        {t('com.seen.distance')}
        <input
          type="text"
          inputMode="decimal"
          value={distance}
          onInput={(event) => (seen.value = { ...seen.value, distance: event.currentTarget.value })}
          data-testid="com-seen-distance"
        />
      </label>
      <button
        class="primary"
        disabled={busy.value || !(millimetres >= 0)}
        onClick={() => {
          void tell('/answer', { leg: chosen < 0 ? leg : chosen, longer, distance_mm: millimetres });
          seen.value = { leg: -1, longer: true, distance: '' };
        }}
        data-testid="com-answer"
      >
        {t('com.seen.send')}
      </button>
    </div>
  );
}

function Lamps() {
  const { now: leg } = now.value!;
  const lamp = (name: string, shown: string, label: string, on: boolean) => (
    <span key={name} class={`com-lamp ${on ? 'on' : ''}`} data-testid={`com-now-${name}`} data-on={on}>
      {label} <b>{shown}</b>
    </span>
  );
  const state = (is: unknown, yes: string, no: string) => (is === true ? yes : no);
  const [closed, open] = [t('com.now.closed'), t('com.now.open')];
  return (
    <p class="com-lamps">
      {lamp('extension', `${Number(leg['extension_mm']).toFixed(2)} mm`, t('com.now.extension'), false)}
      {lamp('torque', `${Number(leg['torque_nm']).toFixed(2)} Nm`, t('com.now.torque'), false)}
      {lamp(
        'drive',
        state(leg['enabled'], t('com.now.on'), t('com.now.off')),
        t('com.now.drive'),
        leg['enabled'] === true,
      )}
      {lamp(
        'brake',
        state(leg['brake_closed'], closed, open),
        t('com.now.brake'),
        leg['brake_closed'] === true,
      )}
      {lamp(
        'upper',
        state(leg['upper_switch'], closed, open),
        t('com.now.upper'),
        leg['upper_switch'] === true,
      )}
      {lamp(
        'lower',
        state(leg['lower_switch'], closed, open),
        t('com.now.lower'),
        leg['lower_switch'] === true,
      )}
    </p>
  );
}

function Running() {
  const state = now.value!;
  const moves = state.stage === 'first' || state.stage === 'second' || state.stage === 'back';
  return (
    <div class="com-run" data-testid="com-run" data-stage={state.stage} data-leg={state.leg}>
      <p class="com-todo" role="status" data-testid="com-todo">
        {state.toDo && <Told said={state.toDo} />}
      </p>
      {state.refused && (
        <p class="why">
          <Told said={state.refused} />
        </p>
      )}
      <Lamps />
      {state.stage === 'asking' && <Question leg={state.leg} />}
      <div class="acc-begin">
        {moves && (
          <HoldButton
            label={t('com.hold.leg', { leg: state.leg })}
            enabled={store.live.value}
            testid="com-hold"
            style={held.value ? 'com-hold held' : 'com-hold'}
            begin={() => hold.start(null)}
            end={() => hold.stop()}
          >
            {t('com.hold')}
          </HoldButton>
        )}
        {state.stage === 'faulted' ? (
          <button onClick={() => void tell('/next')} disabled={busy.value} data-testid="com-next">
            {t('com.go_on')}
          </button>
        ) : (
          <>
            <button onClick={() => void tell('/repeat')} disabled={busy.value} data-testid="com-repeat">
              {t('com.repeat')}
            </button>
            <button onClick={() => void tell('/next')} disabled={busy.value} data-testid="com-next">
              {t('com.next')}
            </button>
          </>
        )}
        <button
          class="acc-cancel"
          onClick={() => void tell('/cancel')}
          disabled={busy.value}
          data-testid="com-cancel"
        >
          {t('com.cancel')}
        </button>
        {moves && <small>{t('com.hold.hint')}</small>}
      </div>
    </div>
  );
}

const COLUMNS: Record<FigureName, readonly [Parameters<typeof t>[0], number]> = {
  scale: ['com.col.scale', 3],
  delay_ms: ['com.col.delay', 1],
  following_mm: ['com.col.following', 3],
  backlash_mm: ['com.col.backlash', 3],
  friction_n: ['com.col.friction', 0],
  load_nm: ['com.col.load', 2],
  slip_mm: ['com.col.slip', 2],
  switched_mm: ['com.col.switched', 2],
};

function Results({ results }: { results: LegOf[] }) {
  const word = t as (key: string) => string;
  return (
    <div class="com-results acc-test">
      <table data-testid="com-results">
        <thead>
          <tr>
            <th scope="col">{t('com.col.leg')}</th>
            {FIGURES.map((name) => (
              <th key={name} scope="col">
                {word(COLUMNS[name][0])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {results.map((one) => (
            <tr key={one.leg} class={one.wrong ? 'bad' : ''} data-leg={one.leg} data-wrong={one.wrong}>
              <th scope="row">{one.wrong ? `✗ ${one.leg}` : one.complete ? `✓ ${one.leg}` : one.leg}</th>
              {FIGURES.map((name) => (
                <td key={name} class="number">
                  {Number.isFinite(one.figures[name]) ? one.figures[name].toFixed(COLUMNS[name][1]) : '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul class="com-findings" data-testid="com-findings">
        {results.flatMap((one) =>
          one.findings.map((finding, i) => (
            <li key={`${one.leg}.${i}`} class={finding.wrong ? 'bad-text' : ''} data-wrong={finding.wrong}>
              {finding.wrong ? '✗ ' : ''}
              <Told said={finding.said} />
            </li>
          )),
        )}
      </ul>
    </div>
  );
}

const copied = signal('');
function Suggested({ text }: { text: string }) {
  return (
    <section class="com-suggested">
      <h3>
        {t('com.suggested')}{' '}
        <button
          onClick={() => void navigator.clipboard?.writeText(text).then(() => (copied.value = text))}
          data-testid="com-copy"
        >
          {copied.value === text ? t('com.copied') : t('com.copy')}
        </button>
      </h3>
      <pre tabIndex={0} lang="en" data-testid="com-suggested">
        {text}
      </pre>
    </section>
  );
}

function Outcome() {
  const state = now.value!;
  const report = state.reports.find((one) => one.name === state.report);
  return (
    <div class="acc-result" data-testid="com-outcome" data-passes={state.passes}>
      {state.reason && (
        <p class="cal-failure" role="alert" data-testid="com-reason">
          {told(state.reason)}
        </p>
      )}
      {state.verdict && (
        <p class={state.passes ? 'good-text' : 'bad-text'} role="status">
          <strong>
            {state.passes ? '✓ ' : '✗ '}
            <Told said={state.verdict} />
          </strong>
          {report && <ReportLinks report={report} prefix="com" />}
        </p>
      )}
    </div>
  );
}

export function CommissionPage() {
  useEffect(follow, []);
  const state = now.value;
  return (
    <>
      <section
        class="cal-main acc-main"
        tabIndex={0}
        aria-label={t('page.commission')}
        data-testid="com-page"
        data-state={state?.state ?? ''}
      >
        <div class="acc-head">
          <p>
            {t('com.what')} <HelpLink of="commission" title={t('page.commission')} />
          </p>
          <p class="acc-warn">
            <strong>{t('com.warn')}</strong>
          </p>
          {state && (running.value ? <Running /> : <Plan />)}
          {failure.value && (
            <p class="cal-failure" role="alert" data-testid="com-failure">
              <Told said={failure.value} />
            </p>
          )}
        </div>
        {state && state.state !== 'none' && (
          <>
            <Outcome />
            <div class="acc-result">
              <Results results={state.results} />
              {state.results.some((one) => one.complete || one.wrong) && <Suggested text={state.suggested} />}
            </div>
          </>
        )}
      </section>
      <KeptReports
        title={t('com.reports')}
        none={t('com.reports.none')}
        prefix="com"
        reports={state?.reports ?? []}
        verdict={({ passes, wrong, legs: all }) =>
          passes ? t('com.report.legs', { legs: all }) : t('com.report.wrong', { wrong, legs: all })
        }
      />
    </>
  );
}
