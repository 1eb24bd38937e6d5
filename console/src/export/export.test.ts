import { signal } from '@preact/signals';
import { beforeAll, expect, test } from 'vitest';
import type { Packet } from '../api/messages';
import type { NumberedEvent } from '../state/store';
import { speak } from '../i18n';
import { eventsCsv, pcapng, stamp } from './export';

beforeAll(() => speak(signal('en')));

const event = (text: string): NumberedEvent =>
  ({
    id: 1,
    time: 1_700_000_000.125,
    t: 12.5,
    kind: 'log',
    level: 'warn',
    text,
    message: null,
    code: null,
    who: '10.0.0.5 console 3',
    role: 'operator',
  }) as unknown as NumberedEvent;

test('events are a table that reads back, whatever is in them', () => {
  const lines = eventsCsv([event('one, "two"'), event('=HYPERLINK("x")')]).split('\r\n');
  expect(lines[0]).toBe('time_utc,platform_s,kind,level,code,who,role,text,english');
  expect(lines[1]).toBe(
    '2023-11-14T22:13:20.125Z,12.5,log,warn,,10.0.0.5 console 3,operator,"One, ""two""","one, ""two"""',
  );
  expect(lines[2]).toContain('"\'=HYPERLINK(""x"")"');
  expect(lines[3]).toBe('');
});

const packet = (more: Partial<Packet>): Packet => ({
  time: 1_700_000_000.000_123,
  protocol: 'mdof',
  direction: 'in',
  peer: '10.0.0.5:4000',
  size: 3,
  hex: '312030',
  text: '',
  verdict: null,
  ...more,
});

test('datagrams are blocks that add up, with the headers they had', () => {
  const bytes = pcapng(
    [packet({}), packet({ direction: 'out', verdict: 'dropped: too old' })],
    [{ name: 'mdof', address: '127.0.0.1:1100' }],
  );
  const view = new DataView(bytes.buffer);
  const blocks: number[] = [];
  let at = 0;
  while (at < bytes.length) {
    const length = view.getUint32(at + 4, true);
    expect(view.getUint32(at + length - 4, true)).toBe(length);
    expect(length % 4).toBe(0);
    blocks.push(view.getUint32(at, true));
    at += length;
  }
  expect(at).toBe(bytes.length);
  expect(blocks).toEqual([0x0a0d0d0a, 1, 6, 6]);
  const first = 28 + 20;
  expect(view.getUint32(first + 20, true)).toBe(31); // captured
  const ip = first + 28;
  let sum = 0;
  for (let i = 0; i < 20; i += 2) sum += view.getUint16(ip + i);
  expect((sum & 0xffff) + (sum >> 16)).toBe(0xffff); // the checksum makes it so
  expect([...bytes.slice(ip + 12, ip + 20)]).toEqual([10, 0, 0, 5, 127, 0, 0, 1]);
  expect([view.getUint16(ip + 20), view.getUint16(ip + 22), view.getUint16(ip + 24)]).toEqual([
    4000, 1100, 11,
  ]);
  // The second went the other way.
  const out = first + view.getUint32(first + 4, true) + 28;
  expect([...bytes.slice(out + 12, out + 20)]).toEqual([127, 0, 0, 1, 10, 0, 0, 5]);
  expect([view.getUint16(out + 20), view.getUint16(out + 22)]).toEqual([1100, 4000]);
});

test('what was not kept whole is told as longer than it is', () => {
  const bytes = pcapng([packet({ size: 900 })], []);
  const view = new DataView(bytes.buffer);
  expect([view.getUint32(48 + 20, true), view.getUint32(48 + 24, true)]).toEqual([31, 928]);
});

test('names of files sort by time', () => {
  expect(stamp(new Date('2026-11-17T16:15:00.5Z'))).toBe('20261117-161500');
});
