import { signal } from '@preact/signals';
import { beforeEach, expect, test } from 'vitest';
import type { EventLine, LimitHit } from '../api/messages';
import { speak, type Language } from '.';
import { chinese, said, whyNot, withoutPlace } from './said';
import { bookEntry, driverName, eventText, faultTitle, limitText } from './sentences';

const language = signal<Language>('en');
beforeEach(() => {
  language.value = 'en';
  speak(language);
});
const limit: LimitHit = { what: 'leg_upper', leg: 3, axis: null, asked: 410, allowed: 399, unit: 'mm', text: '' };
const event = (change: Partial<EventLine>): EventLine => ({
  time: 0, t: 0, kind: 'log', level: 'info', text: 'as it was said', code: null, from: null, to: null, cause: null, driver: null, silence: NaN, fault: null, limit: null, began: true, past: false, ...change,
});

test('a limit names place, limit, what was asked and what is allowed', () => {
  expect(limitText(limit)).toBe('leg 3 upper end of the stroke: 410 mm asked, 399 mm allowed');
  expect(limitText({ ...limit, what: 'axis_velocity', leg: null, axis: 4, unit: '°/s', asked: 51.23, allowed: 40 })).toBe('Pitch speed of the axis: 51.2 °/s asked, 40 °/s allowed');
  language.value = 'zh';
  expect(limitText(limit)).toBe('缸 3 行程上端：请求 410 mm，允许 399 mm');
});

test('a limit this page has no words for is said as the program says it', () => {
  expect(limitText({ ...limit, what: 'new_limit', text: 'something new' })).toBe('something new');
});

test('a fault names its leg and its numbers', () => {
  const fault = { name: 'following_error', code: 192, leg: 2, value: 5.5, limit: 2.1, unit: 'mm', text: '' };
  expect(faultTitle(fault)).toBe('Following error, leg 2: 5.50 mm, allowed 2.10 mm');
  expect(faultTitle({ ...fault, value: NaN, limit: NaN })).toBe('Following error, leg 2');
});

test('events are told from their facts, not from their English text', () => {
  language.value = 'zh';
  expect(eventText(event({ kind: 'transition', from: 'ready', to: 'running', cause: 'program' }))).toBe('就绪 → 运行中（运动开始）');
  expect(eventText(event({ kind: 'refusal', code: 'at_bottom', driver: 'mdof 10.0.0.1:5' }))).toBe('拒绝 mdof 10.0.0.1:5：平台在底位。');
  expect(eventText(event({ kind: 'driver', driver: null }))).toBe('主控方：无');
  expect(eventText(event({ kind: 'host_lost', driver: 'darren 10.0.0.1:5', silence: 0.21 }))).toBe('上位机失联：darren 10.0.0.1:5，静默 210 ms');
  expect(eventText(event({ kind: 'limit', limit, began: false }))).toBe('缸 3 行程上端 不再起作用');
});

test('the fault book opens at the right entry', () => {
  const fault = { name: 'drive_error', code: 192, leg: 3, value: NaN, limit: NaN, unit: '', text: '' };
  expect(bookEntry(event({ kind: 'fault', fault }))?.recover).toMatch(/reset/);
  expect(bookEntry(event({ kind: 'transition', to: 'emergency' }))?.title).toBe('Emergency stop');
  expect(bookEntry(event({ kind: 'refusal', code: 'not_zeroed' }))?.recover).toMatch(/Zero it/);
  expect(bookEntry(event({ kind: 'limit', limit }))?.did).toBeTruthy();
  expect(bookEntry(event({ kind: 'log' }))).toBeNull();
});

test('refusals: few words by name, else the sentence, translated where it is known', () => {
  expect(whyNot('not_zeroed', 'the platform is not zeroed: zero it first')).toBe('not zeroed: zero first');
  expect(whyNot(null, 'a new reason')).toBe('a new reason');
  language.value = 'zh';
  expect(whyNot('not_zeroed', null)).toBe('未寻零：先寻零');
  expect(said('the platform is moving: wait for it or stop it')).toBe('平台正在运动：等待或停止');
});

test('input errors with values in them are translated, values kept', () => {
  expect(chinese('"1.2.3" is not a number')).toBe('“1.2.3”不是数字');
  expect(chinese('pos01.txt line 3, column 5: "x" is not a number')).toBe('第 3 行第 5 列：“x”不是数字');
  expect(chinese('unknown name "sinn"; known are t pi e and sin')).toBe('未知名称“sinn”');
  expect(chinese('the target is out of reach (sway axis upper: 900 mm asked, 353 mm allowed)')).toBe('目标超出可达范围（横移 轴上限：请求 900 mm，允许 353 mm）');
  expect(chinese('leg 3 upper end: 410 mm asked, 399 mm allowed')).toBe('缸 3 行程上端：请求 410 mm，允许 399 mm');
  expect(['point 4 column 3: unknown', 'broken.txt line 2, column 7: "x"', 'line 3: y', 'nothing: here'].map(withoutPlace)).toEqual(['unknown', '"x"', 'y', 'nothing: here']);
  expect(chinese('nobody ever said this')).toBeNull();
});

test('who drives', () => {
  expect([driverName(null), driverName('operator'), driverName('darren 1.2.3.4:5')]).toEqual(['nobody', 'operator', 'darren 1.2.3.4:5']);
});
