// Everything the screen shows, as signals. Frames come at 60 Hz; the numbers on the page change at most 12
// times a second so that they can be read (fewer where that costs too much: pace.ts), and only where another one
// would be shown; the 3D scene takes every frame (`latest`), and whatever changes the situation (state, fault,
// driver …) shows at once.

import { batch, computed, signal } from '@preact/signals';
import type {
  ConsolePage,
  EventLine,
  Host,
  Legal,
  LimitHit,
  Listening,
  LoopStatistics,
  Machine,
  Packet,
  Ranges,
  Role,
  ServerMessage,
  Telemetry,
} from '../api/messages';
import type { LinkState } from '../api/link';
import { Freshness } from './freshness';
import { History } from './history';
import { Latch } from './latch';
import { pace } from './pace';

const MOST_EVENTS = 1000;
const MOST_PACKETS = 2000;
/** A limit that acts stays on the screen for so long after it last did. */
export const LIMIT_KEPT_MS = 2500;
/** A control loop that left ticks out is called late for so long after the last one. */
const LATE_KEPT_MS = 10_000;

export interface NumberedEvent extends EventLine {
  id: number;
}
export interface NumberedPacket extends Packet {
  id: number;
}

const situation = (t: Telemetry): string =>
  [
    t.state,
    t.program,
    t.driver,
    t.zeroed,
    t.button,
    t.barred,
    t.may_step_on,
    t.host_lost,
    t.fault?.name,
    t.limits[0]?.what,
    t.limits[0]?.leg,
    t.why_code,
    t.pose_valid,
    t.injected.join(),
  ].join('|');

/** All that is shown of a frame, with as many digits as can be: but for the time, which goes on anyway. */
const figures = (t: Telemetry): string =>
  JSON.stringify({ ...t, tick: 0, time_s: 0, mono_s: 0 }, (_, value: unknown) =>
    typeof value === 'number' ? Math.round(100 * value) : value,
  );

const sameEvent = (a: EventLine, b: EventLine): boolean => a.time === b.time && a.text === b.text;

export function createStore(clock: () => number = () => performance.now()) {
  const link = signal<LinkState>('connecting');
  const machine = signal<Machine | null>(null);
  /** The program's number for this line; another one with every new line. */
  const console = signal(0);
  /** Of the token this page has. */
  const role = signal<Role>('engineer');
  const shown = signal<Telemetry | null>(null);
  const stale = signal(true);
  /** Seconds since what is shown was true, in steps of half a second; only while it is stale. */
  const staleFor = signal(0);
  const legal = signal<Legal>({ actions: {}, codes: {}, messages: {} });
  const ranges = signal<Ranges | null>(null);
  const events = signal<NumberedEvent[]>([]);
  const hosts = signal<Host[]>([]);
  const listening = signal<Listening[]>([]);
  /** Every page that is connected. */
  const consoles = signal<ConsolePage[]>([]);
  const loop = signal<LoopStatistics | null>(null);
  const packets = signal<NumberedPacket[]>([]);
  const packetsLeftOut = signal(0);
  const packetsPaused = signal(false);
  /** Platform seconds per tick of our clock: where packets (unix time) lie on the time axis of the plots. */
  const unixMinusPlatform = signal(NaN);

  const limits = new Latch<LimitHit>(LIMIT_KEPT_MS);
  /** Ticks the control loop has left out, while that is news. */
  const late = new Latch<number>(LATE_KEPT_MS);
  /** The host that fell silent last. */
  const lostHost = signal<EventLine | null>(null);

  const freshness = new Freshness();
  const history = { current: new History(6) };
  const latest = { telemetry: null as Telemetry | null, ranges: null as Ranges | null, frames: 0 };
  const listeners = new Set<(t: Telemetry) => void>();
  let shownAt = -Infinity;
  let shownFigures = '';
  let numbered = 0;
  let unixAtStart = NaN; // unix seconds when our steady clock was 0

  function countLimit({ kind, limit, began, past }: EventLine): void {
    if (kind === 'limit' && limit && began && !past) limits.take(limit, clock(), true);
  }

  const isDue = (now: number): boolean => now - shownAt >= pace.peek().numbersMs;
  function show(t: Telemetry, now: number): void {
    shownAt = now;
    const seen = figures(t);
    batch(() => {
      if (seen !== shownFigures) shown.value = t;
      ranges.value = latest.ranges;
    });
    shownFigures = seen;
  }

  function takeTelemetry(t: Telemetry): void {
    const now = clock();
    freshness.frame(now, t.mono_s);
    latest.telemetry = t;
    latest.frames += 1;
    history.current.append(t);
    for (const limit of t.limits) limits.take(limit, now, false);
    if (Number.isFinite(unixAtStart)) unixMinusPlatform.value = unixAtStart + now / 1000 - t.time_s;
    const before = shown.peek();
    if (!before || isDue(now) || situation(before) !== situation(t)) show(t, now);
    if (stale.peek() && !freshness.stale(now)) stale.value = false;
    for (const listener of listeners) listener(t);
  }

  return {
    link,
    machine,
    console,
    role,
    shown,
    stale,
    staleFor,
    legal,
    ranges,
    events,
    hosts,
    listening,
    consoles,
    loop,
    packets,
    packetsLeftOut,
    packetsPaused,
    unixMinusPlatform,
    history,
    latest,
    lostHost,
    limits: limits.shown,
    late: late.shown,

    /** Another page that drives; null = this one, or none. */
    elsewhere: computed(
      () => consoles.value.find((one) => one.in_control && one.number !== console.value) ?? null,
    ),

    /** Commands may be given: connected, and what the screen shows is true. */
    live: computed(() => link.value === 'open' && !stale.value),

    accept(message: ServerMessage): void {
      switch (message.type) {
        case 'hello': {
          const known = machine.peek();
          if (known?.legs !== message.machine.legs) history.current = new History(message.machine.legs);
          machine.value = message.machine;
          console.value = message.console;
          role.value = message.role;
          unixAtStart = message.now - clock() / 1000;
          return;
        }
        case 'machine':
          machine.value = message.machine;
          return;
        case 't':
          return takeTelemetry(message.telemetry);
        case 'ranges':
          latest.ranges = message.ranges; // shown with the numbers
          ranges.value ??= message.ranges;
          return;
        case 'legal':
          legal.value = message.legal;
          return;
        case 'event':
          // A reconnect repeats the past: what is already there is not shown twice.
          if (message.event.past && events.peek().some((e) => sameEvent(e, message.event))) return;
          if (message.event.kind === 'host_lost') lostHost.value = message.event;
          countLimit(message.event);
          events.value = [...events.peek().slice(1 - MOST_EVENTS), { ...message.event, id: ++numbered }];
          return;
        case 'hosts':
          hosts.value = message.hosts;
          listening.value = message.listening;
          consoles.value = message.consoles;
          return;
        case 'loop':
          if (message.loop.slipped > (loop.peek()?.slipped ?? message.loop.slipped))
            late.take(message.loop.slipped, clock(), true);
          loop.value = message.loop;
          return;
        case 'packets': {
          if (packetsPaused.peek()) return;
          const fresh = message.packets.map((packet) => ({ ...packet, id: ++numbered }));
          packets.value = [...packets.peek(), ...fresh].slice(-MOST_PACKETS);
          packetsLeftOut.value += message.left_out;
          return;
        }
        case 'reply':
          return; // the link's
      }
    },

    linkChanged(state: LinkState): void {
      link.value = state;
      if (state === 'connecting') freshness.restart();
      if (state !== 'open') {
        stale.value = true;
        // What was legal is not known any more.
        legal.value = { actions: {}, codes: {}, messages: {} };
      }
    },

    /** To be called now and then: nothing arriving is only seen by looking. Gives the age in ms. */
    look(): number {
      const now = clock();
      stale.value = freshness.stale(now);
      const age = freshness.ageAt(now);
      limits.look(now);
      late.look(now);
      staleFor.value = stale.value && Number.isFinite(age) ? Math.floor(age / 500) / 2 : 0;
      const t = latest.telemetry;
      if (t && isDue(now)) show(t, now);
      return age;
    },

    onTelemetry(listener: (t: Telemetry) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type Store = ReturnType<typeof createStore>;
