// What GET /api/accept answers, as the page uses it. Written by the program itself: shapes are trusted,
// absence is not.

import { said, type Said } from '../i18n/message';

export type Phase = 'none' | 'running' | 'cancelling' | 'done' | 'ended';
const PHASES: readonly Phase[] = ['none', 'running', 'cancelling', 'done', 'ended'];

export interface BoundOf {
  bound: string; // "<= 0.5"
  kept: boolean;
  source: string;
}
export interface FigureOf {
  name: string;
  value: number; // NaN: not measured
  unit: string;
  bounds: BoundOf[];
}
export interface TestOf {
  name: string;
  notMeasured: Said | null;
  figures: FigureOf[];
}
export interface ResultOf {
  verdict: Said;
  passes: boolean;
  bounds: number;
  broken: number;
  unused: string[];
  tests: TestOf[];
}
export interface ReportOf {
  name: string;
  address: string;
  date: string;
  quick: boolean;
  passes: boolean;
  bounds: number;
  broken: number;
  tests: string[];
}
export interface Acceptance {
  state: Phase;
  tests: string[]; // that there are
  chosen: string[];
  quick: boolean;
  against: string | null;
  test: number; // which of the chosen runs, from 1; NaN: none yet
  left_s: number; // about how much longer; NaN: not known
  lines: Said[];
  reason: Said | null;
  report: string | null;
  result: ResultOf | null;
  reports: ReportOf[];
}

type Json = Record<string, unknown>;
const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
const number = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : NaN;
const texts = (value: unknown): string[] => list(value).map(text);

function figure(value: unknown): FigureOf {
  const one = object(value);
  return {
    name: text(one['name']),
    value: number(one['value']),
    unit: text(one['unit']),
    bounds: list(one['bounds'])
      .map(object)
      .map((bound) => ({
        bound: text(bound['bound']),
        kept: bound['kept'] === true,
        source: text(bound['source']),
      })),
  };
}

function result(value: unknown): ResultOf | null {
  if (value === null || typeof value !== 'object') return null;
  const one = object(value);
  return {
    verdict: said(one, 'verdict', 'verdict_message'),
    passes: one['passes'] === true,
    bounds: number(one['bounds']),
    broken: number(one['broken']),
    unused: texts(one['bounds_without_figure']),
    tests: list(one['tests'])
      .map(object)
      .map((test) => ({
        name: text(test['name']),
        notMeasured: test['not_measured'] ? said(test, 'not_measured') : null,
        figures: list(test['figures']).map(figure),
      })),
  };
}

export function acceptance(value: unknown): Acceptance {
  const one = object(value);
  return {
    state: PHASES.find((phase) => phase === one['state']) ?? 'none',
    tests: list(one['tests']).map((test) => text(object(test)['name'])),
    chosen: texts(one['chosen']),
    quick: one['quick'] === true,
    against: textOrNull(one['against']),
    test: number(one['test']),
    left_s: number(one['left_s']),
    lines: list(one['lines']).map((line) => said(line)),
    reason: one['reason'] ? said(one, 'reason') : null,
    report: textOrNull(one['report']),
    result: result(one['result']),
    reports: list(one['reports'])
      .map(object)
      .map((report) => ({
        name: text(report['name']),
        // Only what this program serves: an address is never a script.
        address: text(report['address']).startsWith('/accept/') ? text(report['address']) : '',
        date: text(report['date']),
        quick: report['quick'] === true,
        passes: report['passes'] === true,
        bounds: number(report['bounds']),
        broken: number(report['broken']),
        tests: texts(report['tests']),
      })),
  };
}

/** As the report writes it. */
export function figureText(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) < 5e-6) return '0';
  return Math.abs(value) < 0.1 ? value.toFixed(5) : String(Number(value.toPrecision(5)));
}

export const holds = (one: FigureOf): boolean => one.bounds.every((bound) => bound.kept);
export const isRunning = (state: Phase): boolean => state === 'running' || state === 'cancelling';
