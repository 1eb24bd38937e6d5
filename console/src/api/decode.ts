// JSON of the program into the types of messages.ts. A field that is missing or of another kind becomes a value that
// shows as "unknown" (NaN, null, empty) and never one that could be taken for a measurement; a page older or newer
// than the program therefore still shows what both know.

import { message, said } from '../i18n/message';
import * as M from './messages';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const object = (value: unknown): Json => (isObject(value) ? value : {});
const number = (value: unknown, otherwise = NaN): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
const text = (value: unknown, otherwise = ''): string => (typeof value === 'string' ? value : otherwise);
const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const numberOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
const flag = (value: unknown): boolean => value === true;
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const numbers = (value: unknown): number[] => list(value).map((entry) => number(entry));
const counts = (value: unknown): Record<string, number> =>
  Object.fromEntries(Object.entries(object(value)).map(([key, count]) => [key, number(count, 0)]));

const six = (value: unknown): M.Six => {
  const values = numbers(value);
  return Array.from({ length: 6 }, (_, i) => values[i] ?? NaN);
};
const point = (value: unknown): M.Point => {
  const [x = NaN, y = NaN, z = NaN] = numbers(value);
  return [x, y, z];
};
const points = (value: unknown): M.Point[] => list(value).map(point);
const ranges = (value: unknown): M.Range[] =>
  Array.from({ length: 6 }, (_, i) => {
    const [low = 0, high = 0] = numbers(list(value)[i]);
    return [number(low, 0), number(high, 0)];
  });
const perLeg = (value: unknown, legs: number): number[] =>
  Array.isArray(value) ? numbers(value) : Array.from({ length: legs }, () => number(value));

const oneOf = <T extends string>(known: readonly T[], value: unknown, otherwise: T): T =>
  known.includes(value as T) ? (value as T) : otherwise;

function cabin(value: unknown): M.Cabin | null {
  if (!isObject(value)) return null;
  const size = point(value['size_mm']);
  if (!size.every((side) => side > 0)) return null;
  const eye = point(value['eye_mm']);
  return { size_mm: size, eye_mm: eye.every(Number.isFinite) ? eye : null };
}

export function machine(value: unknown): M.Machine {
  const m = object(value);
  const base = points(m['base_joints_mm']);
  const legs = number(m['legs'], base.length);
  const limits = object(m['limits']);
  return {
    platform: text(m['platform']),
    simulated: flag(m['simulated']),
    legs,
    rotary: m['rotary'] !== null && m['rotary'] !== undefined && m['rotary'] !== false,
    revision: number(m['revision'], 0),
    base_joints_mm: base,
    platform_joints_mm: points(m['platform_joints_mm']),
    platform_neutral_mm: point(m['platform_neutral_mm']),
    leg_min_mm: perLeg(m['leg_min_mm'], legs),
    leg_max_mm: perLeg(m['leg_max_mm'], legs),
    stroke_mm: number(m['stroke_mm']),
    neutral_extension_mm: perLeg(m['neutral_extension_mm'], legs),
    velocity: six(limits['velocity']),
    acceleration: six(limits['acceleration']),
    leg_velocity_mm_s: number(limits['leg_velocity_mm_s']),
    jog_mm_s: number(limits['jog_mm_s'], 50),
    ranges: ranges(m['ranges']),
    cabin: cabin(m['cabin']),
    payload_kg: number(m['payload_kg']),
    relays: number(m['relays'], 0),
    outputs: number(m['outputs'], 0),
    inputs: number(m['inputs'], 0),
    protocols: list(m['protocols']).map((p) => ({ name: text(object(p)['name']), address: text(object(p)['address']) })),
    injections: list(m['injections']).map((i) => ({
      name: text(object(i)['name']),
      per_leg: flag(object(i)['per_leg']),
      value: text(object(i)['value']),
      default: number(object(i)['default'], 0),
    })),
    version: text(m['version']),
    speed: number(m['speed'], 1),
  };
}

export function limitHit(value: unknown): M.LimitHit | null {
  if (!isObject(value)) return null;
  return {
    what: text(value['what']),
    leg: numberOrNull(value['leg']),
    axis: numberOrNull(value['axis']),
    asked: number(value['asked']),
    allowed: number(value['allowed']),
    unit: text(value['unit']),
    text: text(value['text']),
    message: message(value['message']),
  };
}

function faultNow(value: unknown): M.FaultNow | null {
  if (!isObject(value)) return null;
  return {
    name: text(value['name']),
    code: number(value['code'], 0),
    leg: numberOrNull(value['leg']),
    value: number(value['value']),
    limit: number(value['limit']),
    unit: text(value['unit']),
    text: text(value['text']),
    message: message(value['message']),
  };
}

function cueNow(value: unknown): M.CueNow | null {
  if (!isObject(value)) return null;
  return {
    active: flag(value['active']),
    vehicle_rate: point(value['vehicle_rate']),
    vehicle_acceleration: point(value['vehicle_acceleration']),
    felt_rate: point(value['felt_rate']),
    felt_force: point(value['felt_force']),
    tilt_rate: number(value['tilt_rate']),
    predictive: number(value['predictive']),
    fallbacks: number(value['fallbacks'], 0),
    tuned: number(value['tuned'], 0),
    effect_share: number(value['effect_share']),
    effects: list(value['effects']).map(textOrNull),
  };
}

export function telemetry(t: Json): M.Telemetry {
  const rotary = isObject(t['rotary'])
    ? { angle: number(t['rotary']['angle']), speed: number(t['rotary']['speed']) }
    : null;
  return {
    tick: number(t['tick'], 0),
    time: number(t['time'], 0),
    mono: number(t['mono']),
    state: oneOf(M.STATES, t['state'], 'init'),
    before: oneOf(M.STATES, t['before'], 'init'),
    program: oneOf(M.PROGRAMS, t['program'], 'none'),
    driver: textOrNull(t['driver']),
    driver_is_operator: flag(t['driver_is_operator']),
    silence: number(t['silence']),
    timeout: number(t['timeout']),
    pose: six(t['pose']),
    valid: flag(t['valid']),
    commanded: six(t['commanded']),
    target: six(t['target']),
    velocity: six(t['velocity']),
    ext: numbers(t['ext']),
    vel: numbers(t['vel']),
    torque: numbers(t['torque']),
    current: numbers(t['current']),
    voltage: numbers(t['voltage']),
    err: numbers(t['err']),
    enabled: number(t['enabled'], 0),
    limit: limitHit(t['limit']),
    zeroed: flag(t['zeroed']),
    moving: flag(t['moving']),
    clamped: flag(t['clamped']),
    barred: flag(t['barred']),
    host_lost: flag(t['host_lost']),
    button: flag(t['button']),
    progress: number(t['progress'], 0),
    path_time: number(t['path_time']),
    override: number(t['override'], 1),
    why_not: textOrNull(t['why_not']),
    why_code: textOrNull(t['why_code']),
    step_on: flag(t['step_on']),
    why_not_step_on: textOrNull(t['why_not_step_on']),
    step_on_code: textOrNull(t['step_on_code']),
    fault: faultNow(t['fault']),
    relays: number(t['relays'], 0),
    outputs: number(t['outputs'], 0),
    inputs: number(t['inputs'], 0),
    rotary,
    injected: list(t['injected']).map((entry) => text(entry)),
    cue: cueNow(t['cue']),
  };
}

function event(e: Json): M.EventLine {
  const level = text(e['level'], 'info');
  return {
    time: number(e['time'], 0),
    t: number(e['t']),
    kind: text(e['kind'], 'log'),
    level: level === 'error' || level === 'warn' ? level : 'info',
    text: text(e['text']),
    message: message(e['message']),
    code: textOrNull(e['code']),
    from: textOrNull(e['from']),
    to: textOrNull(e['to']),
    cause: textOrNull(e['cause']),
    driver: textOrNull(e['driver']),
    silence: number(e['silence']),
    fault: faultNow(e['fault']),
    limit: limitHit(e['limit']),
    began: e['began'] !== false,
    past: flag(e['past']),
  };
}

function histogram(counted: unknown, edges: unknown): M.Histogram | null {
  const values = numbers(counted);
  const bounds = numbers(edges);
  // One count more than edges: the first is below the first edge, the last above the last.
  if (values.length === bounds.length + 1) bounds.unshift(0);
  return values.length > 0 ? { counts: values, edges: bounds } : null;
}

function host(value: unknown): M.Host {
  const h = object(value);
  return {
    protocol: text(h['protocol']),
    address: text(h['address']),
    rate_hz: number(h['rate_hz']),
    jitter_ms: number(h['jitter_ms']),
    lost: number(h['lost'], 0),
    dropped: counts(h['dropped']),
    received: number(h['received'], 0),
    silent_s: number(h['silent_s']),
    told: list(h['told']).map((entry) => said(entry)),
    histogram: histogram(h['histogram'], h['histogram_ms']),
  };
}

function loop(l: Json): M.LoopStatistics {
  const inner = isObject(l['loop']) ? l['loop'] : l;
  return {
    rate_hz: number(inner['rate_hz']),
    p99_us: number(inner['p99_us']),
    max_us: number(inner['max_us']),
    overruns: number(inner['overruns'], 0),
    slipped: number(inner['slipped'], 0),
    ticks: number(inner['ticks'], 0),
    step_p99_us: number(inner['step_p99_us']),
    step_max_us: number(inner['step_max_us']),
    histogram: histogram(inner['histogram'], inner['histogram_us']),
  };
}

function packet(value: unknown): M.Packet {
  const p = object(value);
  return {
    time: number(p['time'], 0),
    protocol: text(p['protocol']),
    direction: p['direction'] === 'out' ? 'out' : 'in',
    peer: text(p['peer']),
    size: number(p['size'], 0),
    hex: text(p['hex']),
    text: text(p['text']),
    verdict: textOrNull(p['verdict']),
  };
}

export function reply(value: unknown): M.Reply {
  const r = object(value);
  return {
    result: oneOf(['done', 'accepted', 'refused', 'failed'], r['result'], 'failed'),
    reason: text(r['reason'], text(r['error'])),
    message: message(r['message']),
    code: textOrNull(r['code']),
    state: text(r['state']),
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
      return { type: 'hello', machine: machine(m['machine']), now: number(m['now']), mono: number(m['mono']), console: number(m['console'], 0) };
    case 'machine':
      return { type: 'machine', machine: machine(m['machine']) };
    case 't':
      return { type: 't', telemetry: telemetry(m) };
    case 'ranges':
      return { type: 'ranges', ranges: { pose: six(m['pose']), ranges: ranges(m['ranges']) } };
    case 'legal':
      return { type: 'legal', legal: { actions: words(m['actions']), codes: words(m['codes']), messages: messages(m['messages']) } };
    case 'event':
      return { type: 'event', event: event(m) };
    case 'hosts':
      return {
        type: 'hosts',
        hosts: list(m['hosts']).map(host),
        listening: list(m['listening']).map((entry) => ({
          protocol: text(object(entry)['protocol']),
          address: text(object(entry)['address']),
          dropped: counts(object(entry)['dropped']),
        })),
      };
    case 'loop':
      return { type: 'loop', loop: loop(m) };
    case 'packets':
      return { type: 'packets', packets: list(m['packets']).map(packet), left_out: number(m['left_out'], 0) };
    case 'reply':
      return { type: 'reply', id: number(m['id'], -1), reply: reply(m) };
    default:
      return null;
  }
}

// ------------------------------------------------------------------------------------------------ HTTP answers

export function inputError(value: unknown): M.InputError | null {
  if (typeof value === 'string') return { line: null, axis: null, column: null, code: null, text: value, message: null };
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
    smoothed: isObject(p['smoothed'])
      ? { ...said(p['smoothed']), applied: flag(p['smoothed']['applied']) }
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
      return { name: text(e['name']), kind: text(e['kind']), size: number(e['size'], 0), title: text(e['title']), from: text(e['from']) };
    }),
    films: list(f['films']).map((entry) => {
      const e = object(entry);
      return { number: number(e['number'], 0), title: text(e['title']), name: text(e['name']), video: textOrNull(e['video']) };
    }),
  };
}
