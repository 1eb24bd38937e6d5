// What the program says of the commissioning that runs or ran last, and what is asked of it. Whoever looks sees the
// same; the leg moves only by the button of this page, beat by beat, as single legs by hand do.

import { computed, signal } from '@preact/signals';
import { reasonOf } from '../api/http';
import { said, type Said } from '../i18n/message';
import { commands, held as beat, http, store } from '../state/app';
import { HoldToRun } from '../state/hold_to_run';

const LOOK_MS = 250;

export const FIGURES = [
  'scale',
  'delay_ms',
  'following_mm',
  'backlash_mm',
  'friction_n',
  'load_nm',
  'slip_mm',
  'switched_mm',
] as const;
export type FigureName = (typeof FIGURES)[number];

export interface LegOf {
  leg: number;
  complete: boolean;
  wrong: boolean;
  figures: Record<FigureName, number>; // NaN: not known
  findings: { said: Said; wrong: boolean }[];
}
export interface ReportOf {
  name: string;
  address: string;
  date: string;
  passes: boolean;
  wrong: number;
  legs: number;
}
export interface Commission {
  state: 'none' | 'running' | 'done' | 'ended';
  stage: string;
  leg: number; // NaN: none
  toDo: Said | null;
  refused: Said | null;
  reason: Said | null;
  verdict: Said | null;
  passes: boolean;
  now: Record<string, number | boolean>;
  results: LegOf[];
  suggested: string;
  report: string | null;
  reports: ReportOf[];
}

type Json = Record<string, unknown>;
const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const number = (value: unknown): number => (typeof value === 'number' ? value : NaN);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const saidOrNull = (value: unknown): Said | null => (value ? said(value) : null);

export function commission(value: unknown): Commission {
  const one = object(value);
  const state = (['running', 'done', 'ended'] as const).find((name) => name === one['state']) ?? 'none';
  return {
    state,
    stage: text(one['stage']),
    leg: number(one['leg']),
    toDo: saidOrNull(one['to_do']),
    refused: saidOrNull(one['refused']),
    reason: saidOrNull(one['reason']),
    verdict: saidOrNull(one['verdict']),
    passes: one['passes'] === true,
    now: object(one['now']) as Record<string, number | boolean>,
    results: list(one['results'])
      .map(object)
      .map((leg) => ({
        leg: number(leg['leg']),
        complete: leg['complete'] === true,
        wrong: leg['wrong'] === true,
        figures: Object.fromEntries(
          FIGURES.map((name) => [name, number(object(leg['figures'])[name])]),
        ) as Record<FigureName, number>,
        findings: list(leg['findings']).map((line) => ({
          said: said(line),
          wrong: object(line)['wrong'] === true,
        })),
      })),
    suggested: text(one['suggested']),
    report: text(one['report']) || null,
    reports: list(one['reports'])
      .map(object)
      .map((report) => ({
        name: text(report['name']),
        // Only what this program serves: an address is never a script.
        address: text(report['address']).startsWith('/commission/') ? text(report['address']) : '',
        date: text(report['date']),
        passes: report['passes'] === true,
        wrong: number(report['wrong']),
        legs: number(report['legs']),
      })),
  };
}

export const now = signal<Commission | null>(null);
export const running = computed(() => now.value?.state === 'running');
export const failure = signal<Said | null>(null);
export const busy = signal(false);
export const held = signal(false);

async function ask(what: () => Promise<unknown>): Promise<void> {
  if (busy.peek()) return;
  busy.value = true;
  failure.value = null;
  try {
    now.value = commission(await what());
  } catch (error) {
    failure.value = reasonOf(error);
  } finally {
    busy.value = false;
  }
}

export type Route = '' | '/answer' | '/next' | '/repeat' | '/cancel';
export const tell = (route: Route, body: unknown = {}): Promise<void> =>
  ask(() => http.commission(route, body));

export const hold = new HoldToRun<null>({
  repeat: (_, press) => {
    if (!store.live.peek()) return hold.stop();
    held.value = true;
    void commands.send(beat({ action: 'commission' }, press)).then((reply) => {
      if (!reply || reply.result === 'refused') hold.stop();
    });
  },
  // Nothing is sent: without beats the core ends it.
  end: () => (held.value = false),
});

/** Looks again and again while the page is shown. */
export function follow(): () => void {
  let ended = false;
  const look = async () => {
    try {
      const answer = commission(await http.commission(''));
      if (!ended && !busy.peek()) now.value = answer;
    } catch {
      // That the program is gone is said by the bar above.
    }
    if (!ended) setTimeout(() => void look(), LOOK_MS);
  };
  void look();
  return () => {
    ended = true;
    hold.stop();
  };
}
