// The websocket to the program: keeps it open, hands on what arrives, matches answers to orders.
//
// It never sends an order by itself: after a reconnect only the subscription is repeated. Orders that wait
// for an answer when the line breaks are reported as unanswered, never sent again.

import { decode } from './decode';
import type { Order, Reply, ServerMessage } from './messages';

export type LinkState = 'connecting' | 'open' | 'closed' | 'refused';

export interface Subscription {
  telemetry_hz: number;
  packets: boolean;
  protocols: string[]; // empty = all
  cue: boolean; // telemetry with what the cueing does
}

export class NoAnswer extends Error {}

interface Waiting {
  resolve: (reply: Reply) => void;
  reject: (why: Error) => void;
  timer: ReturnType<typeof setTimeout>;
}

export interface LinkOptions {
  url: () => string;
  token: () => string | null;
  message: (message: ServerMessage) => void;
  state: (state: LinkState) => void;
  socket?: (url: string, protocols: string[]) => WebSocket;
}

const RETRY_MS = [250, 500, 1000, 2000];
const ANSWER_MS = 5000;

export class Link {
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Waiting>();
  private nextId = 1;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private ended = false;
  private cueAsked = false;
  private subscription: Subscription = { telemetry_hz: 60, packets: false, protocols: [], cue: false };

  constructor(private readonly options: LinkOptions) {}

  get open(): boolean {
    return this.socket?.readyState === 1;
  }

  connect(): void {
    if (this.ended || this.socket) return;
    this.options.state('connecting');
    const token = this.options.token();
    const protocols = token ? ['hexad.v1', `token.${token}`] : ['hexad.v1'];
    const make = this.options.socket ?? ((url, names) => new WebSocket(url, names));
    const socket = make(this.options.url(), protocols);
    this.socket = socket;
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.failures = 0;
      this.options.state('open');
      this.sendSubscription();
    };
    socket.onmessage = (frame) => {
      if (this.socket !== socket || typeof frame.data !== 'string') return;
      const message = decode(frame.data);
      if (!message) return;
      if (message.type === 'reply') this.answered(message.id, message.reply);
      else this.options.message(message);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lost(opened);
    };
    socket.onerror = () => socket.close();
  }

  /** Breaks a line that is open but silent, and tries anew. */
  restart(): void {
    const socket = this.socket;
    if (!socket) return;
    this.lost(true);
    socket.onmessage = socket.onclose = socket.onerror = null;
    socket.close();
  }

  /** Tries at once, with a token just given. */
  retry(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.failures = 0;
    this.connect();
  }

  end(): void {
    this.ended = true;
    if (this.timer) clearTimeout(this.timer);
    this.socket?.close();
  }

  subscribe(change: Partial<Subscription>): void {
    this.subscription = { ...this.subscription, ...change };
    this.sendSubscription();
  }

  /** The answer to an order; rejects with NoAnswer when the line is closed, breaks, or stays silent. */
  order(order: Order, answerWithin = ANSWER_MS): Promise<Reply> {
    if (!this.open) return Promise.reject(new NoAnswer('not connected'));
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        reject(new NoAnswer('no answer'));
      }, answerWithin);
      this.waiting.set(id, { resolve, reject, timer });
      this.socket!.send(JSON.stringify({ type: 'order', id, ...order }));
    });
  }

  private sendSubscription(): void {
    if (!this.open) return;
    const { protocols, cue, ...rest } = this.subscription;
    // A program older than this page knows no `cue`: it is not bothered with it until somebody looks.
    this.cueAsked ||= cue;
    this.socket!.send(
      JSON.stringify({
        type: 'subscribe',
        ...rest,
        ...(this.cueAsked ? { cue } : {}),
        ...(protocols.length > 0 ? { protocols } : {}),
      }),
    );
  }

  private answered(id: number, reply: Reply): void {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    this.waiting.delete(id);
    clearTimeout(waiting.timer);
    waiting.resolve(reply);
  }

  private lost(opened: boolean): void {
    this.socket = null;
    for (const waiting of this.waiting.values()) {
      clearTimeout(waiting.timer);
      waiting.reject(new NoAnswer('the connection broke'));
    }
    this.waiting.clear();
    this.options.state(opened || this.failures < 2 ? 'closed' : 'refused');
    if (this.ended) return;
    const pause = RETRY_MS[Math.min(this.failures, RETRY_MS.length - 1)]!;
    this.failures += 1;
    this.timer = setTimeout(() => this.connect(), pause);
  }
}
