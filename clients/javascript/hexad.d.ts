// Types of hexad.js. What each field means: docs/console-api.md.

export const STATES: readonly string[];
export const HARDWARE_CODES: Readonly<Record<number, string>>;

/** X Y Z in mm, RX RY RZ in degrees, from neutral. */
export type Six = readonly [number, number, number, number, number, number];

export interface Limit {
  what: string; leg: number | null; axis: number | null; asked: number; allowed: number; unit: string; text: string;
}
export interface Fault {
  code: number; name: string; text: string; leg: number | null; value: number; limit: number; unit: string;
}

export interface Telemetry {
  tick: number;
  time: number;
  mono: number;
  state: string;
  before: string;
  program: string;
  driver: string | null;
  driver_is_operator: boolean;
  silence: number | null;
  timeout: number | null;
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
  limit: Limit | null;
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
  fault: Fault | null;
  relays: number;
  outputs: number;
  inputs: number;
  rotary: { angle: number; speed: number } | null;
  injected: string[];
}

export interface Event {
  time: number; t: number; kind: string; level: 'info' | 'warn' | 'error'; text: string; code: string | null; past: boolean;
}
export interface Reply {
  result: 'done' | 'accepted' | 'refused' | 'failed'; reason: string; state: string; code: string | null;
}
export interface Hello {
  platform: string; names: string[]; states: string[]; programs: string[]; now: number; mono: number; console: number;
  machine: Record<string, unknown>;
}
export interface Legal {
  actions: Record<string, string | null>; codes: Record<string, string | null>;
}
export interface Subscription {
  telemetry_hz?: number; packets?: boolean; protocols?: string[]; cue?: boolean;
}

/** What belongs to each order; those that may wait take `wait: true`. */
export interface Orders {
  stop: {}; hold: {}; resume: {}; estop: {}; release: {}; reset: {}; enable: {}; take: {};
  zero: Waits; raise: Waits; neutral: Waits; lower: Waits;
  give: { host?: string };
  go: { pose: Six; speed?: Six | null } & Waits;
  sine: { amplitude: Six; frequency: Six; phase: Six };
  path: { points: Six[]; speed?: Six | null } & Waits;
  timed: { rows: number[][] } & Waits;
  formula: { formulas: string[]; duration?: number } & Waits;
  file: { name: string } & Waits;
  film: { number: number } & Waits;
  follow: { pose: Six };
  jog: { legs: number[]; speed: number };
  override: { percent: number };
  relays: { mask: number }; outputs: { mask: number }; inputs: { mask: number };
  inject: { fault: string };
  payload: { kg: number };
  cueing: Record<string, unknown>;
  effect: { place: number; kind: string } & Record<string, number | string>;
  speed_of_time: { factor: number };
}
export interface Waits { wait?: boolean }

export class Refused extends Error { readonly reply: Reply }
export class NoAnswer extends Error {}

export class Platform {
  static connect(address: string, options?: { token?: string; WebSocket?: unknown }): Promise<Platform>;
  readonly hello: Hello;
  readonly telemetry: Telemetry | null;
  readonly legal: Legal | null;
  onTelemetry: ((telemetry: Telemetry) => void) | null;
  onEvent: ((event: Event) => void) | null;
  onMessage: ((message: { type: string; [key: string]: unknown }) => void) | null;
  onClose: (() => void) | null;
  close(): void;
  subscribe(what: Subscription): void;
  /** `unless_stopped`: the `stops` of the status it began with; refused when somebody has stopped since. */
  order<A extends keyof Orders>(action: A, facts?: Orders[A] & { unless_stopped?: number }): Promise<Reply>;
  until(is: (telemetry: Telemetry) => boolean): Promise<Telemetry>;
}
