// What went wrong and who has seen it; what each leg has done. Looked at by everybody, acknowledged by operators, set
// to zero by engineers.

import './words';
import '../style/service.css';
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { reasonOf } from '../api/http';
import { http, store } from '../state/app';
import { alarms, read, take, waiting, type Alarm } from '../state/alarms';
import { reaches } from '../state/role';
import { known, t } from '../i18n';
import { dateTime, fixed } from '../i18n/format';
import type { Said } from '../i18n/message';
import { Section, Told } from '../panels/controls';

const onlyWaiting = signal(false);
const problem = signal<Said | null>(null);

function Problem() {
  return problem.value ? (
    <p class="verdict bad" role="alert" data-testid="service-problem">
      <Told said={problem.value} />
    </p>
  ) : null;
}

async function acknowledge(number: number | 'all'): Promise<void> {
  problem.value = null;
  try {
    take(await http.service('alarms/acknowledge', { number }));
  } catch (error) {
    problem.value = reasonOf(error);
  }
}

async function save(): Promise<void> {
  const { alarmsCsv, saveFile, stamp } = await import('../export/export');
  saveFile(`alarms-${stamp()}.csv`, 'text/csv', alarmsCsv(alarms.peek()));
}

function Row({ one, allowed }: { one: Alarm; allowed: boolean }) {
  return (
    <tr class={one.acknowledged ? 'seen' : ''} data-testid={`alarm-${one.number}`}>
      <td>
        {dateTime(one.last)}
        {one.count > 1 && <small>{t('alarm.since', { time: dateTime(one.first) })}</small>}
      </td>
      <td>{known('alarm.kind', one.kind)}</td>
      <td class="alarm-what">
        <Told said={one} />
      </td>
      <td class="num">{one.count}</td>
      <td>
        {one.acknowledged ? (
          t('alarm.by', {
            time: dateTime(one.acknowledged.time),
            who: one.acknowledged.who,
            role: known('role', one.acknowledged.role),
          })
        ) : (
          <button
            disabled={!allowed}
            title={allowed ? '' : t('role.viewer.hint')}
            onClick={() => void acknowledge(one.number)}
            data-testid={`acknowledge-${one.number}`}
          >
            {t('alarm.acknowledge')}
          </button>
        )}
      </td>
    </tr>
  );
}

function Alarms() {
  const allowed = reaches(store.role.value, 'operator') && store.live.value;
  const rows = alarms.value.filter((one) => !onlyWaiting.value || !one.acknowledged);
  return (
    <Section title={t('alarm.title')} help="alarms">
      <p class="note">{t('alarm.about')}</p>
      <div class="tools">
        <label>
          {t('alarm.shown')}{' '}
          <select
            value={onlyWaiting.value ? 'waiting' : 'all'}
            onChange={(event) => (onlyWaiting.value = event.currentTarget.value === 'waiting')}
            data-testid="alarms-shown"
          >
            <option value="all">{t('alarm.shown.all')}</option>
            <option value="waiting">{t('alarm.shown.waiting')}</option>
          </select>
        </label>
        <button
          disabled={!allowed || waiting.value === 0}
          title={reaches(store.role.value, 'operator') ? '' : t('role.viewer.hint')}
          onClick={() => void acknowledge('all')}
          data-testid="acknowledge-all"
        >
          {t('alarm.acknowledge.all')}
        </button>
        <button disabled={alarms.value.length === 0} onClick={() => void save()} data-testid="alarms-csv">
          {t('alarm.csv')}
        </button>
      </div>
      <Problem />
      {rows.length === 0 ? (
        <p class="muted pad" data-testid="alarms-none">
          {alarms.value.length === 0 ? t('alarm.none') : t('alarm.all_seen')}
        </p>
      ) : (
        <div class="scroll-x">
          <table class="data alarms" data-testid="alarms">
            <thead>
              <tr>
                {(['time', 'kind', 'what', 'count', 'done'] as const).map((name) => (
                  <th key={name} scope="col" class={name === 'count' ? 'num' : ''}>
                    {t(`alarm.col.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((one) => (
                <Row key={one.number} one={one} allowed={allowed} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

// -------------------------------------------------------------------------------------------- counters

interface Counters {
  travel_m: number;
  starts: number;
  hours: number;
  since: number;
}
const legs = signal<Counters[] | null>(null);
const asked = signal<number | 'all' | null>(null); // to be set to zero: waits for a second yes
const READ_MS = 2000;

async function readCounters(): Promise<void> {
  const body = (await http.service('maintenance').catch(() => null)) as { legs?: Counters[] } | null;
  if (body?.legs) legs.value = body.legs;
}
async function reset(leg: number | 'all'): Promise<void> {
  asked.value = null;
  problem.value = null;
  try {
    legs.value = ((await http.service('maintenance/reset', { leg })) as { legs: Counters[] }).legs;
  } catch (error) {
    problem.value = reasonOf(error);
  }
}

function Sure() {
  const what = asked.value;
  if (what === null) return null;
  return (
    <div class="notice wait" role="alertdialog" aria-label={t('counter.reset')} data-testid="counter-sure">
      <b>{what === 'all' ? t('counter.reset.all') : t('counter.reset.leg', { leg: what })}</b>
      <span>{t('counter.sure')}</span>
      <button onClick={() => (asked.value = null)}>{t('counter.no')}</button>
      <button class="primary" onClick={() => void reset(what)} data-testid="counter-yes">
        {t('counter.yes')}
      </button>
    </div>
  );
}

function Maintenance() {
  useEffect(() => {
    void readCounters();
    const timer = setInterval(() => void (store.live.peek() && readCounters()), READ_MS);
    return () => clearInterval(timer);
  }, []);
  const engineer = reaches(store.role.value, 'engineer');
  const why = engineer ? '' : t('role.needs_engineer');
  const may = engineer && store.live.value;
  return (
    <Section title={t('counter.title')} help="maintenance">
      <p class="note">{t('counter.about')}</p>
      <Sure />
      {legs.value === null ? (
        <p class="muted pad">{t('counter.reading')}</p>
      ) : (
        <div class="scroll-x">
          <table class="data counters" data-testid="counters">
            <thead>
              <tr>
                <th scope="col">{t('counter.leg')}</th>
                <th scope="col" class="num">
                  {t('counter.travel')} / m
                </th>
                <th scope="col" class="num">
                  {t('counter.starts')}
                </th>
                <th scope="col" class="num">
                  {t('counter.hours')} / h
                </th>
                <th scope="col">{t('counter.since')}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {legs.value.map((one, i) => (
                <tr key={i} data-testid={`counter-${i + 1}`}>
                  <th scope="row">{i + 1}</th>
                  <td class="num">{fixed(one.travel_m, 2)}</td>
                  <td class="num">{one.starts}</td>
                  <td class="num">{fixed(one.hours, 3)}</td>
                  <td class="since">{dateTime(one.since)}</td>
                  <td>
                    <button
                      disabled={!may}
                      title={why}
                      aria-label={t('counter.reset.leg', { leg: i + 1 })}
                      onClick={() => (asked.value = i + 1)}
                      data-testid={`counter-reset-${i + 1}`}
                    >
                      {t('counter.reset')}
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div class="tools">
        <button
          disabled={!may || legs.value === null}
          title={why}
          onClick={() => (asked.value = 'all')}
          data-testid="counter-reset-all"
        >
          {t('counter.reset.all')}
        </button>
        {why && <span class="why">{why}</span>}
      </div>
    </Section>
  );
}

export function ServicePage() {
  useEffect(() => void read(), []);
  return (
    <div class="service-page" data-testid="service">
      <Alarms />
      <Maintenance />
    </div>
  );
}
