// Types of hexad.js. Those of the messages are printed: api.d.ts.

export const STATES: readonly string[];
export const HARDWARE_CODES: Readonly<Record<number, string>>;

import type { Action, Event, Machine, Order, Reply, Telemetry } from './api.d.ts';
export type * from './api.d.ts';

export interface Hello {
  platform: string; names: string[]; states: string[]; programs: string[]; now: number; mono: number; console: number;
  machine: Machine;
}
export interface Legal {
  actions: Record<string, string | null>; codes: Record<string, string | null>;
}
export interface Subscription {
  telemetry_hz?: number; packets?: boolean; protocols?: string[]; cue?: boolean;
}
/** What belongs to an order. Motions take `wait: true`: answered when they have ended. */
export type Facts<A extends Action> = Omit<Extract<Order, { action: A }>, 'action'> & {
  wait?: boolean;
  /** The `stops` of the status it began with; refused when somebody has stopped since. */
  unless_stopped?: number;
};

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
  order<A extends Action>(action: A, facts?: Facts<A>): Promise<Reply>;
  until(is: (telemetry: Telemetry) => boolean): Promise<Telemetry>;
}
