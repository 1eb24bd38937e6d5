// The page "Calibrate": the groups of a control board are read, edited, compared, written with confirmation
// and read-back, and rolled back. E-STOP and Stop are in the bar above, as on every page.

import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { hasWords, t } from '../i18n';
import {
  address,
  askRead,
  board,
  busy,
  changed,
  checked,
  closeFile,
  failure,
  file,
  followEdits,
  groups,
  isOwn,
  loadFile,
  only,
  ownBoard,
  prepare,
  read,
  readAsked,
  remarked,
  remarks,
  rows,
  save,
  shown,
  start,
  undoAll,
  useFile,
} from './session';
import { Tabs, Told } from '../panels/controls';
import { HelpLink } from '../panels/help';
import { HistoryList } from './history';
import { groupName, valueName } from './names';
import { RawView } from './raw';
import { ValueTable } from './table';
import { ConfirmPanel, ResultPanel } from './write_panel';

const side = signal<'raw' | 'history'>('raw');
const FORMATS = ['csv', 'toml', 'bin'] as const;

function Address() {
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

function FileTools() {
  const chooser = useRef<HTMLInputElement>(null);
  const ready = groups.value.length > 0;
  return (
    <div class="cal-files">
      <button
        disabled={!ready || busy.value !== ''}
        onClick={() => chooser.current?.click()}
        data-testid="cal-compare"
      >
        {t('cal.file')}
      </button>
      <input
        ref={chooser}
        type="file"
        accept=".csv,.toml,.bin"
        class="hidden"
        tabIndex={-1}
        aria-label={t('cal.file')}
        data-testid="cal-file"
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (chosen) void loadFile(chosen);
        }}
      />
      <span class="cal-save" title={t('cal.save.hint')}>
        <small>{t('cal.save')}</small>
        {FORMATS.map((format) => (
          <button
            key={format}
            lang="en"
            disabled={!ready || busy.value !== ''}
            aria-label={`${t('cal.save')} ${format.toUpperCase()}`}
            onClick={() => void save(format)}
            data-testid={`cal-save-${format}`}
          >
            {format.toUpperCase()}
          </button>
        ))}
      </span>
    </div>
  );
}

/** Typed values must not be lost by a button that only reads. */
function ReadQuestion() {
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
function Failure() {
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

function FileReport() {
  const report = remarks.value;
  if (!report || (report.errors.length === 0 && report.marks.length === 0)) return null;
  const bad = report.errors.length > 0;
  return (
    <div class={`cal-failure ${bad ? '' : 'wait'}`} role="alert" data-testid="cal-file-report">
      <p>
        <strong>{t(bad ? 'cal.file.bad' : 'cal.file.marks', { file: report.name })}</strong>
        <button
          class="plain"
          aria-label={t('cal.close')}
          title={t('cal.close')}
          onClick={() => (remarks.value = null)}
        >
          ✕
        </button>
      </p>
      <ul>
        {(bad ? report.errors : report.marks).slice(0, 6).map((one, i) => (
          <li key={i} data-testid="cal-remark" data-line={one.line ?? ''} data-column={one.column ?? ''}>
            {one.line !== null && (
              <b>
                {t('preview.line', { line: one.line })}
                {one.column !== null ? `, ${t('preview.column', { column: one.column })}` : ''}:{' '}
              </b>
            )}
            <Told said={one} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function GroupTabs() {
  return (
    <div class="tabs">
      <Tabs
        label={t('cal.groups')}
        names={groups.value.map(({ group }) => String(group))}
        chosen={String(shown.value)}
        choose={(name) => (shown.value = Number(name))}
        testid={(name) => `cal-group-${name}`}
        words={(name) => {
          const mine = rows.value.filter((row) => row.group === Number(name));
          const count = mine.filter((row) => (only.value === 'file' ? row.differs : row.changed)).length;
          return (
            <>
              {name} {groupName(Number(name))}
              {count > 0 && <span class="count">{count}</span>}
            </>
          );
        }}
      />
      <span class="grow" />
      <select
        aria-label={t('cal.only.label')}
        value={only.value}
        onChange={(event) => (only.value = event.currentTarget.value as typeof only.value)}
        data-testid="cal-only"
      >
        <option value="all">{t('cal.only.all')}</option>
        <option value="changed">{t('cal.only.changed')}</option>
        {file.value && <option value="file">{t('cal.only.file')}</option>}
      </select>
    </div>
  );
}

function Footer() {
  const refused = checked.state.value.answer?.problem != null;
  const off = changed.value === 0 || busy.value !== '' || refused || rows.value.some((row) => row.bad);
  return (
    <div class="cal-footer">
      <span data-testid="cal-board">
        {t('cal.is', { board: board.value })}
        {isOwn.value ? ` (${t('cal.own')})` : ''}
      </span>
      {file.value && (
        <span class="cal-with">
          {t('cal.file.is', { file: file.value.name })}
          <button onClick={useFile} data-testid="cal-use">
            {t('cal.file.use')}
          </button>
          <button
            class="plain"
            aria-label={t('cal.file.close')}
            title={t('cal.file.close')}
            onClick={closeFile}
          >
            ✕
          </button>
        </span>
      )}
      <span class="grow" />
      <button disabled={changed.value === 0} onClick={undoAll} data-testid="cal-undo">
        {t('cal.undo')}
      </button>
      <button class="primary" disabled={off} onClick={() => void prepare()} data-testid="cal-write">
        {busy.value === 'write' ? t('cal.writing') : t('cal.write')}
      </button>
    </div>
  );
}

export function CalibratePage() {
  useEffect(followEdits, []);
  useEffect(start, [ownBoard.value]);
  const ready = groups.value.length > 0;
  return (
    <>
      <section class="cal-main" aria-label={t('page.calibrate')}>
        <div class="cal-tools">
          <Address />
          <FileTools />
          <HelpLink of="calibrate" title={t('page.calibrate')} />
        </div>
        <ReadQuestion />
        <Failure />
        {remarked.value.map((note) => (
          <p key={note.text} class="cal-failure wait" role="status">
            <Told said={note} />
          </p>
        ))}
        <FileReport />
        <ResultPanel />
        {ready ? (
          <>
            <GroupTabs />
            <ValueTable />
            <Footer />
          </>
        ) : (
          <p class="cal-empty" data-testid="cal-none">
            {busy.value === 'read' ? t('cal.reading') : t('cal.none')}
          </p>
        )}
        <ConfirmPanel />
      </section>
      <div class="cal-side">
        <div class="tabs">
          <Tabs
            label={t('cal.sides')}
            names={['raw', 'history'] as const}
            chosen={side.value}
            choose={(name) => (side.value = name)}
            testid={(name) => `cal-side-${name}`}
            words={(name) => t(`cal.${name}`)}
          />
        </div>
        {ready && (
          <div class="cal-side-body" role="tabpanel">
            {side.value === 'raw' ? <RawView /> : <HistoryList />}
          </div>
        )}
      </div>
    </>
  );
}
