// What the program says and takes: docs/console-api.md. Millimetres, degrees, seconds, N, Nm, A, V.
// A pose is [X, Y, Z, RX, RY, RZ] from neutral, R = Rz·Ry·Rx. A number that is none arrives as null and is NaN here.

import type { Message, Said } from '../i18n/message';

export const STATES = [
  'init', 'powered_up', 'zeroing', 'origin', 'ascending', 'ready', 'running', 'to_neutral', 'stopping', 'holding',
  'descending', 'manual', 'fault', 'emergency',
] as const;
export type State = (typeof STATES)[number];

export const PROGRAMS = [
  'none', 'follow_pose', 'follow_legs', 'cueing', 'point_to_point', 'path', 'timed_path', 'formula', 'sine', 'file',
  'jog',
] as const;
export type Program = (typeof PROGRAMS)[number];

export const AXES = ['X', 'Y', 'Z', 'RX', 'RY', 'RZ'] as const;
export type Six = readonly number[];
export type Range = readonly [number, number];
export type Point = readonly [number, number, number];

export interface Cabin {
  size_mm: Point;
  eye_mm: Point | null;
}

export interface Injection {
  name: string;
  per_leg: boolean;
  value: string; // what the value is; '' = takes none
  default: number;
}

export interface Machine {
  platform: string;
  simulated: boolean;
  legs: number;
  rotary: boolean;
  revision: number;
  base_joints_mm: Point[];
  platform_joints_mm: Point[];
  platform_neutral_mm: Point;
  leg_min_mm: number[]; // one a leg
  leg_max_mm: number[];
  stroke_mm: number;
  neutral_extension_mm: number[];
  velocity: Six;
  acceleration: Six;
  leg_velocity_mm_s: number;
  jog_mm_s: number;
  ranges: Range[];
  cabin: Cabin | null;
  payload_kg: number;
  relays: number;
  outputs: number;
  inputs: number;
  protocols: { name: string; address: string }[];
  injections: Injection[];
  version: string;
  speed: number;
}

export interface LimitHit {
  what: string;
  leg: number | null;
  axis: number | null;
  asked: number;
  allowed: number;
  unit: string;
  text: string;
  message: Message | null;
}

export interface FaultNow {
  name: string;
  code: number;
  leg: number | null;
  value: number;
  limit: number;
  unit: string;
  text: string;
  message: Message | null;
}

export interface Telemetry {
  tick: number;
  time: number;
  mono: number;
  state: State;
  before: State;
  program: Program;
  driver: string | null;
  driver_is_operator: boolean;
  silence: number;
  timeout: number;
  pose: Six;
  valid: boolean;
  commanded: Six;
  target: Six;
  velocity: Six;
  ext: number[];
  vel: number[];
  torque: number[];
  current: number[];
  voltage: number[];
  err: number[];
  enabled: number;
  limit: LimitHit | null;
  zeroed: boolean;
  moving: boolean;
  clamped: boolean;
  barred: boolean;
  host_lost: boolean;
  button: boolean;
  progress: number;
  path_time: number;
  override: number;
  why_not: string | null;
  why_code: string | null;
  step_on: boolean;
  why_not_step_on: string | null;
  step_on_code: string | null;
  fault: FaultNow | null;
  relays: number;
  outputs: number;
  inputs: number;
  rotary: { angle: number; speed: number } | null;
  injected: string[];
  cue: CueNow | null; // only when subscribed
}

/** What the cueing makes of the vehicle now. Rates: pitch roll yaw, °/s; accelerations and forces: sway surge heave, m/s². */
export interface CueNow {
  active: boolean;
  vehicle_rate: Point;
  vehicle_acceleration: Point;
  felt_rate: Point;
  felt_force: Point; // less gravity of a level cabin
  tilt_rate: number;
  predictive: number; // share of the predictive engine, 0…1
  fallbacks: number;
  tuned: number; // rises with every change by anybody
  effect_share: number; // of the effects that is let through, 0…1
  effects: (string | null)[];
}

export interface EventLine {
  time: number; // unix seconds
  t: number; // platform seconds
  kind: string;
  level: 'info' | 'warn' | 'error';
  text: string;
  message: Message | null;
  code: string | null;
  from: string | null;
  to: string | null;
  cause: string | null;
  driver: string | null;
  silence: number;
  fault: FaultNow | null;
  limit: LimitHit | null;
  began: boolean;
  past: boolean;
}

export interface Histogram {
  counts: number[];
  edges: number[]; // one more than counts, or as many: lower edges
}

export interface Host {
  protocol: string;
  address: string;
  rate_hz: number;
  jitter_ms: number;
  lost: number;
  dropped: Record<string, number>;
  received: number;
  silent_s: number;
  told: Said[];
  histogram: Histogram | null;
}

export interface Listening {
  protocol: string;
  address: string;
  dropped: Record<string, number>;
}

export interface LoopStatistics {
  rate_hz: number;
  p99_us: number;
  max_us: number;
  overruns: number;
  slipped: number;
  ticks: number;
  step_p99_us: number;
  step_max_us: number;
  histogram: Histogram | null;
}

export interface Packet {
  time: number;
  protocol: string;
  direction: 'in' | 'out';
  peer: string;
  size: number;
  hex: string;
  text: string;
  verdict: string | null;
}

export type Result = 'done' | 'accepted' | 'refused' | 'failed';
export interface Reply {
  result: Result;
  reason: string;
  message: Message | null;
  code: string | null;
  state: string;
}

export interface Legal {
  actions: Record<string, string | null>;
  codes: Record<string, string | null>;
  messages: Record<string, Message | null>;
}

export interface Ranges {
  pose: Six;
  ranges: Range[];
}

export type ServerMessage =
  | { type: 'hello'; machine: Machine; now: number; mono: number; console: number }
  | { type: 'machine'; machine: Machine }
  | { type: 't'; telemetry: Telemetry }
  | { type: 'ranges'; ranges: Ranges }
  | { type: 'legal'; legal: Legal }
  | { type: 'event'; event: EventLine }
  | { type: 'hosts'; hosts: Host[]; listening: Listening[] }
  | { type: 'loop'; loop: LoopStatistics }
  | { type: 'packets'; packets: Packet[]; left_out: number }
  | { type: 'reply'; id: number; reply: Reply };

/** An order of the operator: the body of POST /api/ctl, and the rest of a websocket "order". */
export type Order =
  | { action: PlainAction }
  | { action: 'give'; host?: string }
  | { action: 'go'; pose: Six; speed: Six | null }
  | { action: 'follow'; pose: Six }
  | { action: 'sine'; amplitude: Six; frequency: Six; phase: Six }
  | { action: 'path'; points: Six[]; speed: Six | null }
  | { action: 'timed'; rows: number[][] }
  | { action: 'formula'; formulas: string[]; duration: number }
  | { action: 'file'; name: string }
  | { action: 'film'; number: number }
  | { action: 'jog'; legs: number[]; speed: number }
  | { action: 'override'; percent: number }
  | { action: 'relays' | 'outputs' | 'inputs'; mask: number }
  | { action: 'inject'; fault: string }
  | { action: 'payload'; kg: number }
  | CueingOrder
  | EffectOrder
  | { action: 'speed_of_time'; factor: number };
/** The whole tuning, always: null is the preset's own. */
export interface CueingOrder {
  action: 'cueing';
  preset: string;
  engine: string;
  input: string;
  gain: (number | null)[];
  high_pass: (number | null)[];
  tilt_gain: number | null;
  tilt_low_pass: number | null;
  tilt_rate: number | null;
}
/** Place 1…4; kind `none` takes the effect away. The kind's numbers come beside. */
export interface EffectOrder {
  action: 'effect';
  place: number;
  kind: string;
  [number: string]: number | string;
}
export type PlainAction =
  | 'estop' | 'release' | 'reset' | 'enable' | 'stop' | 'hold' | 'resume' | 'zero' | 'raise' | 'neutral' | 'lower'
  | 'take';
export type Action = Order['action'];

// ---------------------------------------------------------------------------------------------- files, preview

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
  smoothed: (Said & { applied: boolean }) | null;
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
