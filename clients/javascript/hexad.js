// Client of a running hexad's console (docs/console-api.md): telemetry, events and orders over one websocket. Browsers
// and node 22 bring a WebSocket; elsewhere give one as options.WebSocket. Millimetres, degrees; a pose is
// [X, Y, Z, RX, RY, RZ] from neutral: right, forward, up, nose up, right side down, nose left.
//
//   const platform = await Platform.connect('127.0.0.1:8600');
//   await platform.order('raise', { wait: true });
//   platform.onTelemetry = (t) => console.log(t.state, t.pose);
//
// It never sends an order by itself and never sends one again: what was under way when the line broke is rejected.

// @tables: printed from the lists hexad's own codecs read (./dev docs), not to be edited
export const STATES = /** @type {const} */ ([
  'init',
  'powered_up',
  'zeroing',
  'origin',
  'ascending',
  'ready',
  'running',
  'to_neutral',
  'stopping',
  'holding',
  'descending',
  'manual',
  'fault',
  'emergency',
]);

/** What a code in `fault.code` means. @type {Record<number, string>} */
export const HARDWARE_CODES = {
  0: 'none',
  1: 'no licence',
  16: 'communication with the drives lost',
  17: 'network down',
  161: 'X past its positive end',
  162: 'X past its negative end',
  163: 'Y past its positive end',
  164: 'Y past its negative end',
  165: 'Z past its positive end',
  166: 'Z past its negative end',
  167: 'RX past its positive end',
  168: 'RX past its negative end',
  169: 'RY past its positive end',
  170: 'RY past its negative end',
  171: 'RZ past its positive end',
  172: 'RZ past its negative end',
  173: 'X too fast (speed, acceleration or jerk)',
  174: 'Y too fast (speed, acceleration or jerk)',
  175: 'Z too fast (speed, acceleration or jerk)',
  176: 'RX too fast (speed, acceleration or jerk)',
  177: 'RY too fast (speed, acceleration or jerk)',
  178: 'RZ too fast (speed, acceleration or jerk)',
  179: 'an actuator past its upper end',
  180: 'an actuator past its lower end',
  181: 'an actuator too fast (speed, acceleration or jerk)',
  192: 'servo error',
  193: 'servo not enabled',
  194: 'not zeroed',
  195: 'emergency stop',
};
// @end of tables

/** The answer to an order was no, or it failed; `reply` says why. */
export class Refused extends Error {
  constructor(reply) {
    super(reply.reason || reply.result);
    this.reply = reply;
  }
}

/** The line is closed, broke, or stayed silent. */
export class NoAnswer extends Error {}

export class Platform {
  #socket;
  #nextId = 1;
  #waiting = new Map();
  #watchers = new Set();

  hello = null;
  /** The newest telemetry; null until the first. */
  telemetry = null;
  /** What each action would be answered now: null, or why not. */
  legal = null;
  onTelemetry = null;
  onEvent = null;
  onMessage = null;
  onClose = null;

  /** Connects, and waits for the first message. */
  static connect(address, options = {}) {
    return new Promise((resolve, reject) => {
      const platform = new Platform();
      const Socket = options.WebSocket ?? globalThis.WebSocket;
      if (!Socket) return reject(new NoAnswer('no WebSocket here: node 22, a browser, or options.WebSocket'));
      const protocols = options.token ? ['hexad.v1', `token.${options.token}`] : ['hexad.v1'];
      const socket = new Socket(`ws://${address}/ws`, protocols);
      platform.#socket = socket;
      socket.onmessage = (frame) => {
        platform.#take(JSON.parse(frame.data));
        if (platform.hello) resolve(platform);
      };
      socket.onclose = () => {
        reject(new NoAnswer(`no connection to ${address}`));
        platform.#lost();
      };
      socket.onerror = () => {};
    });
  }

  close() {
    this.#socket.close();
  }

  subscribe(what) {
    this.#socket.send(JSON.stringify({ type: 'subscribe', ...what }));
  }

  /** The reply to an order; rejects with Refused when it was refused or failed, with NoAnswer when none came. */
  order(action, facts = {}) {
    if (this.#socket.readyState !== 1) return Promise.reject(new NoAnswer('not connected'));
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ type: 'order', id, action, ...facts }));
    });
  }

  /** The first telemetry from now on for which `is` holds. */
  until(is) {
    return new Promise((resolve, reject) => {
      const watcher = (telemetry) => {
        if (telemetry && !is(telemetry)) return;
        this.#watchers.delete(watcher);
        if (telemetry) resolve(telemetry);
        else reject(new NoAnswer('the connection broke'));
      };
      this.#watchers.add(watcher);
    });
  }

  #take(message) {
    if (message.type === 'hello') this.hello = message;
    if (message.type === 'legal') this.legal = message;
    if (message.type === 't') {
      this.telemetry = message;
      for (const watcher of [...this.#watchers]) watcher(message);
      this.onTelemetry?.(message);
    }
    if (message.type === 'event') this.onEvent?.(message);
    if (message.type === 'reply') {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.result === 'done' || message.result === 'accepted') waiting?.resolve(message);
      else waiting?.reject(new Refused(message));
    }
    this.onMessage?.(message);
  }

  #lost() {
    for (const { reject } of this.#waiting.values()) reject(new NoAnswer('the connection broke'));
    this.#waiting.clear();
    for (const watcher of [...this.#watchers]) watcher(null);
    this.onClose?.();
  }
}
