// JSON of the program into the types of messages.ts: by the program's tables (read.ts), and by hand where a
// screen wants it otherwise than it is sent.

import { message, said } from '../i18n/message';
import type * as M from './messages';
import { ROLES } from './messages';
import { isObject, list, number, read, type Json } from './read';
import type * as Wire from './types';

const object = (value: unknown): Json => (isObject(value) ? value : {});
const text = (value: unknown, otherwise = ''): string => (typeof value === 'string' ? value : otherwise);
const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
const numberOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
const flag = (value: unknown): boolean => value === true;
const numbers = (value: unknown): number[] => list(value).map((entry) => number(entry));
const six = (value: unknown): M.Six => Array.from({ length: 6 }, (_, i) => number(list(value)[i]));
const perLeg = (value: unknown, legs: number): number[] =>
  Array.isArray(value) ? numbers(value) : Array.from({ length: legs }, () => number(value));

const oneOf = <T extends string>(known: readonly T[], value: unknown, otherwise: T): T =>
  known.includes(value as T) ? (value as T) : otherwise;

function cabin(value: Wire.Cabin | null): M.Cabin | null {
  if (!value?.size_mm.every((side) => side > 0)) return null;
  return { size_mm: value.size_mm, eye_mm: value.eye_mm?.every(Number.isFinite) ? value.eye_mm : null };
}

export function machine(value: unknown): M.Machine {
  const m = read<Wire.Machine>('Machine', value);
  const raw = object(value);
  const legs = number(raw['legs'], m.base_joints_mm.length);
  return {
    ...m,
    legs,
    leg_min_mm: perLeg(raw['leg_min_mm'], legs),
    leg_max_mm: perLeg(raw['leg_max_mm'], legs),
    neutral_extension_mm: perLeg(raw['neutral_extension_mm'], legs),
    velocity: m.limits.velocity,
    acceleration: m.limits.acceleration,
    leg_velocity_mm_s: m.limits.leg_velocity_mm_s,
    jog_mm_s: number(m.limits.jog_mm_s, 50),
    ranges: Array.from({ length: 6 }, (_, i) => m.ranges[i] ?? [0, 0]),
    cabin: cabin(m.cabin),
    injections: m.injections.map((one) => ({ ...one, default: number(one.default, 0) })),
    speed: number(m.speed, 1),
  };
}

export const limitHit = (value: unknown): M.LimitHit | null =>
  isObject(value) ? read<M.LimitHit>('LimitHit', value) : null;
export const telemetry = (value: unknown): M.Telemetry => read<M.Telemetry>('Telemetry', value);

function event(e: Json): M.EventLine {
  const one = read<Wire.Event>('Event', e);
  return {
    ...one,
    kind: one.kind || 'log',
    level: oneOf(['error', 'warn', 'info'], e['level'], 'info'),
    silence: number(e['silence']),
    began: e['began'] !== false,
  };
}

function histogram(counts: number[], edges: number[]): M.Histogram | null {
  // One count more than edges: the first is below the first edge, the last above the last.
  const bounds = counts.length === edges.length + 1 ? [0, ...edges] : edges;
  return counts.length > 0 ? { counts, edges: bounds } : null;
}

function host(value: unknown): M.Host {
  const h = read<Wire.Host>('Host', value);
  return { ...h, histogram: histogram(h.histogram, h.histogram_ms) };
}

function loop(l: Json): M.LoopStatistics {
  const one = read<Wire.Loop>('Loop', isObject(l['loop']) ? l['loop'] : l);
  return { ...one, histogram: histogram(one.histogram, one.histogram_us) };
}

export function reply(value: unknown): M.Reply {
  const r = object(value);
  return {
    ...read<Wire.Reply>('Reply', r),
    result: oneOf(['done', 'accepted', 'refused', 'failed'], r['result'], 'failed'),
    reason: text(r['reason'], text(r['error'])),
  };
}

const words = (value: unknown): Record<string, string | null> =>
  Object.fromEntries(Object.entries(object(value)).map(([key, why]) => [key, textOrNull(why)]));

const messages = (value: unknown): M.Legal['messages'] =>
  Object.fromEntries(Object.entries(object(value)).map(([key, why]) => [key, message(why)]));

/** One text frame of the websocket; null when it is none of the messages known here. */
export function decode(frame: string): M.ServerMessage | null {
  let m: unknown;
  try {
    m = JSON.parse(frame);
  } catch {
    return null;
  }
  if (!isObject(m)) return null;
  switch (m['type']) {
    case 'hello':
      return {
        type: 'hello',
        machine: machine(m['machine']),
        now: number(m['now']),
        mono: number(m['mono']),
        console: number(m['console'], 0),
        role: oneOf(ROLES, m['role'], 'engineer'), // a program without roles asks nobody
      };
    case 'machine':
      return { type: 'machine', machine: machine(m['machine']) };
    case 't':
      return { type: 't', telemetry: telemetry(m) };
    case 'ranges':
      return { type: 'ranges', ranges: read<M.Ranges>('Ranges', m) };
    case 'legal':
      return {
        type: 'legal',
        legal: { actions: words(m['actions']), codes: words(m['codes']), messages: messages(m['messages']) },
      };
    case 'event':
      return { type: 'event', event: event(m) };
    case 'hosts':
      return {
        type: 'hosts',
        hosts: list(m['hosts']).map(host),
        listening: list(m['listening']).map((entry) => read<M.Listening>('Listening', entry)),
        consoles: list(m['consoles']).map((entry) => {
          const one = read<Wire.Console>('Console', entry);
          return { ...one, role: oneOf(ROLES, one.role, 'engineer') };
        }),
      };
    case 'loop':
      return { type: 'loop', loop: loop(m) };
    case 'packets':
      return {
        type: 'packets',
        packets: list(m['packets']).map((one) => read<M.Packet>('Packet', one)),
        left_out: number(m['left_out'], 0),
      };
    case 'reply':
      return { type: 'reply', id: number(m['id'], -1), reply: reply(m) };
    default:
      return null;
  }
}

// ---------------------------------------------------------------------------------------------- HTTP answers

export function inputError(value: unknown): M.InputError | null {
  if (typeof value === 'string')
    return { line: null, axis: null, column: null, code: null, text: value, message: null };
  if (!isObject(value)) return null;
  return {
    line: numberOrNull(value['line']),
    axis: numberOrNull(value['axis']),
    column: numberOrNull(value['column']),
    code: textOrNull(value['code']),
    text: text(value['text']),
    message: message(value['message']),
  };
}

function violation(value: unknown): M.Violation | null {
  if (!isObject(value)) return null;
  return {
    time_s: number(value['time_s']),
    what: text(value['what']),
    leg: numberOrNull(value['leg']),
    axis: numberOrNull(value['axis']),
    value: number(value['value']),
    limit: number(value['limit']),
    unit: text(value['unit']),
    text: text(value['text']),
    message: message(value['message']),
  };
}

export function preflight(value: unknown): M.Preflight {
  const p = object(value);
  return {
    passes: flag(p['passes']),
    duration_s: number(p['duration_s']),
    violation: violation(p['violation']),
    largest_scale: number(p['largest_scale']),
    smooth: flag(p['smooth']),
    smoothed: isObject(p['smoothed'])
      ? {
          ...said(p['smoothed']),
          applied: flag(p['smoothed']['applied']),
          tried: p['smoothed']['cut_hz'] !== null,
        }
      : null,
    t: numbers(p['t']),
    pose: list(p['pose']).map(six),
    legs: list(p['legs']).map(numbers),
  };
}

export function previewAnswer(value: unknown): M.PreviewAnswer {
  const error = inputError(object(value)['error']);
  return error ? { error } : { preflight: preflight(value) };
}

export function uploadAnswer(value: unknown): M.UploadAnswer {
  const u = object(value);
  return {
    stored: flag(u['stored']),
    error: inputError(u['error']),
    preflight: isObject(u['preflight']) ? preflight(u['preflight']) : null,
  };
}

export function fileList(value: unknown): M.FileList {
  const f = object(value);
  return {
    folder: text(f['folder']),
    files: list(f['files']).map((entry) => {
      const e = object(entry);
      return {
        name: text(e['name']),
        kind: text(e['kind']),
        size: number(e['size'], 0),
        title: text(e['title']),
        from: text(e['from']),
      };
    }),
    films: list(f['films']).map((entry) => {
      const e = object(entry);
      return {
        number: number(e['number'], 0),
        title: text(e['title']),
        name: text(e['name']),
        video: textOrNull(e['video']),
      };
    }),
  };
}
