// Projects that the program keeps: listed by name, loaded when a known name is typed, written a moment after
// the last key. A project that was changed elsewhere meanwhile is never overwritten unasked.

import { effect, signal } from '@preact/signals';
import { http } from '../state/app';
import { reasonOf } from '../api/http';
import type { Said } from '../i18n/message';
import * as A from './answers';
import { setOf, withSet, type Draft } from './draft';
import { begun, cleanSlate, draft, editor, fail, fileReport, notice, presets, said } from './editor';

const PAUSE_MS = 700;

export interface Listed {
  name: string;
  changed: string;
}
export const projects = signal<Listed[]>([]);
/** Whether what is on the page is kept by the program; why not. */
export type Keeping = 'none' | 'preset' | 'kept' | 'keeping' | 'changed' | 'failed';
export const keeping = signal<Keeping>('none');
export const unkept = signal<Said | null>(null);
/** The name is being typed: nothing is kept under half a name. */
const naming = signal<string | null>(null);

/** By name: which state of it this browser has seen last, also before the page was loaded anew. */
const SEEN = 'hexad.verify.seen';
const MOST_SEEN = 50;
const revisions = new Map<string, string>(
  (() => {
    try {
      const found = JSON.parse(localStorage.getItem(SEEN) ?? '[]') as [string, string][];
      return Array.isArray(found) ? found : [];
    } catch {
      return [];
    }
  })(),
);
function see(name: string, revision: string | null): void {
  revisions.delete(name);
  if (revision !== null) revisions.set(name, revision);
  try {
    localStorage.setItem(SEEN, JSON.stringify([...revisions].slice(-MOST_SEEN)));
  } catch {
    // A browser that keeps nothing: after a reload it is asked before a project is overwritten.
  }
}

const keyOf = (now: Draft): string => {
  const set = setOf(now);
  return set ? JSON.stringify([now.project, now.notes, set]) : '';
};
/** What is kept, or came from somewhere and was not changed since. */
let settled = '';

export async function readProjects(): Promise<void> {
  try {
    projects.value = A.projectList(await http.verify('projects'));
  } catch {
    // Without the list names are typed whole; what fails is said when something is kept.
  }
}

const isPreset = (name: string): boolean => presets.peek().some((one) => one.name === name);
const isKnown = (name: string): boolean => projects.peek().some((one) => one.name === name);

/** What is on the page now is as good as kept: it was just loaded. */
export function settle(kept: boolean): void {
  settled = keyOf(draft.peek());
  keeping.value = kept ? 'kept' : 'none';
  unkept.value = null;
}

export async function openProject(name: string): Promise<void> {
  try {
    const answer = A.projectAnswer(await http.verify('project/load', { name }));
    if ('error' in answer) {
      notice.value = answer.error;
      return;
    }
    if (answer.errors.length > 0 || !answer.set) {
      fileReport.value = { name, errors: answer.errors, marks: [] };
      return;
    }
    see(name, answer.revision);
    fileReport.value = answer.marks.length > 0 ? { name, errors: [], marks: answer.marks } : null;
    editor.edit({ ...withSet(cleanSlate(), answer.set), project: name, notes: answer.notes });
    settle(true);
    said('loaded', name);
  } catch (error) {
    fail(error);
  }
}

/** The name under which somebody else has written. */
let contested = '';

async function keep(forced: boolean): Promise<void> {
  const now = draft.peek();
  const set = setOf(now);
  if (!set) return;
  const name = now.project.trim();
  const key = keyOf(now);
  keeping.value = 'keeping';
  try {
    const answer = A.keptAnswer(
      await http.verify('project/save', {
        name,
        notes: now.notes,
        set,
        revision: revisions.get(name) ?? '',
        forced,
      }),
    );
    if ('error' in answer) {
      unkept.value = answer.error;
      keeping.value = answer.error.code === 'changed' ? 'changed' : 'failed';
      contested = name;
      return;
    }
    see(name, answer.revision);
    settled = key;
    unkept.value = null;
    keeping.value = 'kept';
    if (!isKnown(name)) void readProjects();
  } catch (error) {
    unkept.value = reasonOf(error);
    keeping.value = 'failed';
  }
}
export const overwrite = (): Promise<void> => keep(true);
export const keepAgain = (): Promise<void> => keep(false);

export async function removeProject(name: string): Promise<void> {
  try {
    const answer = await http.verify('project/remove', { name });
    projects.value = A.projectList(answer);
    see(name, null);
    if (draft.peek().project.trim() === name) settle(false);
  } catch (error) {
    fail(error);
  }
}

/** From the first key in the name's field until it is left. */
export function typeName(text: string): void {
  if (naming.peek() === null) naming.value = draft.peek().project;
  editor.project(text);
}
/** A name that is known is that project; another one is a new project with what is on the page. */
export async function leaveName(): Promise<void> {
  editor.settle();
  const before = naming.peek();
  naming.value = null;
  const name = draft.peek().project.trim();
  if (before === null || name === before.trim()) return;
  if (!isKnown(name)) await readProjects();
  if (!isKnown(name)) return;
  // Undo then leads to what was here, under the name it had.
  editor.draft.value = { ...draft.peek(), project: before };
  await openProject(name);
}

/** Keeps what is typed while the page is shown. */
export function keepProjects(): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const undo = effect(() => {
    const now = draft.value;
    if (timer) clearTimeout(timer);
    timer = null;
    if (!begun.value || naming.value !== null || editor.past.value.length === 0) return;
    const key = keyOf(now);
    const name = now.project.trim();
    if (key === '' || key === settled || name === '') return;
    // A platform that comes with the program is nobody's project: it wants a name of its own.
    if (isPreset(name)) {
      keeping.value = 'preset';
      return;
    }
    // Under another name nobody stands in the way.
    if (keeping.peek() === 'changed' && name === contested) return;
    keeping.value = 'keeping';
    timer = setTimeout(() => void keep(false), PAUSE_MS);
  });
  return () => {
    undo();
    // Whoever leaves the page within the pause has typed it all the same.
    if (timer) {
      clearTimeout(timer);
      void keep(false);
    }
  };
}
