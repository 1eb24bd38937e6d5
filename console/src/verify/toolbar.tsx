import { useRef } from 'preact/hooks';
import { told } from '../i18n/message';
import { t } from '../i18n';
import type { Remark } from './answers';
import { fileName } from './draft';
import {
  clearAll,
  DEFAULT_PRESET,
  editor,
  draft,
  fileReport,
  loadFile,
  loadPreset,
  notice,
  presets,
  saveFile,
  set,
} from './editor';
import { Told } from '../panels/controls';

const MOST_BYTES = 200 * 1024;
const MOST_SHOWN = 6;

async function take(file: File): Promise<void> {
  if (file.size > MOST_BYTES) {
    notice.value = t('verify.file.too_large', { file: file.name });
    return;
  }
  await loadFile(file.name, await file.text());
}

function RemarkLine({ remark }: { remark: Remark }) {
  const place = [
    remark.line !== null ? t('preview.line', { line: remark.line }) : '',
    remark.column !== null ? t('preview.column', { column: remark.column }) : '',
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <li data-testid="file-remark" data-line={remark.line ?? ''} data-column={remark.column ?? ''}>
      {place && <b>{place}: </b>}
      <Told said={remark} />
      {remark.expected.text && <small>{t('verify.file.expected', { what: told(remark.expected) })}</small>}
    </li>
  );
}

/** What was wrong with the last file, or empty in it. */
export function FileReport() {
  const report = fileReport.value;
  if (!report) return null;
  const bad = report.errors.length > 0;
  if (!bad && report.marks.length === 0) return null;
  const remarks = bad ? report.errors : report.marks;
  return (
    <div class={`vreport ${bad ? 'bad' : 'wait'}`} role="alert" data-testid="file-report" data-bad={bad}>
      <p>
        <strong>{t(bad ? 'verify.file.bad' : 'verify.file.good', { file: report.name })}</strong>
        <button
          class="plain"
          aria-label={t('verify.file.close')}
          title={t('verify.file.close')}
          onClick={() => (fileReport.value = null)}
        >
          ✕
        </button>
      </p>
      {!bad && <p>{t('verify.file.marks', { count: remarks.length })}</p>}
      <ul>
        {remarks.slice(0, MOST_SHOWN).map((remark, i) => (
          <RemarkLine key={i} remark={remark} />
        ))}
      </ul>
      {bad && (
        <button class="vdefaults" onClick={() => loadPreset(DEFAULT_PRESET)} data-testid="v-defaults">
          {t('verify.file.defaults')}
        </button>
      )}
      {remarks.length > MOST_SHOWN && <p>{t('verify.file.more', { count: remarks.length - MOST_SHOWN })}</p>}
    </div>
  );
}

export function Toolbar() {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <div class="vtools">
      <div class="vrow">
        <label class="vproject">
          <span>{t('verify.project')}</span>
          <input
            type="text"
            value={draft.value.project}
            maxLength={80}
            data-testid="v-project"
            onInput={(event) => editor.project(event.currentTarget.value)}
            onBlur={() => editor.settle()}
          />
        </label>
        <button onClick={() => chooser.current?.click()} data-testid="v-load">
          {t('verify.load')}
        </button>
        <input
          ref={chooser}
          type="file"
          accept=".csv,text/csv"
          class="hidden"
          tabIndex={-1}
          aria-label={t('verify.load')}
          data-testid="v-file"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = '';
            if (file) void take(file);
          }}
        />
        <button
          class="primary"
          disabled={!set.value}
          title={t('verify.save.hint', { file: fileName(draft.value.project) })}
          onClick={() => void saveFile()}
          data-testid="v-save"
        >
          {t('verify.save')}
        </button>
      </div>
      <div class="vrow">
        <select
          aria-label={t('verify.preset')}
          value=""
          data-testid="v-preset"
          onChange={(event) => {
            loadPreset(event.currentTarget.value);
            event.currentTarget.value = '';
          }}
        >
          <option value="" disabled>
            {t('verify.preset.choose')}
          </option>
          {presets.value.map((preset) => (
            <option key={preset.name} value={preset.name} lang="en">
              {preset.name}
            </option>
          ))}
        </select>
        <button
          disabled={editor.past.value.length === 0}
          onClick={() => editor.undo()}
          data-testid="v-undo"
          title="Ctrl+Z"
        >
          {t('verify.undo')}
        </button>
        <button
          disabled={editor.future.value.length === 0}
          onClick={() => editor.redo()}
          data-testid="v-redo"
          title="Ctrl+Y"
        >
          {t('verify.redo')}
        </button>
        <button title={t('verify.clear.hint')} onClick={clearAll} data-testid="v-clear">
          {t('verify.clear')}
        </button>
      </div>
      {notice.value && (
        <p class="verdict bad" role="alert" data-testid="v-notice">
          <Told said={notice.value} />
        </p>
      )}
      <FileReport />
    </div>
  );
}
