// The settings by the program's own schema: what each may be, what is in use, what the file on the disk says. Checked
// while they are typed, saved with the file before kept beside it. Nothing here acts before the next start.

import './words';
import '../style/service.css';
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { currentLanguage, t } from '../i18n';
import { English, Section, Told } from '../panels/controls';
import * as editor from './editor';
import { HELP_ZH } from './help_zh';

const search = signal('');
const only = signal(false);
const saving = signal(false);
const open = signal<Readonly<Record<string, boolean>>>({});

const sectionOf = (key: string): string => key.slice(0, Math.max(0, key.lastIndexOf('.')));
const shown = (toml: string): string => (toml === '' ? t('set.nothing') : toml.replaceAll(/\s*\n\s*/g, ' '));
const number = (value: number): string => String(value).replace('-', '−');

function mayBe(one: editor.Setting): string {
  if (one.type === 'choice') return '';
  if (['point', 'rates', 'points', 'numbers', 'texts'].includes(one.type))
    return t(`set.list.${one.type as 'point' | 'rates' | 'points' | 'numbers' | 'texts'}`);
  if (!one.range) return '';
  const facts = { low: number(one.range[0]), high: number(one.range[1]), unit: one.unit };
  return one.also.length > 0
    ? t('set.may.also', { ...facts, also: one.also.map(number).join(', ') })
    : t('set.may', facts);
}

function Help({ one }: { one: editor.Setting }) {
  if (currentLanguage() === 'en') return <span>{one.help}</span>;
  const words = HELP_ZH[one.key];
  return words ? <span>{words}</span> : <English>{one.help}</English>;
}

function WrongWords({ one, wrong }: { one: editor.Setting; wrong: editor.Wrong }) {
  if (!wrong) return null;
  if (wrong.key === 'whole') return <span class="bad">{t('set.whole')}</span>;
  const facts = { low: number(one.range![0]), high: number(one.range![1]), unit: one.unit };
  return (
    <span class="bad">
      {wrong.also
        ? t('set.range.also', { ...facts, also: one.also.map(number).join(', ') })
        : t('set.range', facts)}
    </span>
  );
}

function Field({ one, bad }: { one: editor.Setting; bad: boolean }) {
  const given = editor.typed.value[one.key];
  const text = given ?? editor.fromToml(one, given === null ? one.fresh : (one.file ?? one.used));
  const common = {
    translate: false,
    'aria-label': one.key,
    'aria-invalid': bad,
    'data-testid': `set-${one.key}`,
  };
  const write = (next: string) => editor.type(one, next);
  if (one.type === 'flag')
    return (
      <select {...common} value={text} onChange={(event) => write(event.currentTarget.value)}>
        <option value="true">true</option>
        <option value="false">false</option>
      </select>
    );
  if (one.type === 'choice')
    return (
      <select {...common} value={text} onChange={(event) => write(event.currentTarget.value)}>
        {one.choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    );
  if (one.type === 'points')
    return (
      <textarea
        {...common}
        value={text}
        rows={8}
        spellcheck={false}
        onInput={(event) => write(event.currentTarget.value)}
      />
    );
  if (one.secret)
    return (
      <input
        {...common}
        type="password"
        autocomplete="off"
        placeholder={one.used !== '' ? t('set.secret') : ''}
        value={text}
        onInput={(event) => write(event.currentTarget.value)}
      />
    );
  return (
    <>
      <input
        {...common}
        type="text"
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => write(event.currentTarget.value)}
      />
      {one.unit && <small>{one.unit}</small>}
    </>
  );
}

function Row({ one }: { one: editor.Setting }) {
  const given = one.key in editor.typed.value;
  const wrong = given ? editor.wrongNumber(one, editor.typed.value[one.key]!) : null;
  const problems = (editor.checked.value?.problems ?? []).filter(
    (problem) => problem.key === one.key && (given || problem.kind === 'error'),
  );
  const bad = wrong !== null || problems.some((problem) => problem.kind === 'error');
  const may = mayBe(one);
  return (
    <div
      class={`set-row ${given ? 'changed' : ''} ${bad ? 'wrong' : ''}`}
      data-testid={`row-${one.key}`}
      data-changed={given}
      data-wrong={bad}
    >
      <b>
        <span translate={false}>{one.key.slice(sectionOf(one.key).length).replace('.', '')}</span>
        {may && <small>{may}</small>}
      </b>
      <div class="set-field">
        <Field one={one} bad={bad} />
        {given ? (
          <button class="plain" onClick={() => editor.undo(one.key)} data-testid={`undo-${one.key}`}>
            {t('set.undo')}
          </button>
        ) : (
          one.file !== null && (
            <button
              class="plain"
              onClick={() => editor.type(one, null)}
              data-testid={`out-${one.key}`}
              aria-label={`${one.key}: ${t('set.take_out')}`}
            >
              {t('set.take_out')}
            </button>
          )
        )}
      </div>
      <div class="set-about">
        <WrongWords one={one} wrong={wrong} />
        {!wrong &&
          problems.map((problem, i) => (
            <span key={i} class={problem.kind === 'error' ? 'bad' : ''}>
              <Told said={problem} />
            </span>
          ))}
        <Help one={one} />
        <span data-testid={`used-${one.key}`} translate={false}>
          {t('set.used', { value: shown(one.used) })}
          {one.file !== null && one.file === one.used && ` · ${t('set.in_file', { value: shown(one.file) })}`}
          {' · '}
          {one.live ? t('set.live') : t('set.restart')}
        </span>
        {one.file !== null && one.file !== one.used && (
          <span class="differs" data-testid={`differs-${one.key}`}>
            {t('set.differs', { value: shown(one.file) })}
          </span>
        )}
        {one.option && <span class="differs">{t('set.option', { option: one.option })}</span>}
      </div>
    </div>
  );
}

function Group({ name, rows }: { name: string; rows: editor.Setting[] }) {
  const count = rows.filter((one) => one.key in editor.typed.value).length;
  const forced = search.value !== '' || only.value;
  const isOpen = forced || (open.value[name] ?? false);
  return (
    <details
      class="set-group"
      open={isOpen}
      onToggle={(event) => {
        const now = event.currentTarget.open;
        if (!forced && now !== (open.peek()[name] ?? false)) open.value = { ...open.peek(), [name]: now };
      }}
      data-testid={`group-${name || 'top'}`}
    >
      <summary>
        {name === '' ? t('set.top') : <span translate={false}>{name}</span>} <small>{rows.length}</small>
        {count > 0 && <small> · {t('set.changes', { count })}</small>}
      </summary>
      {isOpen && rows.map((one) => <Row key={one.key} one={one} />)}
    </details>
  );
}

function Groups({ all }: { all: readonly editor.Setting[] }) {
  const words = search.value.trim().toLowerCase();
  const fits = (one: editor.Setting) =>
    (words === '' || `${one.key} ${one.help} ${HELP_ZH[one.key] ?? ''}`.toLowerCase().includes(words)) &&
    (!only.value || one.used !== one.fresh || one.file !== null || one.key in editor.typed.value);
  const groups = new Map<string, editor.Setting[]>();
  for (const one of all.filter(fits)) {
    const name = sectionOf(one.key);
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  if (groups.size === 0) return <p class="muted pad">{t('set.no_match')}</p>;
  return (
    <div class="set-body">
      {[...groups].map(([name, rows]) => (
        <Group key={name} name={name} rows={rows} />
      ))}
    </div>
  );
}

/** The lines that change, with what they become. */
function Difference({ before, after }: { before: string; after: string }) {
  const [old, young] = [before.split('\n'), after.split('\n')];
  const gone = old.filter((line) => !young.includes(line));
  const come = young.filter((line) => !old.includes(line));
  return (
    <pre class="hex set-diff" data-testid="set-diff" aria-label={t('set.diff')}>
      {gone.map((line, i) => (
        <del key={`-${i}`}>{`− ${line}\n`}</del>
      ))}
      {come.map((line, i) => (
        <ins key={`+${i}`}>{`+ ${line}\n`}</ins>
      ))}
    </pre>
  );
}

function Verdict() {
  const count = editor.changed.value;
  if (editor.saved.value) return <span class="good-text">{t('set.saved')}</span>;
  if (count === 0) return <span class="muted">{t('set.none')}</span>;
  const wrong = editor.errors.value.size;
  if (wrong > 0) return <span class="bad-text">{t('set.wrong', { count: wrong })}</span>;
  if (!editor.checked.value) return <span class="muted">{t('set.checking')}</span>;
  return (
    <span class="good-text">
      {t('set.changes', { count })} · {t('set.fits')}
    </span>
  );
}

function Bar() {
  const ready = editor.changed.value > 0 && editor.errors.value.size === 0 && editor.checked.value !== null;
  const result = editor.checked.value;
  return (
    <>
      <div class="set-head">
        <label>
          {t('set.search')}{' '}
          <input
            type="search"
            value={search.value}
            onInput={(event) => (search.value = event.currentTarget.value)}
            data-testid="set-search"
          />
        </label>
        <label>
          <input
            type="checkbox"
            checked={only.value}
            onChange={(event) => (only.value = event.currentTarget.checked)}
            data-testid="set-only"
          />{' '}
          {t('set.only')}
        </label>
      </div>
      <div class="set-head">
        {saving.value && ready ? (
          <>
            <button onClick={() => (saving.value = false)}>{t('set.back')}</button>
            <button
              class="primary"
              onClick={() => ((saving.value = false), void editor.save())}
              data-testid="set-sure"
            >
              {t('set.save.sure', { count: editor.changed.value })}
            </button>
          </>
        ) : (
          <button
            class="primary"
            disabled={!ready}
            onClick={() => (saving.value = true)}
            data-testid="set-save"
          >
            {t('set.save')}
          </button>
        )}
        <button disabled={editor.changed.value === 0} onClick={editor.discard} data-testid="set-discard">
          {t('set.discard')}
        </button>
        <button onClick={() => void editor.read()} data-testid="set-again">
          {t('set.again')}
        </button>
        <span role="status" data-testid="set-verdict">
          <Verdict />
        </span>
      </div>
      {saving.value && ready && result && <Difference before={result.before} after={result.after} />}
    </>
  );
}

/** What is wrong and belongs to no row that is shown. */
function Problems({ list, title }: { list: readonly editor.Problem[]; title: string }) {
  const bad = list.filter((one) => one.kind !== 'note');
  if (bad.length === 0) return null;
  return (
    <div class="set-problems" data-testid="set-problems">
      <h3>{title}</h3>
      <ul>
        {bad.map((one, i) => (
          <li key={i} class={one.kind}>
            {one.key && <b translate={false}>{one.key}: </b>}
            <Told said={one} />
          </li>
        ))}
      </ul>
    </div>
  );
}

export function SettingsPage() {
  useEffect(() => void editor.read(), []);
  const now = editor.answer.value;
  return (
    <div class="set-page" data-testid="settings">
      <Section title={now ? t('set.title', { platform: now.platform }) : t('page.settings')} help="settings">
        <p class="note">{t('set.about')}</p>
        {editor.trouble.value && (
          <p class="verdict bad" role="alert" data-testid="set-trouble">
            <Told said={editor.trouble.value} />
          </p>
        )}
        {now === null ? (
          <p class="muted pad">{t('set.reading')}</p>
        ) : (
          <>
            <p class="note set-file">
              {t('set.file')} <code data-testid="set-file">{now.file}</code>
              {!now.exists && ` – ${t('set.file.none')}`}
            </p>
            {!now.named && <p class="note">{t('set.unnamed')}</p>}
            <Bar />
            {editor.checked.value ? (
              <Problems list={editor.checked.value.problems} title={t('set.problems')} />
            ) : (
              editor.changed.value === 0 && <Problems list={now.problems} title={t('set.file_problems')} />
            )}
            <Groups all={now.settings} />
          </>
        )}
      </Section>
    </div>
  );
}
