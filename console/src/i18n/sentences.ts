// Limits, faults and events in words.

import { AXES, type EventLine, type FaultNow, type LimitHit, type Violation } from '../api/messages';
import { brief } from './format';
import { hasWords, known, t } from './index';
import { said, whyNot } from './said';

export function axisName(axis: number): string {
  return `${known('axis', String(axis))} ${AXES[axis] ?? ''}`;
}

export function placeOf(leg: number | null, axis: number | null): string {
  if (leg !== null) return t('limit.leg', { leg });
  return axis !== null ? known('axis', String(axis - 1)) : '';
}

const withUnit = (value: number, unit: string): string => `${brief(value)}${unit === '°' || unit === '' ? unit : ` ${unit}`}`;

export function limitText(limit: LimitHit): string {
  if (!hasWords('limit', limit.what)) return said(limit.text);
  const place = placeOf(limit.leg, limit.axis);
  const name = known('limit', limit.what);
  if (!Number.isFinite(limit.asked) || !Number.isFinite(limit.allowed)) return `${place} ${name}`.trim();
  const words = { place, limit: name, asked: withUnit(limit.asked, limit.unit), allowed: withUnit(limit.allowed, limit.unit) };
  return t('limit.at', words).trim();
}

export function violationText(violation: Violation): string {
  const { what, leg, axis, value, limit, unit, text } = violation;
  return limitText({ what, leg, axis, asked: value, allowed: limit, unit, text });
}

export function faultTitle(fault: FaultNow): string {
  if (!hasWords('fault', fault.name)) return said(fault.text) || known('why', 'unknown');
  const name = known('fault', fault.name);
  const placed = fault.leg !== null ? t('fault.named', { fault: name, leg: fault.leg }) : name;
  if (!Number.isFinite(fault.value) || !Number.isFinite(fault.limit) || fault.unit === '') return placed;
  return t('fault.value', { fault: placed, value: withUnit(fault.value, fault.unit), limit: withUnit(fault.limit, fault.unit) });
}

export function driverName(driver: string | null): string {
  if (driver === null || driver === 'nobody') return t('top.driver.nobody');
  return /^operator\b/.test(driver) ? t('top.driver.operator') : driver;
}

export function eventText(event: EventLine): string {
  switch (event.kind) {
    case 'transition': {
      if (!event.from || !event.to) return event.text;
      const words = { from: known('state', event.from), to: known('state', event.to) };
      return event.cause ? t('event.transition.cause', { ...words, cause: known('cause', event.cause) }) : t('event.transition', words);
    }
    case 'limit':
      if (!event.limit) return event.text;
      if (event.began) return t('event.limit', { what: limitText(event.limit) });
      return t('limit.ended', { place: placeOf(event.limit.leg, event.limit.axis), limit: known('limit', event.limit.what) }).trim();
    case 'fault':
      return event.fault ? t('event.fault', { what: faultTitle(event.fault) }) : event.text;
    case 'refusal': {
      if (!event.code) return event.text;
      const why = hasWords('refusal', event.code) ? known('refusal', event.code) : whyNot(event.code, event.text);
      return event.driver ? t('event.refusal.host', { driver: driverName(event.driver), why }) : t('event.refusal', { why });
    }
    case 'driver':
      return t('event.driver', { driver: driverName(event.driver) });
    case 'host_lost':
      return event.driver ? t('event.host_lost', { driver: driverName(event.driver), ms: brief(event.silence * 1000) }) : event.text;
    default:
      return said(event.text);
  }
}

/** What the fault book has to say about an event. */
export interface Entry {
  title: string;
  cause: string | null;
  did: string | null;
  recover: string | null;
}

export function bookEntry(event: EventLine): Entry | null {
  if (event.fault && hasWords('fault', event.fault.name)) return faultEntry(event.fault.name, faultTitle(event.fault));
  if (event.kind === 'transition' && event.to === 'emergency') return faultEntry('emergency_stop');
  if (event.kind === 'refusal' && event.code && hasWords('refusal', event.code))
    return { title: known('refusal', event.code), cause: null, did: null, recover: known('refusal', `${event.code}.todo`) };
  if (event.kind === 'limit' && event.limit)
    return { title: limitText(event.limit), cause: t('limit_book.cause'), did: t('limit_book.did'), recover: t('limit_book.recover') };
  if (event.kind === 'host_lost')
    return { title: eventText(event), cause: t('host_book.cause'), did: t('host_book.did'), recover: t('host_book.recover') };
  return null;
}

export function faultEntry(name: string, title = known('fault', name)): Entry {
  return { title, cause: known('fault', `${name}.cause`), did: known('fault', `${name}.did`), recover: known('fault', `${name}.recover`) };
}
