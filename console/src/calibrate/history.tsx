import { t } from '../i18n';
import { timeOf } from './answers';
import { busy, history, prepareRollBack } from './session';
import { differenceName, whenText, withUnit } from './names';

const MOST_SHOWN = 4;

export function HistoryList() {
  if (history.value.length === 0) return <p class="cal-empty">{t('cal.history.none')}</p>;
  return (
    <div class="cal-history">
      <p class="note">{t('cal.history.note')}</p>
      <ul>
        {history.value.map((copy) => (
          <li key={copy.id} data-testid="cal-copy" data-id={copy.id}>
            <div>
              <b>{whenText(timeOf(copy.id))}</b>
              <small>
                {copy.differences.length === 0
                  ? t('cal.history.same')
                  : t('cal.history.differ', { count: copy.differences.length })}
              </small>
              {copy.differences.slice(0, MOST_SHOWN).map((one) => (
                <small key={`${one.key}-${one.place}`}>
                  {differenceName(one)}: {withUnit(one.first, one.unit)}
                </small>
              ))}
              {copy.differences.length > MOST_SHOWN && <small>…</small>}
            </div>
            <button
              disabled={copy.differences.length === 0 || busy.value !== ''}
              onClick={() => prepareRollBack(copy)}
              data-testid="cal-rollback"
            >
              {t('cal.rollback')}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
