// The set's joints and leg lengths from what was measured on the machine: a file in, before and after side by
// side, taken into the project with a button; the tab "Board" then writes it.

import { signal } from '@preact/signals';
import { http } from '../state/app';
import { fixed } from '../i18n/format';
import { known, t } from '../i18n';
import { AXES } from '../api/messages';
import { Told } from '../panels/controls';
import { ErrorText } from '../panels/preview';
import { identifyAnswer, type IdentifyAnswer } from './identify_answer';
import type { Or } from './json';
import { isBad, numberOf, plainName, withSet } from './draft';
import { draft, editor, said, saveTable, set } from './editor';
import { Field } from './fields';
import { Question } from './question';
import { textOfFile } from './text_of';

const MOST_BYTES = 250 * 1024;
const UNKNOWN = ['tracker', 'target', 'level'] as const;

const file = signal<{ name: string; text: string } | null>(null);
const unknown = signal<readonly string[]>([]);
const tolerance = signal('2');
const equalLegs = signal(true);
const drop = signal(false);
const tooLarge = signal('');
const found = new Question<Or<IdentifyAnswer>>(async (body, abort) =>
  identifyAnswer(await http.verify('identify', body, abort)),
);
/** What the shown result was made of. */
const madeOf = signal('');
const wanted = () => ({
  set: set.value,
  text: file.value?.text ?? '',
  unknown: unknown.value.join(','),
  tolerance: numberOf(tolerance.value) ?? 2,
  equal_legs: equalLegs.value,
  drop_outliers: drop.value,
});

function find(): void {
  if (!file.peek() || !set.peek()) return;
  madeOf.value = JSON.stringify(wanted());
  void found.now(wanted());
}

async function take(chosen: File): Promise<void> {
  tooLarge.value = chosen.size > MOST_BYTES ? chosen.name : '';
  if (tooLarge.peek()) return;
  file.value = { name: chosen.name, text: await textOfFile(chosen) };
  find();
}

function tableOf(answer: IdentifyAnswer): string {
  const rows = answer.parameters.map((one) =>
    [one.end, one.leg, one.axis, one.before, one.after, one.uncertainty].join(','),
  );
  return `${['end,leg,axis,before_mm,after_mm,uncertainty_mm', ...rows].join('\n')}\n`;
}

function Choices() {
  const toggle = (name: string) =>
    (unknown.value = unknown.value.includes(name)
      ? unknown.value.filter((one) => one !== name)
      : [...unknown.value, name]);
  return (
    <div class="vid-choices">
      <label class="button">
        {t('vid.file')}
        <input
          type="file"
          accept=".csv,.txt,text/csv"
          class="hidden"
          data-testid="vid-file"
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0];
            event.currentTarget.value = '';
            if (chosen) void take(chosen);
          }}
        />
      </label>
      <b>{file.value?.name ?? t('vid.none')}</b>
      <fieldset>
        <legend>{t('vid.unknown')}</legend>
        {UNKNOWN.map((name) => (
          <label key={name} title={t(`vid.${name}.hint`)}>
            <input
              type="checkbox"
              checked={unknown.value.includes(name)}
              onChange={() => toggle(name)}
              data-testid={`vid-${name}`}
            />{' '}
            {t(`vid.${name}`)}
          </label>
        ))}
      </fieldset>
      <label class="vsmall">
        <span>{t('vid.tolerance')}</span>
        <Field
          label={t('vid.tolerance')}
          text={tolerance.value}
          change={(text) => (tolerance.value = text)}
          testid="vid-tolerance"
        />
        <small>mm</small>
      </label>
      <label title={t('vid.equal.hint')}>
        <input
          type="checkbox"
          checked={equalLegs.value}
          onChange={(event) => (equalLegs.value = event.currentTarget.checked)}
          data-testid="vid-equal"
        />{' '}
        {t('vid.equal')}
      </label>
      <label>
        <input
          type="checkbox"
          checked={drop.value}
          onChange={(event) => (drop.value = event.currentTarget.checked)}
          data-testid="vid-drop"
        />{' '}
        {t('vid.drop')}
      </label>
      <button
        class="primary"
        disabled={!file.value || !set.value || isBad(tolerance.value) || found.state.value.busy}
        onClick={find}
        data-testid="vid-find"
      >
        {found.state.value.busy ? t('verify.busy') : t('vid.find')}
      </button>
    </div>
  );
}

/** An offset of an instrument shows as a mean that the fit does not take away. */
function Columns({ answer }: { answer: IdentifyAnswer }) {
  return (
    <details open={!answer.passes}>
      <summary>{t('vid.columns')}</summary>
      <table class="data" data-testid="vid-columns">
        <thead>
          <tr>
            {(['column', 'readings', 'mean.before', 'mean.after', 'rms.after'] as const).map((name) => (
              <th key={name} scope="col" class={name === 'column' ? '' : 'num'}>
                {t(`vid.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.columns.map((one) => (
            <tr key={one.column}>
              <th scope="row" lang="en">
                {one.column}
              </th>
              <td class="num">{one.readings}</td>
              <td class="num">{fixed(one.before, 4)}</td>
              <td class="num">{fixed(one.after, 4)}</td>
              <td class="num">{fixed(one.rms, 4)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Result({ answer }: { answer: IdentifyAnswer }) {
  const current = madeOf.value === JSON.stringify(wanted());
  const taken = () => {
    if (!answer.set) return;
    editor.edit(withSet(draft.peek(), answer.set));
    madeOf.value = '';
    said('identified', file.peek()?.name ?? '');
  };
  const residual = (unit: 'mm' | 'deg') =>
    answer.before[unit] && answer.after[unit] ? (
      <p>
        {t('vid.residual', {
          before: fixed(answer.before[unit]!.rms, 4),
          after: fixed(answer.after[unit]!.rms, 4),
          unit: unit === 'mm' ? 'mm' : '°',
        })}
      </p>
    ) : null;
  return (
    <div class="vid-result" data-testid="vid-result" data-passes={answer.passes}>
      <p class={`verdict ${answer.passes ? 'good' : 'bad'}`}>
        {answer.reason ? (
          <Told said={answer.reason} />
        ) : (
          t('vid.good', { rows: answer.rows, readings: answer.readings })
        )}
      </p>
      {answer.contradicts && <p class="why">{t('vid.contradicts')}</p>}
      {answer.outliers.length > 0 && (
        <p class="why" data-testid="vid-outliers">
          {t(answer.dropped ? 'vid.dropped' : 'vid.outliers', {
            list: answer.outliers.map((one) => `${one.line} (${one.column})`).join(', '),
          })}
        </p>
      )}
      {residual('mm')}
      {residual('deg')}
      <table class="data">
        <thead>
          <tr>
            <td />
            {AXES.map((axis, i) => (
              <th key={axis} scope="col" class="num">
                {known('axis', String(i))} <small>{i < 3 ? 'mm' : '°'}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(['uncertain', 'certain'] as const).map((row) => (
            <tr key={row}>
              <th scope="row">{t(`vid.${row}`)}</th>
              {answer[row].map((value, i) => (
                <td key={i} class="num">
                  ±{fixed(value, i < 3 ? 3 : 4)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Columns answer={answer} />
      {answer.untold.length > 0 && (
        <details data-testid="vid-untold">
          <summary>
            {t('vid.untold')} ({answer.untold.length})
          </summary>
          <ul>
            {answer.untold.map((one, i) => (
              <li key={i}>
                <Told said={one} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {answer.instruments.length > 0 && (
        <ul class="vid-instruments">
          {answer.instruments.map((one, i) => (
            <li key={i} data-testid="vid-instrument">
              <b>
                {t(`vid.is.${one.what}`)} {one.number > 0 ? one.number : ''}
              </b>{' '}
              {one.place.every(Number.isFinite) && one.place.map((v) => fixed(v, 2)).join(' / ')}
              {one.place.every(Number.isFinite) && ' mm'}{' '}
              {one.angles.every(Number.isFinite) && one.angles.map((v) => fixed(v, 3)).join(' / ')}
              {one.angles.every(Number.isFinite) && ' °'}
            </li>
          ))}
        </ul>
      )}
      <div class="vrow">
        <button
          class="primary"
          disabled={!answer.set || !current}
          title={t('vid.take.hint')}
          onClick={taken}
          data-testid="vid-take"
        >
          {t('vid.take')}
        </button>
        <button
          onClick={() =>
            void saveTable('csv', `identified_${plainName(draft.peek().project)}`, tableOf(answer))
          }
        >
          {t('vlegs.csv')}
        </button>
        <button
          lang="en"
          onClick={() =>
            void saveTable('xlsx', `identified_${plainName(draft.peek().project)}`, tableOf(answer))
          }
        >
          XLSX
        </button>
        {!current && <span class="why">{t('vid.old')}</span>}
      </div>
      <details>
        <summary>{t('vid.parameters')}</summary>
        <table class="data" data-testid="vid-parameters">
          <thead>
            <tr>
              <td />
              <th scope="col" class="num">
                {t('vid.before')} <small>mm</small>
              </th>
              <th scope="col" class="num">
                {t('vid.after')} <small>mm</small>
              </th>
              <th scope="col" class="num">
                {t('vid.change')} <small>mm</small>
              </th>
              <th scope="col" class="num">
                ± <small>mm</small>
              </th>
            </tr>
          </thead>
          <tbody>
            {answer.parameters.map((one) => (
              <tr key={`${one.end}${one.leg}${one.axis}`}>
                <th scope="row">
                  {one.end === 'leg'
                    ? t('vid.leg', { leg: one.leg })
                    : t('verify.joint', {
                        end: t(one.end === 'base' ? 'verify.base' : 'verify.platform'),
                        leg: one.leg,
                        axis: one.axis.toUpperCase(),
                      })}
                </th>
                <td class="num">{fixed(one.before, 3)}</td>
                <td class="num">{fixed(one.after, 3)}</td>
                <td class="num">{fixed(one.after - one.before, 3)}</td>
                <td class="num">{fixed(one.uncertainty, 3)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}

export function IdentifyTab() {
  const { answer, failed } = found.state.value;
  return (
    <div class="scroll vid" tabIndex={0}>
      <p class="note">{t('vid.note')}</p>
      <Choices />
      {tooLarge.value && <p class="verdict bad">{t('verify.file.too_large', { file: tooLarge.value })}</p>}
      {failed && (
        <p class="verdict bad">
          <Told said={failed} />
        </p>
      )}
      {answer && 'error' in answer && <ErrorText error={answer.error} />}
      {answer && !('error' in answer) && answer.errors.length > 0 && (
        <ul class="vreport bad" data-testid="vid-errors">
          {answer.errors.map((one, i) => (
            <li key={i}>
              {one.line !== null && <b>{t('preview.line', { line: one.line })}: </b>}
              <Told said={one} />
            </li>
          ))}
        </ul>
      )}
      {answer && !('error' in answer) && answer.errors.length === 0 && <Result answer={answer} />}
    </div>
  );
}
