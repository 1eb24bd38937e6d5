import { told } from '../i18n/message';
import { hasWords, known, t } from '../i18n';
import { checked, file, groups, isOwn, only, picked, rows, shown, type } from './session';
import { unitName, valueName, withUnit } from './names';
import type { Row } from './sheet';
import { Told } from '../panels/controls';

/** csfi decision 4: kept and shown, and nothing of the platform depends on it. */
const STORED_ONLY: ReadonlySet<string> = new Set([
  'mechanics.servo_model',
  'mechanics.reserved',
  'control.pid',
  'control.rotary_pid',
  'control.reserved',
  'network.remote_ip',
  'network.remote_port',
  'network.rs232_baud',
  'network.rs485_baud',
  'network.reserved',
  'user_frame.unused',
]);

const refused = (row: Row): string => {
  const problem = checked.state.value.answer?.problem;
  return problem && problem.key === row.field.key && problem.place === row.place ? told(problem) : '';
};

/** What a value does, and whether the board this program is lives by it. */
function Meaning({ of }: { of: string }) {
  if (!hasWords('does', of)) return null;
  const stored = isOwn.value && STORED_ONLY.has(of);
  return (
    <small class="does" data-testid={`does-${of}`} data-stored={stored}>
      {known('does', of)}
      {stored && <b> {t('cal.stored')}</b>}
    </small>
  );
}

function Line({ row }: { row: Row }) {
  const { field, place } = row;
  const name = valueName(field.key, place, field.count);
  const unit = field.units[place] ?? '';
  const why = row.bad ? t('cal.bad') : row.changed ? refused(row) : '';
  const chosen = picked.value?.key === field.key && picked.value.place === place;
  const spot = groups.value
    .find((group) => group.group === row.group)
    ?.bytes.find((one) => one.key === field.key && one.place === place);
  const select = () => (picked.value = { key: field.key, place, offset: spot?.offset ?? 0 });
  return (
    <tr
      class={`${row.changed ? 'changed' : ''} ${chosen ? 'chosen' : ''}`}
      data-testid={`row-${field.key}-${place}`}
      onClick={select}
    >
      <th scope="row">
        {name}
        {place === 0 && <Meaning of={field.key} />}
      </th>
      <td>
        <input
          type="text"
          inputMode={field.type === 'ip' ? 'text' : 'decimal'}
          class="vf"
          value={row.text}
          aria-label={name}
          aria-invalid={why !== ''}
          title={why || undefined}
          data-testid={`value-${field.key}-${place}`}
          onFocus={select}
          onInput={(event) => type(row, event.currentTarget.value)}
        />
      </td>
      <td class="unit">{unitName(unit)}</td>
      <td class={why ? 'why' : 'range'}>{why || told(field.range)}</td>
      <td class="mark">
        {row.changed && (
          <button
            class="plain"
            title={t('cal.back', { value: withUnit(row.board, unit) })}
            aria-label={`${name}: ${t('cal.back', { value: row.board })}`}
            onClick={() => type(row, row.board)}
            data-testid={`back-${field.key}-${place}`}
          >
            ↺ <span>{t('cal.changed')}</span>
          </button>
        )}
      </td>
      <td class="other">{row.board}</td>
      {file.value && <td class={`other ${row.differs ? 'differs' : ''}`}>{row.file ?? '–'}</td>}
    </tr>
  );
}

export function ValueTable() {
  const wanted = rows.value.filter(
    (row) =>
      row.group === shown.value &&
      (only.value === 'all' || (only.value === 'changed' ? row.changed : row.differs)),
  );
  const group = groups.value.find((one) => one.group === shown.value);
  return (
    <div class="cal-table" data-testid="cal-table" data-group={shown.value} role="tabpanel">
      {group?.rule && (
        <p class="note">
          <Told said={group.rule} />
        </p>
      )}
      {wanted.length === 0 ? (
        <p class="cal-empty" data-testid="cal-same">
          {t('cal.same')}
        </p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>{t('cal.head.name')}</th>
              <th>{t('cal.head.value')}</th>
              <th>{t('cal.head.unit')}</th>
              <th>{t('cal.head.range')}</th>
              <td />
              <th>{t('cal.head.board')}</th>
              {file.value && <th>{t('cal.head.file')}</th>}
            </tr>
          </thead>
          <tbody>
            {wanted.map((row) => (
              <Line key={`${row.field.key}-${row.place}`} row={row} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
