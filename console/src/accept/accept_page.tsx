// The page "Accept": the platform is moved through its tests, what they find is held against the bounds, and
// the report is kept. E-STOP and Stop are in the bar above, as on every page.

import { useEffect, useRef } from 'preact/hooks';
import { known, t } from '../i18n';
import { told } from '../i18n/message';
import { reaches } from '../state/role';
import { store } from '../state/app';
import { figureText, holds, type FigureOf, type TestOf } from './answers';
import {
  against,
  busy,
  cancel,
  choose,
  conductedBy,
  confirmed,
  failure,
  left,
  now,
  place,
  quick,
  running,
  start,
  wanted,
  write,
} from './session';
import { Told } from '../panels/controls';
import { HelpLink } from '../panels/help';
import { KeptReports, ReportLinks } from '../panels/kept_reports';
import { figureWords } from './figure_words';

const title = (name: string): string => known('accept.test', name);

function Choices() {
  const off = running.value;
  return (
    <fieldset class="acc-tests" disabled={off}>
      <legend>{t('accept.tests')}</legend>
      {(now.value?.tests ?? []).map((name) => (
        <label key={name} title={known('accept.about', name)}>
          <input
            type="checkbox"
            checked={!left.value.has(name)}
            onChange={(event) => choose(name, event.currentTarget.checked)}
            data-testid={`acc-test-${name}`}
          />
          {title(name)}
        </label>
      ))}
      <div class="acc-more">
        <label title={t('accept.quick.hint')}>
          <input
            type="checkbox"
            checked={quick.value}
            onChange={(event) => (quick.value = event.currentTarget.checked)}
            data-testid="acc-quick"
          />
          {t('accept.quick')}
        </label>
        <label title={t('accept.signed')}>
          {t('accept.place')}
          <input
            type="text"
            maxLength={60}
            value={place.value}
            onInput={(event) => write('place', event.currentTarget.value)}
            data-testid="acc-place"
          />
        </label>
        <label title={t('accept.signed')}>
          {t('accept.operator')}
          <input
            type="text"
            maxLength={60}
            value={conductedBy.value}
            onInput={(event) => write('operator', event.currentTarget.value)}
            data-testid="acc-operator"
          />
        </label>
        <label class="acc-against">
          {t('accept.against')}
          <select
            value={against.value}
            onChange={(event) => (against.value = event.currentTarget.value)}
            data-testid="acc-against"
          >
            <option value="">{t('accept.against.none')}</option>
            {(now.value?.reports ?? []).map((one) => (
              <option key={one.name} value={one.name}>
                {one.date}
              </option>
            ))}
          </select>
        </label>
      </div>
    </fieldset>
  );
}

function Begin() {
  const real = store.machine.value?.simulated === false;
  const engineer = reaches(store.role.value, 'engineer');
  if (running.value)
    return (
      <div class="acc-begin">
        <button
          class="acc-cancel"
          disabled={busy.value || now.value?.state === 'cancelling'}
          onClick={() => void cancel()}
          data-testid="acc-cancel"
        >
          {now.value?.state === 'cancelling' ? t('accept.cancelling') : t('accept.cancel')}
        </button>
        <small>{t('accept.cancel.hint')}</small>
      </div>
    );
  return (
    <div class="acc-begin">
      <label class={`acc-confirm ${real ? 'real' : ''}`}>
        <input
          type="checkbox"
          checked={confirmed.value}
          onChange={(event) => (confirmed.value = event.currentTarget.checked)}
          data-testid="acc-confirm"
        />
        {t('accept.confirm')}
      </label>
      <button
        class="primary"
        disabled={!engineer || !confirmed.value || busy.value || wanted.value.length === 0}
        onClick={() => void start()}
        data-testid="acc-start"
      >
        {t('accept.start')}
      </button>
      {engineer ? (
        !confirmed.value && <small>{t('accept.start.hint')}</small>
      ) : (
        <span class="why">{t('role.needs_engineer')}</span>
      )}
    </div>
  );
}

/** Which test of how many, and about how long it takes yet. */
function HowFar() {
  const { test = NaN, left_s: left = NaN, chosen = [] } = now.value ?? {};
  if (!running.value) return null;
  const known = Number.isFinite(test);
  const minutes = `${Math.floor(left / 60)}:${String(Math.round(left % 60)).padStart(2, '0')}`;
  return (
    <div class="acc-far" data-testid="acc-far" data-test={test} data-left={left}>
      <progress max={chosen.length} value={known ? test - 1 : 0} aria-label={t('accept.lines')} />
      <span>
        {known
          ? t('accept.progress', { n: test, all: chosen.length, test: title(chosen[test - 1] ?? '') })
          : t('accept.preparing')}
        {Number.isFinite(left) ? `, ${t('accept.left', { time: minutes })}` : ''}
      </span>
    </div>
  );
}

function Progress() {
  const end = useRef<HTMLLIElement>(null);
  const lines = now.value?.lines ?? [];
  useEffect(() => end.current?.scrollIntoView({ block: 'nearest' }), [lines.length]);
  if (lines.length === 0) return null;
  return (
    <ol
      class="acc-lines"
      aria-label={t('accept.lines')}
      aria-live="polite"
      data-testid="acc-lines"
      data-count={lines.length}
    >
      {lines.map((line, i) => (
        <li key={i} ref={i === lines.length - 1 ? end : null}>
          <Told said={line} />
        </li>
      ))}
    </ol>
  );
}

function FigureRow({ one }: { one: FigureOf }) {
  const good = holds(one);
  const bounds = one.bounds.map((bound) => bound.bound).join(', ');
  return (
    <tr
      class={good ? '' : 'bad'}
      data-testid="acc-figure"
      data-name={one.name}
      data-kept={one.bounds.length > 0 ? good : ''}
    >
      <th scope="row" title={one.name}>
        {figureWords(one.name)}
      </th>
      <td class="number">{figureText(one.value)}</td>
      <td class="unit">{one.unit}</td>
      <td class="number" lang="en" title={one.bounds.map((bound) => bound.source).join('; ')}>
        {bounds || <span class="muted">{t('accept.unbounded')}</span>}
      </td>
      <td>
        {one.bounds.length > 0 && (
          <b class={good ? 'good-text' : 'bad-text'}>
            {good ? `✓ ${t('accept.kept')}` : `✗ ${t('accept.broken')}`}
          </b>
        )}
      </td>
    </tr>
  );
}

/** What is bounded at once, what is only a figure on request. */
function Test({ test }: { test: TestOf }) {
  const bounded = test.figures.filter((one) => one.bounds.length > 0);
  const others = test.figures.filter((one) => one.bounds.length === 0);
  const table = (figures: FigureOf[]) => (
    <table>
      <tbody>
        {figures.map((one) => (
          <FigureRow key={one.name} one={one} />
        ))}
      </tbody>
    </table>
  );
  return (
    <section class="acc-test" data-testid={`acc-found-${test.name}`}>
      <h3>{title(test.name)}</h3>
      {test.notMeasured && (
        <p class="bad-text">
          {t('accept.not_measured')} <Told said={test.notMeasured} />
        </p>
      )}
      {bounded.length > 0 && table(bounded)}
      {others.length > 0 && (
        <details>
          <summary>{t('accept.others', { count: others.length })}</summary>
          {table(others)}
        </details>
      )}
    </section>
  );
}

function Outcome() {
  const result = now.value?.result;
  const reason = now.value?.reason;
  const report = now.value?.reports.find((one) => one.name === now.value?.report);
  if (reason)
    return (
      <div class="cal-failure" role="alert" data-testid="acc-ended">
        {told(reason)
          .split('\n')
          .map((line, i) => (
            <p key={i}>{line}</p>
          ))}
      </div>
    );
  if (!result) return null;
  return (
    <div class="acc-result" data-testid="acc-result" data-passes={result.passes}>
      <p class={result.passes ? 'good-text' : 'bad-text'} role="status">
        <strong>
          {result.passes ? '✓ ' : '✗ '}
          <Told said={result.verdict} />
        </strong>
        {report && <ReportLinks report={report} prefix="acc" />}
      </p>
      {result.tests.map((test) => (
        <Test key={test.name} test={test} />
      ))}
    </div>
  );
}

export function AcceptPage() {
  return (
    <>
      <section
        class="cal-main acc-main"
        tabIndex={0}
        aria-label={t('page.accept')}
        data-testid="acc-page"
        data-state={now.value?.state ?? ''}
      >
        <div class="acc-head">
          <p>
            {t('accept.what')} <HelpLink of="accept" title={t('page.accept')} />
          </p>
          <p class="acc-warn">
            <strong>{t('accept.warn')}</strong>
          </p>
          <Choices />
          <Begin />
          {failure.value && (
            <p class="cal-failure" role="alert" data-testid="acc-failure">
              <Told said={failure.value} />
            </p>
          )}
        </div>
        <HowFar />
        <Progress />
        <Outcome />
      </section>
      <KeptReports
        title={t('accept.reports')}
        none={t('accept.reports.none')}
        note={t('accept.reports.note')}
        prefix="acc"
        reports={now.value?.reports ?? []}
        verdict={(one) =>
          one.passes ? t('accept.passed') : t('accept.failed', { count: one.broken, all: one.bounds })
        }
        about={(one) => `${one.quick ? `${t('accept.quick')}: ` : ''}${one.tests.map(title).join(', ')}`}
      />
    </>
  );
}
