import { useRef } from 'preact/hooks';
import { told } from '../i18n/message';
import { t } from '../i18n';
import type { Remark } from './answers';
import { fileName } from './draft';
import {
  clearAll,
  DEFAULT_PRESET,
  done,
  editor,
  draft,
  fileReport,
  loadFile,
  loadPreset,
  loadRunning,
  notice,
  presets,
  saveFile,
  set,
} from './editor';
import {
  keepAgain,
  keeping,
  leaveName,
  openProject,
  overwrite,
  projects,
  readProjects,
  removeProject,
  settle,
  typeName,
  unkept,
} from './projects';
import { textOfFile } from './text_of';
import { Told } from '../panels/controls';

const MOST_BYTES = 200 * 1024;
const MOST_SHOWN = 6;

async function take(file: File): Promise<void> {
  if (file.size > MOST_BYTES) {
    notice.value = t('verify.file.too_large', { file: file.name });
    return;
  }
  await loadFile(file.name, await textOfFile(file));
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
        <button
          class="vdefaults"
          onClick={() => {
            loadPreset(DEFAULT_PRESET);
            settle(false);
          }}
          data-testid="v-defaults"
        >
          {t('verify.file.defaults')}
        </button>
      )}
      {remarks.length > MOST_SHOWN && <p>{t('verify.file.more', { count: remarks.length - MOST_SHOWN })}</p>}
    </div>
  );
}

/** Every place a set can come from but a file: kept projects, the platform that runs, those that come with it. */
function StartFrom() {
  const start = async (value: string): Promise<void> => {
    const name = value.slice(value.indexOf(':') + 1);
    if (value.startsWith('project:')) return openProject(name);
    if (value === 'running:') await loadRunning();
    else loadPreset(value);
    settle(false);
  };
  return (
    <select
      aria-label={t('verify.preset')}
      value=""
      data-testid="v-preset"
      onFocus={() => void readProjects()}
      onChange={(event) => {
        void start(event.currentTarget.value);
        event.currentTarget.value = '';
      }}
    >
      <option value="" disabled>
        {t('verify.preset.choose')}
      </option>
      <option value="running:">{t('verify.running')}</option>
      {projects.value.length > 0 && (
        <optgroup label={t('verify.projects')}>
          {projects.value.map((one) => (
            <option key={one.name} value={`project:${one.name}`}>
              {one.name}
            </option>
          ))}
        </optgroup>
      )}
      <optgroup label={t('verify.presets')}>
        {presets.value.map((preset) => (
          <option key={preset.name} value={preset.name} lang="en">
            {preset.name}
          </option>
        ))}
      </optgroup>
    </select>
  );
}

/** Whether the program keeps what is on the page. */
function Kept() {
  const now = keeping.value;
  const name = draft.value.project.trim();
  return (
    <div class="vrow vkept" data-testid="v-kept" data-kept={now} aria-live="polite">
      {now === 'changed' || now === 'failed' ? (
        <p class="verdict bad" role="alert">
          {unkept.value && <Told said={unkept.value} />}
          {now === 'changed' ? (
            <span class="vrow">
              <button onClick={() => void openProject(name)} data-testid="v-kept-load">
                {t('verify.kept.load')}
              </button>
              <button onClick={() => void overwrite()} data-testid="v-kept-over">
                {t('verify.kept.over')}
              </button>
            </span>
          ) : (
            <button onClick={() => void keepAgain()} data-testid="v-kept-again">
              {t('verify.kept.again')}
            </button>
          )}
        </p>
      ) : (
        <>
          <small>{name === '' ? t('verify.kept.no_name') : t(`verify.kept.${now}`)}</small>
          {now === 'kept' && (
            <button
              class="plain"
              title={t('verify.remove.hint')}
              data-testid="v-remove"
              onClick={() => {
                if (window.confirm(t('verify.remove.sure', { name }))) void removeProject(name);
              }}
            >
              {t('verify.remove')}
            </button>
          )}
        </>
      )}
    </div>
  );
}

function DoneLine() {
  const now = done.value;
  if (!now || notice.value) return null;
  return (
    <p class="note vdone" role="status" data-testid="v-done" data-done={now.what}>
      {t(`verify.done.${now.what}`, { name: now.name })}
    </p>
  );
}

function Notes() {
  return (
    <details class="vfold vnotes" data-testid="v-notes-fold">
      <summary>{t('verify.notes')}</summary>
      <textarea
        aria-label={t('verify.notes')}
        rows={3}
        maxLength={4000}
        value={draft.value.notes}
        data-testid="v-notes"
        onInput={(event) => editor.notes(event.currentTarget.value)}
        onBlur={() => editor.settle()}
      />
    </details>
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
            list="v-known"
            title={t('verify.project.hint')}
            data-testid="v-project"
            onFocus={() => void readProjects()}
            onInput={(event) => typeName(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && void leaveName()}
            onBlur={() => void leaveName()}
          />
          <datalist id="v-known">
            {projects.value.map((one) => (
              <option key={one.name} value={one.name} />
            ))}
          </datalist>
        </label>
        <StartFrom />
      </div>
      <Kept />
      <div class="vrow">
        <button onClick={() => chooser.current?.click()} data-testid="v-load">
          {t('verify.load')}
        </button>
        <input
          ref={chooser}
          type="file"
          accept=".csv,.toml,.txt,text/csv"
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
          onClick={() => void saveFile('csv')}
          data-testid="v-save"
        >
          {t('verify.save')}
        </button>
        <button
          disabled={!set.value}
          title={t('verify.save.toml')}
          onClick={() => void saveFile('toml')}
          data-testid="v-save-toml"
          lang="en"
        >
          TOML
        </button>
        <span class="grow" />
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
      <DoneLine />
      <FileReport />
      <Notes />
    </div>
  );
}
