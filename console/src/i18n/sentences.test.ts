import { signal } from '@preact/signals';
import { beforeEach, expect, test } from 'vitest';
import type { EventLine, FaultNow, LimitHit } from '../api/messages';
import { speak, type Language } from '.';
import { isForeign, message, told, type Message } from './message';
import { bookEntry, causeText, driverName, eventText, faultTitle, limitText, whyNot } from './sentences';

const language = signal<Language>('en');
beforeEach(() => {
  language.value = 'en';
  speak(language);
});
const hit: Message = {
  id: 'limit_at_leg',
  facts: {
    leg: 3,
    limit: { id: 'limit_leg_upper', facts: {} },
    asked: { value: 410, unit: 'mm' },
    allowed: { value: 399, unit: 'mm' },
  },
};
const limit: LimitHit = {
  what: 'leg_upper',
  leg: 3,
  axis: null,
  asked: 410,
  allowed: 399,
  unit: 'mm',
  text: 'as the program says it',
  message: hit,
};
const fault: FaultNow = {
  name: 'following_error',
  code: 192,
  leg: 2,
  value: 5.5,
  limit: 2.1,
  unit: 'mm',
  text: '',
  message: message({
    id: 'fault_value',
    facts: {
      fault: { id: 'fault_leg', facts: { fault: { id: 'fault_following_error' }, leg: 2 } },
      value: { value: 5.5, unit: 'mm' },
      bound: { value: 2.1, unit: 'mm' },
    },
  }),
};
const event = (change: Partial<EventLine>): EventLine => ({
  time: 0,
  t: 0,
  kind: 'log',
  level: 'info',
  text: 'as it was said',
  message: null,
  code: null,
  from: null,
  to: null,
  cause: null,
  driver: null,
  silence: NaN,
  fault: null,
  limit: null,
  began: true,
  past: false,
  who: null,
  role: null,
  ...change,
});

test('a limit names place, limit, what was asked and what is allowed', () => {
  expect(limitText(limit)).toBe('leg 3 upper end: 410 mm asked, 399 mm allowed');
  language.value = 'zh';
  expect(limitText(limit)).toBe('缸 3 行程上端：请求 410 mm，允许 399 mm');
});

test('an angle has no blank before its unit, a number below zero a true minus', () => {
  const turned = { ...hit, facts: { ...hit.facts, asked: { value: -51.2, unit: '°/s' } } };
  expect(told({ text: '', message: turned })).toBe('leg 3 upper end: −51.2°/s asked, 399 mm allowed');
});

test('a message this page does not know is said as the program says it, and said to be English', () => {
  const later = { text: 'something new', message: { id: 'of_a_later_version', facts: {} } };
  expect(told(later)).toBe('something new');
  expect(isForeign(later)).toBe(false);
  language.value = 'zh';
  expect(told(later)).toBe('something new');
  expect([isForeign(later), isForeign({ text: 'x', message: null }), isForeign(limit)]).toEqual([
    true,
    true,
    false,
  ]);
});

test('a fault names its leg and its numbers', () => {
  expect(faultTitle(fault)).toBe('Following error, leg 2: 5.5 mm, allowed 2.1 mm');
  language.value = 'zh';
  expect(faultTitle(fault)).toBe('跟随误差，缸 2：5.5 mm，允许 2.1 mm');
});

test('events are told from their facts, not from their English text', () => {
  language.value = 'zh';
  expect(eventText(event({ kind: 'transition', from: 'ready', to: 'running', cause: 'program' }))).toBe(
    '就绪 → 运行中（运动开始）',
  );
  const refused = {
    id: 'host_refused',
    facts: { who: 'mdof 10.0.0.1:5', why: { id: 'refusal_at_bottom', facts: {} } },
  };
  expect(
    eventText(event({ kind: 'refusal', code: 'at_bottom', driver: 'mdof 10.0.0.1:5', message: refused })),
  ).toBe('拒绝 mdof 10.0.0.1:5：平台在底位：先上升');
  expect(eventText(event({ kind: 'driver', driver: null }))).toBe('主控方：无');
});

test('the fault book opens at the right entry', () => {
  expect(bookEntry(event({ kind: 'fault', fault: { ...fault, name: 'drive_error' } }))?.recover).toMatch(
    /reset/,
  );
  expect(bookEntry(event({ kind: 'transition', to: 'emergency' }))?.title).toBe('Emergency stop');
  expect(bookEntry(event({ kind: 'refusal', code: 'not_zeroed' }))?.recover).toMatch(/Home it/);
  expect(bookEntry(event({ kind: 'limit', limit }))?.did).toBeTruthy();
  expect(bookEntry(event({ kind: 'host_lost', driver: 'x' }))?.recover).toBeTruthy();
  expect(bookEntry(event({ kind: 'log' }))).toBeNull();
});

test('refusals: few words by code, else what the program said', () => {
  expect(whyNot('not_zeroed', 'the platform is not homed: home it first')).toBe('not homed: home first');
  expect(whyNot(null, 'a new reason')).toBe('a new reason');
  expect(whyNot('nothing_to_do', 'x', { id: 'no_enable_needed', facts: {} })).toBe(
    'simulated drives need no enable',
  );
  language.value = 'zh';
  expect(whyNot('not_zeroed', null)).toBe('未回零：先回零');
  expect(causeText('reset, zero kept')).toBe('复位，保留零点');
});

test('who drives', () => {
  expect([driverName(null), driverName('operator'), driverName('darren 1.2.3.4:5')]).toEqual([
    'nobody',
    'operator',
    'darren 1.2.3.4:5',
  ]);
});
