// The page's one draft and its questions, wired together. It knows the program's routes under /api/verify and
// no other.

import { computed, effect, signal } from '@preact/signals';
import { http, store } from '../state/app';
import type { Six } from '../api/messages';
import * as A from './answers';
import {
  cleared,
  createEditor,
  fileName,
  isBad,
  numberOf,
  plainName,
  projectOf,
  rowOf,
  setOf,
  withSet,
  type Draft,
  type End,
  type Texts,
} from './draft';
import { reasonOf } from '../api/http';
import { t } from '../i18n';
import type { Said } from '../i18n/message';
import { Question } from './question';

export const DEFAULT_PRESET = 'allcontroller-1200';

const KEPT = 'hexad.verify';
/** What was being edited when the page was left or loaded anew. */
function kept(): Draft | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? 'null') as Partial<Draft> | null;
    const empty = cleared();
    const keys = Object.keys(empty) as (keyof Draft)[];
    // Of an older page, which had no such field, or of another hand: whole or not at all.
    if (!found || !keys.every((key) => found[key] === undefined || typeof found[key] === typeof empty[key]))
      return null;
    return { ...empty, ...found, items: { ...empty.items, ...found.items } };
  } catch {
    return null;
  }
}

const before = kept();
/** There is something to compute: a kept draft, or the defaults, or word that there are none. */
export const begun = signal(before !== null);
export const editor = createEditor(before ?? cleared());
export const { draft } = editor;
export const set = computed(() => setOf(draft.value));

export const pose = new Question<A.PoseAnswer>(async (body, signal) =>
  A.poseAnswer(await http.verify('pose', body, signal)),
);
export const presets = signal<A.Preset[]>([]);
/** The last file that was read, when there is something to say about it. */
export const fileReport = signal<{ name: string; errors: A.Remark[]; marks: A.Remark[] } | null>(null);
export const notice = signal<Said | string>('');
/** What went well, in a word that goes by itself. */
export type Done = 'loaded' | 'loaded_csv' | 'saved' | 'running' | 'board' | 'identified';
export const done = signal<{ what: Done; name: string } | null>(null);
export function said(what: Done, name: string): void {
  notice.value = '';
  done.value = { what, name };
}
export const chosen = signal<{ end: End; leg: number } | null>(null);

/** What the typed pose or legs come to; null while a field holds no number. */
export const poseRequest = computed(() => {
  const now = draft.value;
  const [velocity, acceleration] = [rowOf(now, 'velocity'), rowOf(now, 'acceleration')];
  const given = rowOf(now, now.given === 'pose' ? 'pose' : 'extensions');
  if (!set.value || !velocity || !acceleration || !given || isBad(now.rotary)) return null;
  const which = now.given === 'pose' ? 'pose' : 'extensions';
  return { set: set.value, [which]: given, velocity, acceleration, rotary: numberOf(now.rotary) };
});

const shortened = (value: number): string => (Number.isFinite(value) ? String(+value.toFixed(4) + 0) : '');
const NONE: Texts = ['', '', '', '', '', ''];
/** What is computed is of an earlier draft: a field holds no number now. */
export const outdated = computed(() => poseRequest.value === null);
/** The fields that follow: legs where a pose is typed, a pose where legs are. Empty where there is none. */
export const followed = computed<Texts | null>(() => {
  const answer = pose.state.value.answer;
  if (!answer) return null;
  const values = draft.value.given === 'pose' ? answer.extensions : answer.pose;
  return values ? NONE.map((_, i) => (i < values.length ? shortened(values[i]!) : '')) : NONE;
});
export const shownPose = computed<Six | null>(() => pose.state.value.answer?.pose ?? null);

export function useLegs(extensions: number[]): void {
  editor.edit({
    ...draft.peek(),
    given: 'legs',
    extensions: Array.from({ length: 6 }, (_, i) => shortened(extensions[i] ?? 0)),
  });
}
export function usePose(values: Six): void {
  editor.edit({ ...draft.peek(), given: 'pose', pose: values.map(shortened) });
}

/** zero, mid, top, 1236: the program says what legs that is. */
export async function usePreset(name: string): Promise<void> {
  if (!set.peek()) return;
  try {
    const answer = A.poseAnswer(await http.verify('pose', { set: set.peek(), preset: name }));
    if (answer.extensions) useLegs(answer.extensions);
    notice.value = '';
  } catch (error) {
    fail(error);
  }
}

export function fail(error: unknown): void {
  notice.value = reasonOf(error);
}

export async function readPresets(): Promise<void> {
  try {
    presets.value = A.presets(await http.verify('presets'));
    const first = presets.value.find((preset) => preset.name === DEFAULT_PRESET) ?? presets.value[0];
    // Only an untouched page gets defaults by itself.
    if (first && !before && editor.past.peek().length === 0 && draft.peek().project === '')
      editor.draft.value = withSet(cleared(first.name), first.set);
  } catch (error) {
    fail(error);
  } finally {
    begun.value = true;
  }
}

export function loadPreset(name: string): void {
  const preset = presets.peek().find((one) => one.name === name);
  if (!preset) return;
  fileReport.value = null;
  editor.edit({
    ...withSet(cleanSlate(), preset.set),
    project: preset.name,
    notes: preset.description,
  });
  said('loaded', preset.name);
}

/** What a whole set is put into: nothing of another machine stays, but for the pose that is looked at. */
export const cleanSlate = (): Draft => {
  const { given, pose, velocity, acceleration, extensions, rotary } = draft.peek();
  return { ...cleared(), given, pose, velocity, acceleration, extensions, rotary };
};

/** A file that cannot be read leaves everything as it was. */
export async function loadFile(name: string, text: string): Promise<void> {
  const whole = name.toLowerCase().endsWith('.toml');
  try {
    const answer = A.projectAnswer(
      await http.verify(whole ? 'toml' : 'csv', whole ? { text, name } : { text }),
    );
    if ('error' in answer) {
      notice.value = answer.error;
      return;
    }
    fileReport.value = { name, errors: answer.errors, marks: answer.marks };
    if (!answer.set) return;
    if (whole)
      editor.edit({
        ...withSet(cleanSlate(), answer.set),
        project: answer.name || projectOf(name),
        notes: answer.notes,
      });
    else editor.edit({ ...withSet(draft.peek(), answer.set), project: projectOf(name) });
    said(whole ? 'loaded' : 'loaded_csv', name);
  } catch (error) {
    fileReport.value = null;
    fail(error);
  }
}

export async function saveFile(format: 'csv' | 'toml'): Promise<void> {
  if (!set.peek()) return;
  const { project, notes } = draft.peek();
  const name = format === 'csv' ? fileName(project) : `${plainName(project)}.toml`;
  try {
    const answer =
      format === 'csv'
        ? await http.verify('csv/save', { set: set.peek() })
        : await http.verify('toml/save', { set: set.peek(), name: project, notes });
    download(name, A.savedText(answer));
    said('saved', name);
  } catch (error) {
    fail(error);
  }
}

/** The machine that runs, as it is now: with what was written to its board. */
export async function loadRunning(): Promise<void> {
  try {
    const answer = A.runningAnswer(await http.verify('running'));
    fileReport.value = null;
    editor.edit({
      ...withSet(cleanSlate(), answer.set),
      project: `${answer.name} (${t('verify.running.as')})`,
    });
    said('running', answer.name);
  } catch (error) {
    fail(error);
  }
}

/** A table as CSV or as a workbook; `name` without its ending. */
export async function saveTable(format: 'csv' | 'xlsx', name: string, text: string): Promise<void> {
  if (format === 'csv') return download(`${name}.csv`, text);
  try {
    const book = await http.xlsx(name, text);
    if (book instanceof Blob) download(`${name}.xlsx`, book);
  } catch (error) {
    fail(error);
  }
}

export function download(name: string, content: string | Blob): void {
  const blob = content instanceof Blob ? content : new Blob([content], { type: 'text/csv;charset=utf-8' });
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

let asked = 0;
/** Joints from elsewhere: circles, or another frame. Of one source typed on in, one step of undo. */
export async function takeJoints(route: 'circle' | 'shift', body: unknown, field = ''): Promise<void> {
  const mine = ++asked;
  try {
    const answer = A.joints(await http.verify(route, body));
    if (mine !== asked) return; // something newer was typed meanwhile
    if ('error' in answer) {
      notice.value = answer.error;
      return;
    }
    notice.value = '';
    editor.edit(withSet(draft.peek(), answer), field);
  } catch (error) {
    fail(error);
  }
}

/** Every value 0, no mark, no colour. */
export function clearAll(): void {
  fileReport.value = null;
  notice.value = '';
  chosen.value = null;
  done.value = null;
  // Without its name: the project that is kept is not cleared with the page.
  editor.edit(cleared());
}

/** Asks while the page is shown, and again when the line has come back. */
export function work(): () => void {
  const undo = [
    effect(() => {
      const live = store.live.value;
      if (live && presets.peek().length === 0) void readPresets();
      if (begun.value && poseRequest.value) pose.follow(poseRequest.value);
    }),
    effect(() => {
      const now = draft.value;
      if (editor.past.value.length === 0) return;
      try {
        localStorage.setItem(KEPT, JSON.stringify(now));
      } catch {
        // A browser that keeps nothing.
      }
    }),
  ];
  return () => undo.forEach((end) => end());
}
