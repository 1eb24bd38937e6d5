// What the program says and takes, as this page uses it: the program's own tables (types.ts), and what the
// page makes of some of them. Millimetres, degrees, seconds, N, Nm, A, V. A pose is [X, Y, Z, RX, RY, RZ]
// from neutral, R = Rz·Ry·Rx.

import type { Message, Said } from '../i18n/message';
import type * as Wire from './types';
import type { Point, Range, Ranges, Six, Telemetry } from './types';

export * from './types';
export type FaultNow = Wire.Fault;
export type CueNow = Wire.Cue;

export const AXES = ['X', 'Y', 'Z', 'RX', 'RY', 'RZ'] as const;
export interface Cabin {
  size_mm: Point;
  eye_mm: Point | null;
}

export type Injection = Pick<Wire.Injection, 'name' | 'per_leg' | 'value' | 'default'>;

/** As it is sent, with what is drawn by leg a number each, and the limits flat. */
export interface Machine
  extends Omit<Wire.Machine, 'leg_min_mm' | 'leg_max_mm' | 'ranges' | 'cabin' | 'injections'> {
  leg_min_mm: number[];
  leg_max_mm: number[];
  velocity: Six;
  acceleration: Six;
  leg_velocity_mm_s: number;
  jog_mm_s: number;
  ranges: Range[];
  cabin: Cabin | null;
  injections: Injection[];
}

export interface EventLine extends Omit<Wire.Event, 'silence' | 'began' | 'level'> {
  level: 'info' | 'warn' | 'error';
  silence: number;
  began: boolean;
}

export interface Histogram {
  counts: number[];
  edges: number[]; // one more than counts, or as many: lower edges
}

export interface Host extends Omit<Wire.Host, 'histogram'> {
  histogram: Histogram | null;
}
export interface LoopStatistics extends Omit<Wire.Loop, 'histogram'> {
  histogram: Histogram | null;
}

export type Result = 'done' | 'accepted' | 'refused' | 'failed';
export interface Reply extends Omit<Wire.Reply, 'result'> {
  result: Result;
}

export interface Legal {
  actions: Record<string, string | null>;
  codes: Record<string, string | null>;
  messages: Record<string, Message | null>;
}

/** Who somebody at the console is; each may do what those before it may. */
export const ROLES = ['viewer', 'operator', 'engineer'] as const;
export type Role = (typeof ROLES)[number];
/** A page that is connected. */
export type ConsolePage = Omit<Wire.Console, 'role'> & { role: Role };

export type ServerMessage =
  | { type: 'hello'; machine: Machine; now: number; mono: number; console: number; role: Role }
  | { type: 'machine'; machine: Machine }
  | { type: 't'; telemetry: Telemetry }
  | { type: 'ranges'; ranges: Ranges }
  | { type: 'legal'; legal: Legal }
  | { type: 'event'; event: EventLine }
  | { type: 'hosts'; hosts: Host[]; listening: Wire.Listening[]; consoles: ConsolePage[] }
  | { type: 'loop'; loop: LoopStatistics }
  | { type: 'packets'; packets: Wire.Packet[]; left_out: number }
  | { type: 'reply'; id: number; reply: Reply };

/** The whole tuning, always: null is the preset's own. */
export type CueingOrder = {
  action: 'cueing';
  preset: string;
  engine: string;
  input: string;
  gain: (number | null)[];
  high_pass: (number | null)[];
  tilt_gain: number | null;
  tilt_low_pass: number | null;
  tilt_rate: number | null;
};
/** Place 1…4; kind `none` takes the effect away. The kind's numbers come beside. */
export interface EffectOrder {
  action: 'effect';
  place: number;
  kind: string;
  [number: string]: number | string;
}
// -------------------------------------------------------------------------------------------- files, preview

export interface MotionFile {
  name: string;
  kind: string;
  size: number;
  title: string;
  from: string;
}
export interface Film {
  number: number;
  title: string;
  name: string;
  video: string | null;
}
export interface FileList {
  folder: string;
  files: MotionFile[];
  films: Film[];
}

export interface Violation {
  time_s: number;
  what: string;
  leg: number | null;
  axis: number | null;
  value: number;
  limit: number;
  unit: string;
  text: string;
  message: Message | null;
}
export interface Preflight {
  passes: boolean;
  duration_s: number;
  violation: Violation | null;
  largest_scale: number;
  smooth: boolean; // this file may be filtered
  smoothed: (Said & { applied: boolean; tried: boolean }) | null; // what that takes, or would take
  t: number[];
  pose: Six[];
  legs: number[][];
}
export interface InputError {
  line: number | null;
  axis: number | null; // from 1
  column: number | null; // from 1
  code: string | null;
  text: string;
  message: Message | null; // without the place
}
export type PreviewAnswer = { preflight: Preflight } | { error: InputError };
export interface UploadAnswer {
  stored: boolean;
  error: InputError | null;
  preflight: Preflight | null;
}

export type PreviewRequest =
  | { kind: 'formula'; formulas: string[]; duration: number }
  | { kind: 'path'; points: Six[]; speed: Six | null }
  | { kind: 'timed'; rows: number[][] }
  | { kind: 'sine'; amplitude: Six; frequency: Six; phase: Six };
