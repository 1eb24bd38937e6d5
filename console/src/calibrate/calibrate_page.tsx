// The page "Calibrate": the groups of a control board are read, edited, compared, written with confirmation
// and read-back, and rolled back. E-STOP and Stop are in the bar above, as on every page.

import './words';
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import {
  board,
  busy,
  changed,
  checked,
  closeFile,
  file,
  followEdits,
  groups,
  isOwn,
  loadFile,
  only,
  ownBoard,
  prepare,
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
import { Address, Failure, ReadQuestion } from './link';
import { groupName } from './names';
import { RawView } from './raw';
import { ValueTable } from './table';
import { ConfirmPanel, ResultPanel } from './write_panel';

const side = signal<'raw' | 'history'>('raw');
const FORMATS = ['csv', 'toml', 'bin'] as const;

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
