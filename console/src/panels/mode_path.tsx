import { signal } from '@preact/signals';
import { AXES, type PreviewRequest } from '../api/messages';
import { store } from '../state/app';
import { axisDigits, parseTable } from '../i18n/format';
import { axisName } from '../i18n/sentences';
import { t } from '../i18n';
import { NumberField, StartButton } from './controls';
import { judged, Preview, previewOf } from './preview';

interface Row {
  id: number;
  values: number[]; // time, then the six axes
}
let lastId = 0;
const row = (values: number[]): Row => ({ id: ++lastId, values });
const rows = signal<Row[]>([
  row([0, 0, 0, 0, 0, 0, 0]),
  row([3, 0, 0, 50, 0, 0, 0]),
  row([6, 0, 0, 0, 0, 0, 0]),
]);
const timed = signal(false);

const request = (): PreviewRequest =>
  timed.value
    ? { kind: 'timed', rows: rows.value.map((r) => r.values) }
    : { kind: 'path', points: rows.value.map((r) => r.values.slice(1)), speed: null };
const preview = previewOf(request);

/** A table pasted into any cell replaces the rows from there on. */
function paste(event: ClipboardEvent, at: number): void {
  const table = parseTable(event.clipboardData?.getData('text') ?? '');
  if (table.length === 0) return;
  event.preventDefault();
  const fresh = table.map((values, i) =>
    row(
      values.length >= 7
        ? values.slice(0, 7)
        : [3 * (at + i), ...values.slice(0, 6), ...Array<number>(6).fill(0)].slice(0, 7),
    ),
  );
  if (table.some((values) => values.length >= 7)) timed.value = true;
  rows.value = [...rows.value.slice(0, at), ...fresh];
}

export function PathMode() {
  const now = store.shown.value;
  const list = rows.value;
  const ready = list.length > 0 && list.every((r) => r.values.every(Number.isFinite));
  const { passes, wrong } = judged(preview);
  const last = list[list.length - 1]?.values[0] ?? -3;
  return (
    <div>
      <label class="check">
        <input
          type="checkbox"
          checked={timed.value}
          onChange={(event) => (timed.value = event.currentTarget.checked)}
          data-testid="path-timed"
        />
        {t('path.timed')}
      </label>
      <div class="scroll-x">
        <table class="inputs dense">
          <thead>
            <tr>
              {timed.value && <th scope="col">{t('path.time')}</th>}
              {AXES.map((name) => (
                <th scope="col" key={name}>
                  {name}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {list.map((r, i) => (
              <tr key={r.id} onPaste={(event) => paste(event, i)}>
                {r.values.map((value, c) =>
                  c === 0 && !timed.value ? null : (
                    <td key={c}>
                      <NumberField
                        label={`${i + 1}: ${c === 0 ? t('path.time') : axisName(c - 1)}`}
                        value={value}
                        testid={`path-${i}-${c}`}
                        change={(next) =>
                          (rows.value = rows.value.map((old) =>
                            old.id === r.id
                              ? { ...old, values: old.values.map((v, k) => (k === c ? next : v)) }
                              : old,
                          ))
                        }
                      />
                    </td>
                  ),
                )}
                <td>
                  <button
                    class="plain"
                    aria-label={t('path.remove', { row: i + 1 })}
                    title={t('path.remove', { row: i + 1 })}
                    onClick={() => (rows.value = rows.value.filter((old) => old.id !== r.id))}
                  >
                    ×
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {list.length === 0 && <p class="muted">{t('path.empty')}</p>}
      <div class="row">
        <button onClick={() => (rows.value = [...list, row([last + 3, 0, 0, 0, 0, 0, 0])])}>
          {t('path.add')}
        </button>
        <button
          disabled={!now?.pose_valid}
          onClick={() =>
            (rows.value = [...list, row([last + 3, ...now!.pose.map((v, a) => +v.toFixed(axisDigits(a)))])])
          }
        >
          {t('path.add.pose')}
        </button>
      </div>
      <StartButton
        action={timed.value ? 'timed' : 'path'}
        testid="start-path"
        label={t('path.start')}
        ready={ready && passes}
        wrong={ready ? wrong : ''}
        order={() =>
          timed.value
            ? { action: 'timed', rows: list.map((r) => r.values) }
            : { action: 'path', points: list.map((r) => r.values.slice(1)), speed: null }
        }
      />
      <Preview state={preview} ready={ready} />
      <p class="note">{t('path.paste')}</p>
    </div>
  );
}
