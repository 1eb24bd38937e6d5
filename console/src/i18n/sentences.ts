// Limits, faults, refusals and events in words: the program's messages, with what only the page knows beside
// them.

import { AXES, type EventLine, type FaultNow, type LimitHit, type Violation } from '../api/messages';
import { known, t } from './index';
import { hasMessage, told, words, type Message } from './message';

export function axisName(axis: number): string {
  return `${known('axis', String(axis))} ${AXES[axis] ?? ''}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const limitText = (limit: LimitHit): string => told(limit);
export const violationText = (violation: Violation): string => told(violation);
export const faultTitle = (fault: FaultNow): string => capital(told(fault));

/** Few words for why something cannot be done: by the code of the refusal, else what the program said. */
export function whyNot(
  code: string | null | undefined,
  text: string | null | undefined,
  message: Message | null = null,
): string {
  if (code === 'asserted') return t('why.release');
  // "Nothing to do" comes with a message that says what: better than the code.
  if (code === 'nothing_to_do' && message && hasMessage(message.id))
    return told({ text: text ?? '', message });
  return (
    (code && words(`why_${code}`)) ||
    (text || message ? told({ text: text ?? '', message }) : t('why.unknown'))
  );
}

/** The cause of a change of state. */
export const causeText = (cause: string): string =>
  words(`cause_${cause.replaceAll(/[^a-z]+/g, '_')}`) ?? cause;

export function driverName(driver: string | null): string {
  if (driver === null || driver === 'nobody') return t('top.driver.nobody');
  return /^operator\b/.test(driver) ? t('top.driver.operator') : driver;
}

export function eventText(event: EventLine): string {
  switch (event.kind) {
    case 'transition': {
      if (!event.from || !event.to) return told(event);
      const states = { from: known('state', event.from), to: known('state', event.to) };
      return event.cause
        ? t('event.transition.cause', { ...states, cause: causeText(event.cause) })
        : t('event.transition', states);
    }
    case 'order': {
      // The order as it is typed begins with the action's name, for which the page has words.
      const order = event.message?.facts['order'];
      if (!event.message || typeof order !== 'string') return capital(told(event));
      const [action = '', ...rest] = order.split(' ');
      const facts = { ...event.message.facts, order: [known('action', action), ...rest].join(' ') };
      return capital(told({ ...event, message: { ...event.message, facts } }));
    }
    case 'driver':
      return t('event.driver', { driver: driverName(event.driver) });
    default:
      return capital(told(event));
  }
}

/** What the fault book has to say about an event. */
export interface Entry {
  title: string;
  cause: string | null;
  did: string | null;
  recover: string | null;
}

const entry = (title: string, group: string, name = ''): Entry => ({
  title,
  cause: words(`${group}_cause${name}`),
  did: words(`${group}_did${name}`),
  recover: words(`${group}_recover${name}`),
});

export function bookEntry(event: EventLine): Entry | null {
  if (event.fault && hasMessage(`fault_${event.fault.name}`))
    return faultEntry(event.fault.name, faultTitle(event.fault));
  if (event.kind === 'transition' && event.to === 'emergency') return faultEntry('emergency_stop');
  if (event.kind === 'refusal' && event.code && hasMessage(`refusal_${event.code}`))
    return {
      title: capital(words(`refusal_${event.code}`) ?? ''),
      cause: null,
      did: null,
      recover: words(`todo_${event.code}`),
    };
  if (event.kind === 'limit' && event.limit) return entry(capital(limitText(event.limit)), 'limit');
  if (event.kind === 'host_lost') return entry(eventText(event), 'host_lost');
  return null;
}

export function faultEntry(name: string, title = capital(words(`fault_${name}`) ?? name)): Entry {
  return entry(title, 'fault', `_${name}`);
}
