// Orders on their way: what the operator asked for and what came of it. The one place that sends.
//
// While the screen is stale every order is refused here, except those that only ever make it safer: E-STOP, stop and
// hold go out on every way there is (websocket, and HTTP when the websocket does not answer at once).

import { signal } from '@preact/signals';
import type { Action, Order, Reply } from '../api/messages';
import type { Link } from '../api/link';
import type { Http } from '../api/http';
import type { Store } from './store';

export interface Feedback {
  id: number;
  action: Action;
  result: Reply['result'] | 'waiting' | 'unanswered' | 'stale';
  reason: string;
  code: string | null;
}

/** Repeated many times a second: only their refusal is worth a word. */
const STREAMED: ReadonlySet<Action> = new Set(['follow', 'jog']);
const ALWAYS: ReadonlySet<Action> = new Set(['estop', 'stop', 'hold']);
const URGENT_ANSWER_MS = 300;

export function createCommands(store: Store, link: Pick<Link, 'order' | 'open'>, http: Pick<Http, 'order'>) {
  const feedback = signal<Feedback | null>(null);
  let count = 0;

  const say = (id: number, action: Action, result: Feedback['result'], reason = '', code: string | null = null) => {
    // A late answer does not hide a newer one.
    if ((feedback.peek()?.id ?? 0) <= id) feedback.value = { id, action, result, reason, code };
  };

  async function urgent(order: Order): Promise<Reply> {
    if (!link.open) return http.order(order);
    const answer = link.order(order);
    answer.catch(() => undefined);
    if (!store.stale.peek()) {
      const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), URGENT_ANSWER_MS));
      const reply = await Promise.race([answer.catch(() => null), late]);
      if (reply) return reply;
    }
    return Promise.any([answer, http.order(order)]);
  }

  async function send(order: Order): Promise<Reply | null> {
    const id = ++count;
    const streamed = STREAMED.has(order.action);
    if (!store.live.peek() && !ALWAYS.has(order.action)) {
      say(id, order.action, 'stale');
      return null;
    }
    if (!streamed) say(id, order.action, 'waiting');
    try {
      const reply = await (ALWAYS.has(order.action) ? urgent(order) : link.order(order));
      const refused = reply.result === 'refused' || reply.result === 'failed';
      if (!streamed || refused) say(id, order.action, reply.result, reply.reason, reply.code);
      return reply;
    } catch (error) {
      const cause = error instanceof AggregateError ? error.errors[error.errors.length - 1] : error;
      say(id, order.action, 'unanswered', cause instanceof Error ? cause.message : '');
      return null;
    }
  }

  return { feedback, send };
}

export type Commands = ReturnType<typeof createCommands>;
