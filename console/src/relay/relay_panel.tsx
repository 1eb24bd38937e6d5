// A `hexad relay` between hosts and this program: what its lines do to datagrams, and made worse or better here.

import './words';
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { reasonOf } from '../api/http';
import { t } from '../i18n';
import type { Said } from '../i18n/message';
import { Told } from '../panels/controls';
import { http, store } from '../state/app';
import { reaches } from '../state/role';
import { CLEAR, FIELDS, lines, mostOf, order, type Line, type Quality, type Way } from './answers';

const EVERY = 1000; // ms
const WAYS: readonly Way[] = ['up', 'down'];
const COUNTS = ['offered', 'lost', 'duplicated', 'reordered', 'damaged'] as const;

const found = signal<Line[] | null>(null);
const typed = signal<Quality>(CLEAR);
const line = signal<number | 'all'>('all');
const way = signal<Way | 'both'>('both');
const problem = signal<Said | null>(null);

async function look(): Promise<void> {
  try {
    found.value = lines(await http.service('relay'));
  } catch {
    found.value = null; // the bar says that the line to the program is dead
  }
}

async function tell(quality: Quality | 'cut'): Promise<void> {
  problem.value = null;
  try {
    found.value = lines(await http.service('relay', { order: order(line.peek(), way.peek(), quality) }));
  } catch (error) {
    problem.value = reasonOf(error);
  }
}

function Lines({ all }: { all: readonly Line[] }) {
  return (
    <table class="data" data-testid="relay-lines">
      <thead>
        <tr>
          <th scope="col">{t('relay.line')}</th>
          <th scope="col">{t('relay.hosts')}</th>
          <th scope="col">{t('relay.way')}</th>
          <th scope="col">{t('relay.quality')}</th>
          {COUNTS.map((count) => (
            <th key={count} scope="col" class="num">
              {t(`relay.${count}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {all.flatMap((one) =>
          WAYS.map((each) => (
            <tr key={`${one.listen} ${each}`}>
              <th scope="row">{each === 'up' ? `${one.listen} → ${one.to}` : ''}</th>
              <td>
                {each === 'up' && (one.hosts.join(', ') || '–')}
                {each === 'up' && one.unreachable > 0 && (
                  <small class="bad">{t('relay.unreachable', { count: one.unreachable })}</small>
                )}
                {each === 'up' && one.no_room > 0 && (
                  <small class="bad">{t('relay.no_room', { count: one.no_room })}</small>
                )}
              </td>
              <td>{t(`relay.way.${each}`)}</td>
              <td data-testid={`relay-${each}`}>
                {one[each].quality === 'clear' ? t('relay.clear_line') : one[each].quality}
              </td>
              {COUNTS.map((count) => (
                <td key={count} class="num">
                  {one[each][count]}
                </td>
              ))}
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}

function Field({ name }: { name: keyof Quality }) {
  return (
    <label>
      {t(`relay.set.${name}`)}{' '}
      <input
        type="number"
        min={0}
        max={mostOf(name)}
        step="any"
        value={typed.value[name]}
        data-testid={`relay-set-${name}`}
        onInput={(event) => {
          const value = Number(event.currentTarget.value);
          typed.value = { ...typed.peek(), [name]: Number.isFinite(value) ? value : 0 };
        }}
      />
    </label>
  );
}

function Orders({ all }: { all: readonly Line[] }) {
  const allowed = reaches(store.role.value, 'engineer') && store.live.value;
  const hint = allowed ? '' : t('relay.engineer');
  const button = (name: 'apply' | 'cut' | 'clear', quality: () => Quality | 'cut') => (
    <button
      disabled={!allowed}
      title={hint}
      onClick={() => void tell(quality())}
      data-testid={`relay-${name}`}
    >
      {t(`relay.${name}`)}
    </button>
  );
  return (
    <div class="relay-orders">
      {all.length > 1 && (
        <label>
          {t('relay.line')}{' '}
          <select
            value={String(line.value)}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              line.value = chosen === 'all' ? 'all' : Number(chosen);
            }}
          >
            <option value="all">{t('relay.all')}</option>
            {all.map((one, i) => (
              <option key={one.listen} value={i}>
                {one.listen}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        {t('relay.way')}{' '}
        <select
          value={way.value}
          data-testid="relay-way"
          onChange={(event) => (way.value = event.currentTarget.value as Way | 'both')}
        >
          {(['both', ...WAYS] as const).map((each) => (
            <option key={each} value={each}>
              {t(`relay.way.${each}`)}
            </option>
          ))}
        </select>
      </label>
      {FIELDS.map((name) => (
        <Field key={name} name={name} />
      ))}
      {button('apply', () => typed.peek())}
      {button('cut', () => 'cut')}
      {button('clear', () => CLEAR)}
    </div>
  );
}

export function RelayPanel() {
  useEffect(() => {
    void look();
    const timer = setInterval(() => void look(), EVERY);
    return () => clearInterval(timer);
  }, []);
  const all = found.value ?? [];
  return (
    <section data-testid="relay">
      <h3>{t('relay.title')}</h3>
      {all.length === 0 ? (
        <p class="muted">
          {t('relay.none')} <code>hexad relay 2100=1100</code>
        </p>
      ) : (
        <>
          <p class="muted">{t('relay.about')}</p>
          <Lines all={all} />
          <Orders all={all} />
          {problem.value && (
            <p class="verdict bad" role="alert" data-testid="relay-problem">
              <Told said={problem.value} />
            </p>
          )}
        </>
      )}
    </section>
  );
}
