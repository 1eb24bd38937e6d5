import { signal } from '@preact/signals';
import type { NumberedEvent } from '../state/store';
import { http, store } from '../state/app';
import { cursor, showAt, span } from '../state/time_axis';
import { bookEntry, eventText, type Entry } from '../i18n/sentences';
import { timeOfDay } from '../i18n/format';
import { known, t } from '../i18n';
import { English } from './controls';
import { tab } from '../state/view';

type Filter = 'all' | 'important' | 'log';
const filter = signal<Filter>('all');
const chosen = signal<number | null>(null);
const MOST_ROWS = 200;

const passes = (event: NumberedEvent): boolean => {
  if (filter.value === 'log') return true;
  if (event.kind === 'log' || event.kind === 'answer') return false;
  return filter.value === 'all' || event.level !== 'info';
};

export function Book({ entry }: { entry: Entry }) {
  return (
    <article class="book" data-testid="book">
      <h3>{entry.title}</h3>
      <dl>
        {entry.cause && (
          <>
            <dt>{t('events.cause')}</dt>
            <dd>{entry.cause}</dd>
          </>
        )}
        {entry.did && (
          <>
            <dt>{t('events.did')}</dt>
            <dd>{entry.did}</dd>
          </>
        )}
        {entry.recover && (
          <>
            <dt>{entry.cause ? t('events.recover') : t('events.todo')}</dt>
            <dd>{entry.recover}</dd>
          </>
        )}
      </dl>
    </article>
  );
}

async function save(): Promise<void> {
  const { eventsCsv, saveFile, stamp } = await import('../export/export');
  saveFile(`events-${stamp()}.csv`, 'text/csv', eventsCsv(store.events.peek()));
}

const problem = signal('');

/** A link alone would go without the token. */
async function saveBlackBox(event: Event): Promise<void> {
  event.preventDefault();
  problem.value = '';
  try {
    const url = URL.createObjectURL(await http.fault());
    const anchor = document.createElement('a');
    anchor.href = url;
    anchor.download = 'fault.json';
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  } catch (error) {
    problem.value = error instanceof Error ? error.message : String(error);
  }
}

/** What led to the last fault or emergency stop, tick by tick. */
function BlackBoxLink() {
  return (
    <p class="pad">
      <a
        href="/api/fault"
        download="fault.json"
        title={t('events.black_box.hint')}
        data-testid="black-box"
        onClick={(event) => void saveBlackBox(event)}
      >
        {t('events.black_box')}
      </a>
      {problem.value && (
        <>
          {' '}
          <English>{problem.value}</English>
        </>
      )}
    </p>
  );
}

function Text({ event }: { event: NumberedEvent }) {
  const words = eventText(event);
  return event.kind === 'log' || event.kind === 'answer' ? <English>{words}</English> : words;
}

export function EventsTab() {
  const all = store.events.value;
  const rows = all.filter(passes).slice(-MOST_ROWS).reverse();
  const important = rows.find((event) => bookEntry(event) && event.level !== 'info');
  const shown = rows.find((event) => event.id === chosen.value) ?? important ?? null;
  const entry = shown ? bookEntry(shown) : null;
  const [from, to] = span(store.history.current.newest);
  return (
    <div class="split">
      <div class="split-main">
        <div class="tools">
          <label>
            {t('events.filter')}{' '}
            <select
              value={filter.value}
              onChange={(event) => (filter.value = event.currentTarget.value as Filter)}
              data-testid="event-filter"
            >
              <option value="all">{t('events.all')}</option>
              <option value="important">{t('events.important')}</option>
              <option value="log">{t('events.log')}</option>
            </select>
          </label>
          <button onClick={() => void save()} disabled={all.length === 0} data-testid="events-csv">
            {t('events.csv')}
          </button>
        </div>
        <div class="scroll">
          {rows.length === 0 && <p class="muted pad">{t('events.none')}</p>}
          <ul class="events" data-testid="events">
            {rows.map((event) => (
              <li
                key={event.id}
                class={`${event.level} ${event.t >= from && event.t <= to ? '' : 'outside'} ${cursor.value !== null && Math.abs(event.t - cursor.value) < 0.25 ? 'at' : ''}`}
              >
                <button
                  class="plain"
                  aria-pressed={event.id === shown?.id}
                  onClick={() => (chosen.value = event.id)}
                >
                  <time>{timeOfDay(event.time)}</time>
                  <span class="kind">{known('event.kind', event.kind)}</span>
                  <span>
                    <Text event={event} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div class="split-side scroll">
        {entry ? <Book entry={entry} /> : <p class="muted pad">{t('events.choose')}</p>}
        {shown && (shown.fault || shown.to === 'emergency') && <BlackBoxLink />}
        {shown && Number.isFinite(shown.t) && (
          <button
            onClick={() => {
              showAt(shown.t);
              tab.value = 'plots';
            }}
          >
            {t('events.show_at')}
          </button>
        )}
      </div>
    </div>
  );
}
