// The page's one board: what was read of it, what is typed over that, the file beside it, and what is asked
// of the program. Nothing is written but by write(), which the operator has confirmed.

import { batch, computed, effect, signal } from '@preact/signals';
import { http, store } from '../state/app';
import { reasonOf } from '../api/http';
import { said, told, type Said } from '../i18n/message';
import { Question } from '../verify/question';
import { textOf } from '../verify/text_of';
import * as A from './answers';
import { edit, editsOf, framesOf, rowsOf, takeFile, type Draft } from './sheet';

export const address = signal('');
/** The engineer's name for the board: every board of the vendor has the same address. */
export const boardName = signal('');
export const board = signal('');
export const groups = signal<A.GroupOf[]>([]);
export const draft = signal<Draft>({});
export const file = signal<{ name: string; groups: A.GroupOf[] } | null>(null);
export const remarks = signal<{ name: string; errors: A.FileRemark[]; marks: A.FileRemark[] } | null>(null);
export const history = signal<A.CopyOf[]>([]);
export const busy = signal<'' | 'read' | 'write' | 'file'>('');
export const failure = signal<A.Problem | null>(null);
export const remarked = signal<Said[]>([]);
export const shown = signal(1); // the group in the table
export const only = signal<'all' | 'changed' | 'file'>('all');
export const picked = signal<{ key: string | null; place: number; offset: number } | null>(null);

/** What the operator is asked to confirm. */
type Edits = Record<string, Record<string, string[]>>;
export const pending = signal<{ id: string | null; edits: Edits; changes: A.GroupChange[] } | null>(null);
export const result = signal<{
  taken: boolean;
  changed: boolean;
  groups: A.GroupChange[];
  problem: Said | null;
} | null>(null);

export const rows = computed(() =>
  groups.value.flatMap((group) => rowsOf(group, draft.value, file.value?.groups ?? [])),
);
export const changed = computed(() => rows.value.filter((row) => row.changed).length);
export const edits = computed(() => editsOf(groups.value, draft.value));
/** The board this very program is. */
export const ownBoard = computed(() => {
  const csfi = store.machine.value?.protocols.find((one) => one.name === 'csfi')?.address ?? '';
  return csfi.replace(/^0\.0\.0\.0:/, '127.0.0.1:');
});
export const isOwn = computed(
  () =>
    board.value !== '' &&
    board.value.split(':')[1] === ownBoard.value.split(':')[1] &&
    board.value.startsWith('127.'),
);

/** What a board would refuse of what is typed, and what would change. */
export const checked = new Question<{ problem: A.Problem | null; changes: A.GroupChange[] }>(
  async (body, abort) => {
    const answer = await http.calibrate('check', body, abort);
    return { problem: A.problem(answer), changes: A.changes(answer) };
  },
);
export const followEdits = (): (() => void) =>
  effect(() => {
    if (Object.keys(edits.value).length > 0)
      checked.follow({ groups: edits.value, before: framesOf(groups.value) });
    else checked.clear();
  });

function fail(error: unknown): void {
  failure.value = { code: 'failed', ...reasonOf(error), group: null, key: null, place: null };
}

async function doing<T>(what: 'read' | 'write' | 'file', work: () => Promise<T>): Promise<T | null> {
  if (busy.peek()) return null;
  busy.value = what;
  failure.value = null;
  try {
    return await work();
  } catch (error) {
    fail(error);
    return null;
  } finally {
    busy.value = '';
  }
}

/** Values and draft change together: what is typed after the table is drawn stays, whatever comes later. */
async function take(answer: unknown, keep = true): Promise<void> {
  failure.value = A.problem(answer);
  if (failure.value) return;
  batch(() => {
    if (!keep) draft.value = {};
    groups.value = A.groups(answer);
    board.value = String((answer as { board?: string }).board ?? '');
    remarked.value = A.notes(answer);
  });
  await readHistory();
}

/** Values are typed and the board is to be read: they are kept or dropped, as the operator says. */
export const readAsked = signal(false);
export function askRead(): void {
  if (changed.peek() > 0) readAsked.value = true;
  else void read(false);
}
export const read = (keep: boolean): Promise<unknown> =>
  doing('read', async () => {
    readAsked.value = false;
    result.value = null;
    pending.value = null;
    await take(await http.calibrate('read', { board: address.peek().trim(), ...named() }), keep);
  });

const named = (): { name?: string } => (boardName.peek().trim() ? { name: boardName.peek().trim() } : {});

async function readHistory(): Promise<void> {
  const answer = await http.calibrate('history', {
    board: board.peek(),
    ...named(),
    frames: framesOf(groups.peek()),
  });
  history.value = A.copies(answer);
}

export function type(row: { field: A.FieldOf; place: number }, text: string): void {
  draft.value = edit(draft.peek(), row.field, row.place, text);
}
export function undoAll(): void {
  draft.value = {};
  readAsked.value = false;
}

/** Asks the program what would change; the operator sees that and nothing is written yet. */
export const prepare = (wanted: Edits = edits.peek()): Promise<unknown> =>
  doing('write', async () => {
    result.value = null;
    const answer = await http.calibrate('check', { groups: wanted, before: framesOf(groups.peek()) });
    failure.value = A.problem(answer);
    if (!failure.value) pending.value = { id: null, edits: wanted, changes: A.changes(answer) };
  });

const groupOfKey = (key: string): number =>
  groups.peek().find((group) => group.fields.some((field) => field.key === key))?.group ?? 0;
export function prepareRollBack(copy: A.CopyOf): void {
  const changes = new Map<number, A.GroupChange>();
  for (const one of copy.differences) {
    const group = groupOfKey(one.key);
    if (!changes.has(group)) changes.set(group, { group, taken: false, changes: [], differences: [] });
    changes.get(group)!.changes.push({ ...one, first: one.second, second: one.first });
  }
  result.value = null;
  pending.value = {
    id: copy.id,
    edits: {},
    changes: [...changes.values()].sort((a, b) => a.group - b.group),
  };
}

export const write = (): Promise<unknown> =>
  doing('write', async () => {
    const wanted = pending.peek();
    if (!wanted) return;
    pending.value = null;
    const before = framesOf(groups.peek());
    const body = wanted.id ? { id: wanted.id } : { groups: wanted.edits };
    const ask = { board: board.peek(), ...named(), before, ...body };
    let answer = (await http.calibrate('write', ask)) as { taken?: boolean; problem?: string | null };
    let problem = A.problem(answer);
    // Other values than this board was left with: it may be another one.
    if (problem?.code === 'other_board' && window.confirm(told(problem))) {
      answer = (await http.calibrate('write', { ...ask, confirmed: true })) as typeof answer;
      problem = A.problem(answer);
    }
    if (problem) {
      failure.value = problem;
      if (problem.code === 'changed')
        result.value = { taken: false, changed: true, groups: A.changes(answer), problem: null };
      return;
    }
    const unread = answer.problem ? said(answer, 'problem', 'problem_message') : null;
    const outcome = {
      taken: answer.taken === true,
      changed: false,
      groups: A.changes(answer),
      problem: unread,
    };
    const notes = A.notes(answer);
    // What was not taken stays typed, so that it can be tried again; so does what was not written now.
    if (outcome.taken)
      draft.value = Object.fromEntries(
        Object.entries(draft.peek()).filter(([key]) => wanted.id === null && !wanted.edits[groupOfKey(key)]),
      );
    result.value = outcome;
    await take(await http.calibrate('read', { board: board.peek(), ...named() }));
    remarked.value = [...notes, ...remarked.peek()];
  });

const MOST_BYTES = 150 * 1024;
const ENDINGS: Record<string, string> = { csv: 'csv', toml: 'toml', bin: 'bin' };
function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** A file to compare with; it changes nothing that is typed. */
export const loadFile = (chosen: File): Promise<unknown> =>
  doing('file', async () => {
    const format = ENDINGS[chosen.name.split('.').pop()?.toLowerCase() ?? ''];
    if (!format || chosen.size > MOST_BYTES) {
      failure.value = {
        code: format ? 'too_large' : 'ending',
        text: chosen.name,
        message: null,
        group: null,
        key: null,
        place: null,
      };
      return;
    }
    const content =
      format === 'bin'
        ? { base64: base64(new Uint8Array(await chosen.arrayBuffer())) }
        : { text: textOf(new Uint8Array(await chosen.arrayBuffer())) };
    const answer = A.imported(
      await http.calibrate('import', {
        format,
        name: chosen.name,
        frames: framesOf(groups.peek()),
        ...content,
      }),
    );
    remarks.value = { name: chosen.name, errors: answer.errors, marks: answer.marks };
    if (answer.errors.length > 0) return;
    file.value = { name: chosen.name, groups: answer.groups };
    // Without a board the file alone is shown.
    if (groups.peek().length > 0) only.value = 'file';
    const first = answer.groups[0];
    if (first && !answer.groups.some((group) => group.group === shown.peek())) shown.value = first.group;
  });
export function closeFile(): void {
  file.value = null;
  remarks.value = null;
  if (only.peek() === 'file') only.value = 'all';
}
export function useFile(): void {
  if (!file.peek()) return;
  draft.value = takeFile(groups.peek(), draft.peek(), file.peek()!.groups);
  only.value = 'changed';
}

const NAMES: Record<string, string> = { csv: 'config_board.csv', toml: 'board.toml', bin: 'board.bin' };
function offer(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
/** With what is typed. */
export const save = (format: 'csv' | 'toml' | 'bin'): Promise<unknown> =>
  doing('file', async () => {
    const response = await http.calibrateFile({
      format,
      frames: framesOf(groups.peek()),
      groups: edits.peek(),
    });
    if (response instanceof Blob) offer(NAMES[format]!, response);
    else failure.value = A.problem(response);
  });

export function start(): void {
  if (!address.peek() && ownBoard.peek()) address.value = ownBoard.peek();
}
