// What will change, to be confirmed; then what became of it. Not modal: Stop and E-STOP stay where they are.

import { useEffect, useRef } from 'preact/hooks';
import { known, t } from '../i18n';
import { store } from '../state/app';
import { timeOf, type Difference, type GroupChange } from './answers';
import { board, boardName, busy, isOwn, pending, result, write } from './session';
import { differenceName, ofGroup, whenText, withUnit } from './names';
import { Told } from '../panels/controls';

function Change({ one }: { one: Difference }) {
  return (
    <tr data-testid="cal-change">
      <th scope="row">{differenceName(one)}</th>
      <td>{withUnit(one.first, one.unit)}</td>
      <td aria-hidden="true">→</td>
      <td>
        <b>{withUnit(one.second, one.unit)}</b>
      </td>
    </tr>
  );
}

export function ConfirmPanel() {
  const wanted = pending.value;
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), [wanted]);
  if (!wanted) return null;
  const has = (group: number) => wanted.changes.some((one) => one.group === group);
  const state = store.shown.value?.state;
  const wrongState = isOwn.value && state && !['origin', 'powered_up'].includes(state);
  const close = () => (pending.value = null);
  // Every board of the vendor has the same address: its own name says which one is meant.
  const named = boardName.value.trim();
  const which = named ? `${named} (${board.value})` : board.value;
  return (
    <section
      class="cal-panel"
      role="dialog"
      aria-labelledby="cal-confirm-title"
      data-testid="cal-confirm"
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <h2 id="cal-confirm-title">
        {wanted.id
          ? t('cal.confirm.back', { board: which, time: whenText(timeOf(wanted.id)) })
          : t('cal.confirm', { board: which })}
      </h2>
      <div class="cal-changes">
        {wanted.changes.map((group) => (
          <div key={group.group}>
            <h3>{t('cal.confirm.group', { ...ofGroup(group.group), count: group.changes.length })}</h3>
            <table>
              <tbody>
                {group.changes.map((one) => (
                  <Change key={`${one.key}-${one.place}`} one={one} />
                ))}
              </tbody>
            </table>
          </div>
        ))}
      </div>
      <ul class="cal-notes">
        {wrongState && (
          <li class="bad" role="alert">
            {t('cal.confirm.now', { state: known('state', state) })}
          </li>
        )}
        <li>{t('cal.confirm.bottom')}</li>
        {has(1) && (
          <li class="wait" data-testid="cal-zero">
            {t('cal.confirm.zero')}
          </li>
        )}
        {has(3) && <li>{t('cal.confirm.network')}</li>}
        <li>{t('cal.confirm.kept')}</li>
      </ul>
      <div class="cal-buttons">
        <button ref={cancel} onClick={close} data-testid="cal-cancel">
          {t('cal.confirm.no')}
        </button>
        <button
          class="primary"
          disabled={busy.value !== '' || Boolean(wrongState)}
          onClick={() => void write()}
          data-testid="cal-yes"
        >
          {t('cal.confirm.yes')}
        </button>
      </div>
    </section>
  );
}

function Outcome({ group, changed }: { group: GroupChange; changed: boolean }) {
  const words = ofGroup(group.group);
  const good = group.taken && !changed;
  return (
    <div>
      <h3 class={good ? 'good-text' : 'bad-text'}>
        {changed
          ? t('cal.result.changed', words)
          : good
            ? t('cal.result.good', { ...words, count: group.changes.length })
            : t('cal.result.bad', words)}
      </h3>
      {group.differences.map((one) => (
        <p key={`${one.key}-${one.place}`} data-testid="cal-difference">
          {differenceName(one)}:{' '}
          {changed
            ? t('cal.was', { value: withUnit(one.first, one.unit) })
            : t('cal.wanted', { value: withUnit(one.first, one.unit) })}
          , {t('cal.has', { value: withUnit(one.second, one.unit) })}
        </p>
      ))}
    </div>
  );
}

export function ResultPanel() {
  const now = result.value;
  if (!now) return null;
  const { changed } = now;
  const title = changed
    ? t('cal.error.changed')
    : now.taken
      ? t('cal.done')
      : now.problem
        ? t('cal.not_read')
        : t('cal.not_taken');
  return (
    <section
      class={`cal-result ${now.taken ? 'good' : 'bad'}`}
      role="status"
      data-testid="cal-result"
      data-taken={now.taken}
    >
      <p>
        <strong>{title}</strong>
        <button
          class="plain"
          aria-label={t('cal.close')}
          title={t('cal.close')}
          onClick={() => (result.value = null)}
        >
          ✕
        </button>
      </p>
      {now.problem && (
        <p>
          <Told said={now.problem} />
        </p>
      )}
      {now.groups.map((group) => (
        <Outcome key={group.group} group={group} changed={changed} />
      ))}
      {!now.taken && !changed && !now.problem && <p>{t('cal.confirm.bottom')}</p>}
    </section>
  );
}
