// Orders on their way: what the operator asked for and what came of it. The one place that sends.
//
// While the screen is stale every order is refused here, except those that only ever make it safer: E-STOP,
// stop and hold go out on every way there is (websocket, and HTTP when the websocket does not answer at
// once). An order that would end or undo more than its name says waits for a second yes.

import { effect, signal } from '@preact/signals';
import type { Action, EventLine, Order, Reply } from '../api/messages';
import type { Message } from '../i18n/message';
import type { Link } from '../api/link';
import type { Http } from '../api/http';
import type { Store } from './store';

export interface Feedback {
  id: number;
  action: Action;
  result: Reply['result'] | 'waiting' | 'unanswered' | 'stale' | 'over' | 'dropped';
  reason: string;
  code: string | null;
  message: Message | null;
}
/** What is to be confirmed: `why` names the words for it. */
export interface Question {
  order: Order;
  why: string;
}

/** Repeated many times a second: only their refusal is worth a word. */
const STREAMED: ReadonlySet<Action> = new Set(['follow', 'jog', 'commission']);
const ALWAYS: ReadonlySet<Action> = new Set(['estop', 'stop', 'hold']);
const URGENT_ANSWER_MS = 300;
const AT_REST: ReadonlySet<string> = new Set([
  'powered_up',
  'origin',
  'ready',
  'holding',
  'fault',
  'emergency',
]);

export function createCommands(
  store: Store,
  link: Pick<Link, 'order' | 'open'>,
  http: Pick<Http, 'order'>,
  doubt: (order: Order) => string | null = () => null,
) {
  const feedback = signal<Feedback | null>(null);
  const question = signal<Question | null>(null);
  let count = 0;
  let seen = 0; // events

  const say = (
    id: number,
    action: Action,
    result: Feedback['result'],
    reason = '',
    code: string | null = null,
    message: Message | null = null,
  ) => {
    // A late answer does not hide a newer one.
    if ((feedback.peek()?.id ?? 0) <= id) feedback.value = { id, action, result, reason, code, message };
  };

  /** "Under way" is true until the platform rests again; the transition says how it came to that. */
  const ended = (event: EventLine) => {
    const last = feedback.peek();
    if (last?.result !== 'accepted' || event.kind !== 'transition' || !AT_REST.has(event.to ?? '')) return;
    if (event.cause === 'arrived' || event.cause === 'found the bottom') say(last.id, last.action, 'done');
    else say(last.id, last.action, 'over', event.cause ?? '');
  };
  effect(() => {
    const fresh = store.events.value.filter((event) => event.id > seen && !event.past);
    seen = Math.max(seen, store.events.value.at(-1)?.id ?? 0);
    fresh.forEach(ended);
  });
  /**
   * What was not answered while the line was dead is no news once it is back: the screen shows what is so.
   */
  effect(() => {
    if (store.live.value && ['unanswered', 'stale'].includes(feedback.peek()?.result ?? ''))
      feedback.value = null;
  });

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

  async function dispatch(order: Order): Promise<Reply | null> {
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
      if (!streamed || refused) say(id, order.action, reply.result, reply.reason, reply.code, reply.message);
      return reply;
    } catch (error) {
      const cause = error instanceof AggregateError ? error.errors[error.errors.length - 1] : error;
      say(id, order.action, 'unanswered', cause instanceof Error ? cause.message : '');
      return null;
    }
  }

  return {
    feedback,
    question,

    async send(order: Order): Promise<Reply | null> {
      if (ALWAYS.has(order.action)) question.value = null;
      const why = ALWAYS.has(order.action) ? null : doubt(order);
      if (!why) return dispatch(order);
      question.value = { order, why };
      return null;
    },
    /** The second yes, or no. */
    answer(yes: boolean): void {
      const asked = question.peek();
      question.value = null;
      if (yes && asked) void dispatch(asked.order);
    },
    /** A motion by hand that ended without an answer of the program: by what. */
    dropped(action: Action, reason: string): void {
      say(++count, action, 'dropped', reason);
    },
  };
}

export type Commands = ReturnType<typeof createCommands>;
