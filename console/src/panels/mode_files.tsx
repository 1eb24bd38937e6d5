import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { FileList, UploadAnswer } from '../api/messages';
import { reasonOf } from '../api/http';
import { commands, http, store } from '../state/app';
import { bytes } from '../i18n/format';
import { known, t } from '../i18n';
import type { Said } from '../i18n/message';
import { Told, useVerdict } from './controls';
import { FileCheck, FileShape, FileVerdict } from './file_check';
import { dropOn, FileTools, PlayFile } from './file_tools';
import { ErrorText, PreflightText } from './preview';

export const files = signal<FileList | null>(null);
const failed = signal<Said | string>('');
const chosen = signal<string | null>(null);
const upload = signal<{ name: string; answer: UploadAnswer } | null>(null);
const check = new FileCheck();

const MOST_BYTES = 4 * 1024 * 1024;

export async function readFiles(): Promise<void> {
  try {
    files.value = await http.files();
    failed.value = '';
  } catch (error) {
    failed.value = reasonOf(error);
  }
}

function choose(name: string): void {
  chosen.value = name;
  check.look(name);
}

async function send(file: File): Promise<void> {
  upload.value = null;
  const named = /^[A-Za-z0-9._-]{1,60}\.(txt|csv)$/.test(file.name);
  const { name } = file;
  const tooLarge = file.size > MOST_BYTES ? t('files.too_large', { name }) : '';
  const problem = named ? tooLarge : t('files.bad_name', { name });
  if (problem) {
    failed.value = problem;
    return;
  }
  try {
    const answer = await http.upload(file.name, await file.text());
    upload.value = { name: file.name, answer };
    failed.value = '';
    await readFiles();
    if (answer.stored) {
      choose(file.name);
      const row = document.querySelector(`[data-testid="file-${CSS.escape(file.name)}"]`);
      row?.scrollIntoView({ block: 'nearest' });
    }
    document.querySelector('[data-testid=upload-result]')?.scrollIntoView({ block: 'nearest' });
  } catch (error) {
    failed.value = reasonOf(error);
  }
}

function changed(list: FileList, name: string | null): void {
  files.value = list;
  upload.value = null;
  if (name) return choose(name);
  chosen.value = null;
  check.answer.clear();
}

function UploadResult() {
  const last = upload.value;
  if (!last) return null;
  const { name, answer } = last;
  return (
    <div
      class={`upload ${answer.stored ? '' : 'refused'}`}
      role="status"
      data-testid="upload-result"
      data-stored={answer.stored}
    >
      <p class={answer.stored ? 'note' : 'verdict bad'}>
        {t(answer.stored ? 'files.stored' : 'files.not_stored', { name })}
        <button class="plain" aria-label={t('files.close')} onClick={() => (upload.value = null)}>
          ✕
        </button>
      </p>
      {answer.error && <ErrorText error={answer.error} />}
      {!answer.stored && answer.preflight && <PreflightText preflight={answer.preflight} />}
    </div>
  );
}

/** Hold and resume beside the file that plays: the same orders as above. */
function PauseButtons() {
  const state = store.shown.value?.state;
  const hold = useVerdict('hold');
  const resume = useVerdict('resume');
  if (state === 'holding')
    return (
      <button disabled={!resume.allowed} onClick={() => void commands.send({ action: 'resume' })}>
        {known('action', 'resume')}
      </button>
    );
  return (
    <button
      disabled={!hold.allowed || state !== 'running'}
      onClick={() => void commands.send({ action: 'hold' })}
    >
      {known('action', 'hold')}
    </button>
  );
}

export function FilesMode() {
  useEffect(() => void readFiles(), []);
  useEffect(() => {
    if (chosen.value !== null) check.look(chosen.value);
    return () => check.answer.clear();
  }, []);
  const list = files.value;
  const file = list?.files.find((one) => one.name === chosen.value);
  return (
    <div class="drop" {...dropOn((dropped) => void send(dropped))} data-testid="file-drop">
      <ul class="list" aria-label={t('files.list')} data-testid="file-list">
        {list?.files.map((file) => (
          <li key={file.name}>
            <button
              class="plain"
              aria-pressed={chosen.value === file.name}
              onClick={() => choose(file.name)}
              data-testid={`file-${file.name}`}
            >
              <b lang={file.title ? 'en' : undefined}>{file.title || file.name}</b>
              <small>
                {file.title ? `${file.name} · ` : ''}
                {known('file', file.kind)} · {bytes(file.size)} · {known('files.from', file.from)}
              </small>
            </button>
          </li>
        ))}
      </ul>
      {list && list.files.length === 0 && <p class="muted">{t('files.none')}</p>}
      {failed.value && (
        <p class="verdict bad">
          <Told said={failed.value} />
        </p>
      )}
      <div class="row">
        <label class="button">
          {t('files.upload')}
          <input
            type="file"
            class="hidden"
            data-testid="file-upload"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              event.currentTarget.value = '';
              if (file) void send(file);
            }}
          />
        </label>
        <button onClick={() => void readFiles()}>{t('files.refresh')}</button>
        <PauseButtons />
      </div>
      <UploadResult />
      {chosen.value === null ? (
        <p class="note">
          {t('files.choose')} {t('files.drop')}
        </p>
      ) : (
        <div class="preview">
          <h3>{t('files.verdict', { name: chosen.value })}</h3>
          <FileVerdict name={chosen.value} check={check} />
          <PlayFile name={chosen.value} check={check} />
          {file && <FileTools key={file.name} file={file} changed={changed} />}
          <FileShape check={check} />
        </div>
      )}
    </div>
  );
}
