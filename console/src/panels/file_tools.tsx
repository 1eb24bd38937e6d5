// What can be done with a motion file beside playing it as it is: smaller, again and again, saved, renamed,
// taken away; and files that are dropped onto the list.

import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { FileList, MotionFile, Preflight } from '../api/messages';
import { reasonOf } from '../api/http';
import { http } from '../state/app';
import { fixed } from '../i18n/format';
import { t } from '../i18n';
import type { Said } from '../i18n/message';
import { StartButton, Told } from './controls';
import type { FileCheck } from './file_check';

/** Kept while the panel is open: a file that is to go on and on is chosen so each time. */
const again = signal(false);

/** The largest scale that passes, in percent, rounded down; 0 = none is offered. */
export const offered = (preflight: Preflight | null): number =>
  preflight && !preflight.passes && preflight.largest_scale > 0
    ? Math.floor(preflight.largest_scale * 1000) / 10
    : 0;

/** Play, and where it would break a limit play at the scale that does not. */
export function PlayFile({ name, check }: { name: string; check: FileCheck }) {
  const percent = offered(check.preflight);
  const order = (share?: number) => {
    const how = again.peek() ? { repeat: true } : {};
    return { action: 'file' as const, name, ...how, ...(share ? { percent: share } : {}) };
  };
  useEffect(() => () => void (again.value = false), [name]);
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={again.value}
          onChange={(event) => (again.value = event.currentTarget.checked)}
          data-testid="file-repeat"
        />
        {t('files.repeat')}
      </label>
      <StartButton
        action="file"
        label={t('files.play')}
        ready={check.passes}
        wrong={check.wrong}
        order={() => order()}
      />
      {percent > 0 && (
        <StartButton
          action="file"
          label={t('preview.use_scale', { percent: fixed(percent, 1) })}
          testid="start-file-scaled"
          order={() => order(percent)}
        />
      )}
    </>
  );
}

const problem = signal<Said | null>(null);

async function save(name: string): Promise<void> {
  try {
    const url = URL.createObjectURL(new Blob([await http.fileText(name)], { type: 'text/plain' }));
    const anchor = document.createElement('a');
    anchor.href = url;
    anchor.download = name;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  } catch (error) {
    problem.value = reasonOf(error);
  }
}

interface ToolsProps {
  file: MotionFile;
  /** The list as it is then, and the file's name; null = it is gone. */
  changed: (list: FileList, name: string | null) => void;
}

/** Download of any; rename and delete of what was uploaded. */
export function FileTools({ file, changed }: ToolsProps) {
  const [asked, setAsked] = useState<'rename' | 'delete' | null>(null);
  const [name, setName] = useState(file.name);
  useEffect(() => {
    setAsked(null);
    setName(file.name);
    problem.value = null;
  }, [file.name]);
  const done = async (work: Promise<FileList>, then: string | null) => {
    problem.value = null;
    try {
      changed(await work, then);
      setAsked(null);
    } catch (error) {
      problem.value = reasonOf(error);
    }
  };
  return (
    <div class="file-tools">
      <div class="row">
        <button onClick={() => void save(file.name)} data-testid="file-download">
          {t('files.download')}
        </button>
        {file.from === 'uploaded' && asked === null && (
          <>
            <button onClick={() => setAsked('rename')} data-testid="file-rename">
              {t('files.rename')}
            </button>
            <button onClick={() => setAsked('delete')} data-testid="file-delete">
              {t('files.delete')}
            </button>
          </>
        )}
      </div>
      {asked === 'rename' && (
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            void done(http.renameFile(file.name, name.trim()), name.trim());
          }}
        >
          <input
            type="text"
            value={name}
            maxLength={64}
            aria-label={t('files.new_name')}
            onInput={(event) => setName(event.currentTarget.value)}
            data-testid="file-new-name"
          />
          <button disabled={name.trim() === '' || name.trim() === file.name} data-testid="file-rename-yes">
            {t('files.rename')}
          </button>
          <button type="button" onClick={() => setAsked(null)}>
            {t('ask.no')}
          </button>
        </form>
      )}
      {asked === 'delete' && (
        <p class="row" role="alertdialog" aria-label={t('files.delete')}>
          <span>{t('files.delete.ask', { name: file.name })}</span>
          <button onClick={() => void done(http.deleteFile(file.name), null)} data-testid="file-delete-yes">
            {t('files.delete')}
          </button>
          <button onClick={() => setAsked(null)}>{t('ask.no')}</button>
        </p>
      )}
      {problem.value && (
        <p class="verdict bad" role="alert" data-testid="file-problem">
          <Told said={problem.value} />
        </p>
      )}
    </div>
  );
}

const over = signal(false);
/** Properties of an element onto which files may be dropped. */
export function dropOn(take: (file: File) => void) {
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
  return {
    'data-over': over.value,
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      over.value = true;
    },
    onDragLeave: () => (over.value = false),
    onDrop: (event: DragEvent) => {
      over.value = false;
      if (!hasFiles(event)) return;
      event.preventDefault();
      for (const file of event.dataTransfer!.files) take(file);
    },
  };
}
