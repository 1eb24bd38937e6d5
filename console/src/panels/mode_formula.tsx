import { signal } from '@preact/signals';
import { AXES } from '../api/messages';
import { axisUnit } from '../i18n/format';
import { axisName } from '../i18n/sentences';
import { t } from '../i18n';
import { told } from '../i18n/message';
import { NumberField, StartButton } from './controls';
import { judged, Preview, previewOf } from './preview';

const formulas = signal(['0', '0', '20*sin(t)', '0', '0', '0']);
const duration = signal(20);
const preview = previewOf(() => ({ kind: 'formula', formulas: formulas.value, duration: duration.value }));

/** The text before the place, the character there, and what follows: the mark under the field. */
function Mark({ text, column }: { text: string; column: number }) {
  const at = Math.max(0, Math.min(text.length, column - 1));
  return (
    <span class="mark" aria-hidden="true">
      {text.slice(0, at)}
      <b>{text.slice(at, at + 1) || ' '}</b>
      {text.slice(at + 1)}
    </span>
  );
}

export function FormulaMode() {
  const result = preview.check.result.value;
  const error = result.is === 'wrong' ? result.error : null;
  const { passes, wrong } = judged(preview);
  const ready = formulas.value.every((text) => text.trim() !== '') && duration.value >= 0;
  return (
    <div>
      {AXES.map((name, axis) => {
        const wrong = error?.axis === axis + 1;
        return (
          <div class="formula" key={name}>
            <label for={`formula-${name}`}>
              {name} <small>{axisUnit(axis)}</small>
            </label>
            <span>
              <input
                id={`formula-${name}`}
                type="text"
                spellcheck={false}
                autocomplete="off"
                aria-label={t('formula.of', { axis: axisName(axis) })}
                aria-invalid={wrong}
                title={wrong ? told(error) : ''}
                value={formulas.value[axis]}
                data-testid={`formula-${name}`}
                onInput={(event) => {
                  const text = event.currentTarget.value;
                  formulas.value = formulas.value.map((old, i) => (i === axis ? text : old));
                }}
              />
              {wrong && error.column !== null && <Mark text={formulas.value[axis]!} column={error.column} />}
            </span>
          </div>
        );
      })}
      <NumberField
        label={t('formula.duration')}
        shown
        value={duration.value}
        change={(value) => (duration.value = value)}
      />
      <StartButton
        action="formula"
        label={t('formula.start')}
        ready={ready && passes}
        wrong={wrong}
        order={() => ({ action: 'formula', formulas: formulas.value, duration: duration.value })}
      />
      <Preview state={preview} ready={ready} />
      <p class="note">{t('formula.text')}</p>
    </div>
  );
}
