// Which board, and what became of the last question to it: for every page that speaks to boards.

import { hasWords, t } from '../i18n';
import { Told } from '../panels/controls';
import { valueName } from './names';
import {
  address,
  askRead,
  boardName,
  busy,
  changed,
  checked,
  failure,
  ownBoard,
  read,
  readAsked,
} from './session';

export function Address() {
  return (
    <form
      class="cal-address"
      onSubmit={(event) => {
        event.preventDefault();
        askRead();
      }}
    >
      <label>
        <span>{t('cal.board')}</span>
        <input
          type="text"
          value={address.value}
          maxLength={21}
          spellcheck={false}
          title={t('cal.board.hint')}
          placeholder="192.168.0.15:20000"
          data-testid="cal-address"
          onInput={(event) => (address.value = event.currentTarget.value)}
        />
      </label>
      <label>
        <span>{t('cal.name')}</span>
        <input
          type="text"
          value={boardName.value}
          maxLength={40}
          spellcheck={false}
          title={t('cal.name.hint')}
          data-testid="cal-name"
          onInput={(event) => (boardName.value = event.currentTarget.value)}
        />
      </label>
      <button
        class="primary"
        disabled={busy.value !== '' || address.value.trim() === ''}
        data-testid="cal-read"
      >
        {busy.value === 'read' ? t('cal.reading') : t('cal.read')}
      </button>
      {ownBoard.value && address.value !== ownBoard.value && (
        <button
          type="button"
          class="plain"
          title={t('cal.own.hint')}
          onClick={() => (address.value = ownBoard.value)}
          data-testid="cal-own"
        >
          {t('cal.own')}
        </button>
      )}
    </form>
  );
}

export function ReadQuestion() {
  if (!readAsked.value) return null;
  return (
    <p class="cal-failure wait" role="alertdialog" aria-label={t('cal.read')} data-testid="cal-read-question">
      <strong>{t('cal.read.typed', { count: changed.value })}</strong>{' '}
      <button onClick={() => void read(true)} data-testid="cal-read-keep">
        {t('cal.read.keep')}
      </button>{' '}
      <button onClick={() => void read(false)} data-testid="cal-read-drop">
        {t('cal.read.drop')}
      </button>{' '}
      <button onClick={() => (readAsked.value = false)}>{t('cal.read.no')}</button>
    </p>
  );
}

/** What went wrong last, in words; the program's own beside it. */
export function Failure() {
  const problem =
    failure.value ??
    (checked.state.value.answer?.problem && changed.value > 0 ? checked.state.value.answer.problem : null);
  if (!problem || problem.code === 'changed') return null;
  const words = {
    board: address.value,
    file: problem.text,
    name: problem.key ? valueName(problem.key, problem.place ?? 0) : '',
  };
  const key = hasWords('cal.error', problem.code) ? problem.code : 'failed';
  const own = ['too_large', 'ending', 'nothing', 'no_copy'].includes(problem.code);
  return (
    <p class="cal-failure" role="alert" data-testid="cal-failure" data-code={problem.code}>
      <strong>{t(`cal.error.${key}` as 'cal.error.value', words)}</strong>{' '}
      {!own && (
        <span>
          <Told said={problem} />
        </span>
      )}
    </p>
  );
}
