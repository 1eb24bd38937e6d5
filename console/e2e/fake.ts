// A stand-in for the program, inside Playwright: it answers the page's requests and websocket with the
// messages of docs/console-api.md. It knows just enough of a life (zero, raise, sine, hold …) to look at
// every part of the screen and to break the line on purpose; what is true of the real program is tested
// against the real program.

import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { BrowserContext, WebSocketRoute } from 'playwright-core';
import { extensions } from '../src/scene/kinematics';
import type { Machine, Six } from '../src/api/messages';
import { MACHINE } from './fake_machine';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const DIST = new URL('../dist/', import.meta.url).pathname;

const KINEMATIC = { ...MACHINE, leg_min_mm: Array(6).fill(800) } as unknown as Machine;

export class FakeProgram {
  state = 'powered_up';
  program = 'none';
  pose: Six = [0, 0, -232.49, 0, 0, 0];
  commanded: Six = [0, 0, -232.49, 0, 0, 0];
  zeroed = false;
  button = false;
  driver: string | null = null;
  limit: unknown = null;
  hostLost = false;
  plan: number | null = null;
  rotary: { angle: number; speed: number } | null = null;
  fault: unknown = null;
  injected: string[] = [];
  machine: Record<string, unknown> = MACHINE;
  silent = false;
  result = 'done'; // of every order
  dead = false; // no request is answered
  deaf = false; // orders are answered and change nothing
  refusing = false; // every new line is closed at once
  readonly orders: Record<string, unknown>[] = [];
  subscribed: Record<string, unknown> = {}; // the newest
  readonly posted: Record<string, unknown>[] = []; // those that came over HTTP
  lag = 0; // seconds by which frames are made to look old
  cue: (time: number) => unknown = () => undefined; // the part `cue` of the telemetry
  readonly answers: Record<string, unknown> = {}; // of further routes
  private time = 100;
  private seq = 0;
  private line: WebSocketRoute | null = null;
  private timer: ReturnType<typeof setInterval> | null = null;

  async serve(context: BrowserContext): Promise<void> {
    await context.route('**/*', async (route) => {
      const url = new URL(route.request().url());
      if (this.dead) return route.abort();
      if (url.pathname.startsWith('/api/'))
        return route.fulfill({ json: this.answer(url.pathname, route.request().postData()) });
      const file = url.pathname === '/' ? 'index.html' : url.pathname.slice(1);
      return route.fulfill({
        body: readFileSync(join(DIST, file)),
        contentType: TYPES[extname(file)] ?? 'application/octet-stream',
      });
    });
    await context.routeWebSocket('**/ws', (socket) => this.accept(socket));
  }

  /** Breaks the line; the page will try again. */
  async hangUp(): Promise<void> {
    await this.line?.close({ code: 1001, reason: 'test' });
    this.line = null;
  }

  end(): void {
    if (this.timer) clearInterval(this.timer);
  }

  send(type: string, body: Record<string, unknown>): void {
    this.line?.send(JSON.stringify({ platform: 'standard-400', seq: this.seq++, type, ...body }));
  }

  event(kind: string, level: string, body: Record<string, unknown>): void {
    this.send('event', { time: 1_790_000_000 + this.time, t: this.time, kind, level, text: kind, ...body });
  }

  become(state: string, cause: string): void {
    const from = this.state;
    this.state = state;
    this.event('transition', state === 'fault' || state === 'emergency' ? 'error' : 'info', {
      from,
      to: state,
      cause,
    });
    this.legal();
  }

  telemetry(): Record<string, unknown> {
    const ext = extensions(KINEMATIC, this.pose);
    const still = this.state !== 'running';
    return {
      tick: Math.round(this.time * 1000),
      time_s: this.time,
      mono_s: performance.now() / 1000 - this.lag,
      state: this.state,
      before: 'ready',
      program: this.program,
      driver: this.driver,
      driver_is_operator: this.driver === 'operator',
      silence_s: this.driver?.startsWith('darren') ? 0.06 : null,
      timeout_s: this.driver?.startsWith('darren') ? 0.2 : null,
      pose: this.pose,
      pose_valid: this.zeroed,
      commanded: this.commanded,
      target: this.commanded,
      velocity: [0, 0, 0, 0, 0, 0],
      legs: ext.map((extension_mm, i) => ({
        extension_mm,
        velocity_mm_s: still ? 0 : 20 * Math.sin(this.time + i),
        torque_Nm: 1.2 + 0.3 * Math.sin(this.time + i),
        current_A: 2,
        voltage_V: 12,
        enabled: true,
        error: this.fault && i === 2 ? 0x2310 : 0,
      })),
      limits: this.limit ? [this.limit] : [],
      zeroed: this.zeroed,
      moving: !still,
      clamped: false,
      barred: false,
      host_lost: this.hostLost,
      button: this.button,
      progress: 0.4,
      plan: this.plan,
      path_time_s: 8,
      override: 1,
      why_not: null,
      why_code: null,
      may_step_on: this.state === 'origin' && !this.driver,
      why_not_may_step_on: this.state === 'origin' ? null : 'it is not at rest at the bottom',
      fault: this.fault,
      relays: 5,
      outputs: 1,
      inputs: 2,
      rotary: this.rotary,
      injected: this.injected,
      cue: this.cue(this.time),
    };
  }

  legal(): void {
    const s = this.state;
    const raised = ['ready', 'running', 'holding'].includes(s);
    const block: [string, string] | null =
      s === 'emergency'
        ? ['emergency', 'the emergency stop is active: release it, then reset']
        : s === 'fault'
          ? ['fault', 'a fault is locked: reset first']
          : null;
    const actions: Record<string, string | null> = {};
    const codes: Record<string, string | null> = {};
    const rule = (names: string[], ok: boolean, code: string, text: string) =>
      names.forEach((name) => {
        const why =
          block && !['reset', 'release', 'give', 'inject', 'estop', 'stop'].includes(name)
            ? block
            : ok
              ? null
              : [code, text];
        actions[name] = why ? why[1]! : null;
        codes[name] = why ? why[0]! : null;
      });
    const notReady: [string, string] = !this.zeroed
      ? ['not_zeroed', 'the platform is not homed: home it first']
      : s === 'origin'
        ? ['at_bottom', 'the platform is at the bottom: raise it first']
        : ['moving', 'the platform is moving: wait for it or stop it'];
    rule(
      ['zero'],
      ['powered_up', 'origin', 'ready'].includes(s),
      'moving',
      'the platform is moving: wait for it or stop it',
    );
    const notNow: [string, string] = ['nothing_to_do', 'this cannot follow from the present state'];
    rule(['raise'], s === 'origin', ...(this.zeroed ? notNow : notReady));
    rule(['neutral', 'lower'], raised, ...notReady);
    rule(['hold'], s === 'running', 'nothing_to_do', 'this cannot follow from the present state');
    rule(['resume'], s === 'holding', 'nothing_to_do', 'this cannot follow from the present state');
    rule(
      ['reset'],
      s === 'fault' || s === 'emergency',
      'nothing_to_do',
      'this cannot follow from the present state',
    );
    rule(['go', 'sine', 'path', 'timed', 'formula', 'file', 'film'], s === 'ready', ...notReady);
    rule(['follow'], s === 'ready' || (s === 'running' && this.program === 'follow_pose'), ...notReady);
    rule(
      ['jog'],
      ['powered_up', 'origin', 'ready'].includes(s),
      'moving',
      'the platform is moving: wait for it or stop it',
    );
    rule(
      [
        'take',
        'give',
        'estop',
        'stop',
        'inject',
        'override',
        'relays',
        'outputs',
        'inputs',
        'payload',
        'speed_of_time',
      ],
      true,
      '',
      '',
    );
    this.send('legal', { actions, codes });
  }

  private accept(socket: WebSocketRoute): void {
    if (this.refusing) return void socket.close({ code: 1001, reason: 'test' });
    this.line = socket;
    socket.onMessage((frame) => {
      const message = JSON.parse(String(frame)) as Record<string, unknown>;
      if (message['type'] === 'order') this.order(message);
      if (message['type'] === 'subscribe') this.subscribed = message;
    });
    this.send('hello', {
      machine: this.machine,
      names: [],
      states: [],
      programs: [],
      now: 1_790_000_000 + this.time,
      mono: performance.now() / 1000,
      console: 1,
    });
    this.send('ranges', {
      pose: this.commanded,
      ranges: MACHINE.ranges.map(([low, high]) => [low! * 0.7, high! * 0.8]),
    });
    this.legal();
    this.send('hosts', {
      hosts: [
        {
          protocol: 'darren',
          address: '192.168.1.5:10010',
          rate_hz: 99.8,
          jitter_ms: 0.35,
          lost: 3,
          dropped: { 'wrong size': 2, 'not finite': 1 },
          received: 12034,
          silent_s: 0.01,
          told: ['values of a 124-byte frame are read'],
          histogram: [0, 2, 80, 900, 850, 70, 12, 3, 0, 1],
          histogram_ms: [0, 2, 4, 8, 10, 12, 14, 16, 20, 30, 50],
        },
      ],
      listening: MACHINE.protocols.map(({ name, address }) => ({ protocol: name, address, dropped: {} })),
    });
    this.send('loop', {
      rate_hz: 1000,
      p99_us: 61.3,
      max_us: 1204,
      overruns: 2,
      slipped: 1,
      ticks: 12345,
      step_p99_us: 40,
      step_max_us: 95,
      histogram: [10, 900, 5000, 400, 50, 20, 5, 2, 1, 0],
      histogram_us: [0, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000],
    });
    this.send('packets', {
      packets: Array.from({ length: 12 }, (_, i) => ({
        time: 1_790_000_000 + this.time - i * 0.01,
        protocol: i % 3 ? 'darren' : 'mdof',
        direction: i % 2 ? 'out' : 'in',
        peer: '192.168.1.5:10010',
        size: 124,
        hex: '7c000000010000000000000064000000020000',
        text: 'DOF command seq 1 word Run heave 20.0',
        verdict: i === 4 ? 'dropped: wrong size' : null,
      })),
      left_out: 0,
    });
    this.timer ??= setInterval(() => this.tick(), 33);
  }

  private tick(): void {
    this.time += 0.033;
    if (this.silent) return;
    if (this.program === 'sine' && this.state === 'running') {
      this.pose = [
        30 * Math.sin(this.time),
        10,
        40 * Math.sin(this.time * 1.3),
        6 * Math.sin(this.time),
        4 * Math.cos(this.time),
        0,
      ];
      this.commanded = this.pose.map((v, i) => v + (i === 2 ? 14 : i === 3 ? 2 : 0));
    }
    this.send('t', this.telemetry());
  }

  private order(order: Record<string, unknown>): void {
    this.orders.push(order);
    const moves: Record<string, () => void> = {
      zero: () => ((this.zeroed = true), this.become('origin', 'found the bottom')),
      raise: () => ((this.pose = this.commanded = [0, 0, 0, 0, 0, 0]), this.become('ready', 'arrived')),
      lower: () => (
        (this.pose = this.commanded = [0, 0, -232.49, 0, 0, 0]), this.become('origin', 'arrived')
      ),
      sine: () => ((this.program = 'sine'), (this.driver = 'operator'), this.become('running', 'program')),
      follow: () => (
        (this.program = 'follow_pose'),
        (this.driver = 'operator'),
        (this.pose = this.commanded = order['pose'] as Six),
        (this.state = 'running')
      ),
      hold: () => this.become('holding', 'hold'),
      resume: () => this.become('running', 'resume'),
      stop: () => ((this.program = 'none'), (this.driver = null), this.become('ready', 'stop')),
      estop: () => (
        (this.button = true),
        (this.fault = { code: 195, name: 'emergency_stop', text: 'emergency stop', leg: null }),
        this.become('emergency', 'emergency')
      ),
      release: () => ((this.button = false), this.legal()),
      reset: () => ((this.fault = null), (this.zeroed = false), this.become('powered_up', 'reset')),
    };
    if (!this.deaf) moves[String(order['action'])]?.();
    this.send('reply', { id: order['id'], result: this.result, reason: '', code: null, state: this.state });
  }

  private answer(path: string, body: string | null): unknown {
    const t = Array.from({ length: 100 }, (_, i) => i / 5);
    const preflight = {
      passes: true,
      duration_s: 20,
      violation: null,
      largest_scale: 1,
      smooth: false,
      smoothed: null,
      t,
      pose: t.map((s) => [0, 0, 20 * Math.sin(s), 3 * Math.cos(s), 0, 0]),
      legs: [],
    };
    if (path === '/api/files') {
      const list = [
        'pos01.txt timed',
        'waypoints01.txt path',
        'formula01.txt formula',
        'script01.csv script',
        'playback02.csv playback',
      ];
      return {
        folder: '',
        files: list.map((one) => ({
          name: one.split(' ')[0],
          kind: one.split(' ')[1],
          size: 2345,
          title: '',
          from: 'shipped',
        })),
        films: [{ number: 1, title: 'Sea', name: 'film_sea.txt', video: null }],
      };
    }
    if (path === '/api/preview' && body?.includes('sinn'))
      return { error: { axis: 3, column: 4, text: 'unknown name "sinn"; known are t pi e and sin' } };
    if (path === '/api/ctl') {
      this.posted.push(JSON.parse(body ?? '{}') as Record<string, unknown>);
      this.order(this.posted[this.posted.length - 1]!);
    }
    if (path in this.answers) return this.answers[path];
    return path === '/api/machine'
      ? MACHINE
      : path === '/api/ctl'
        ? { result: 'done', reason: '', state: this.state }
        : preflight;
  }
}
