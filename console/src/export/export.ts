// What the page has seen, as files: events as CSV, datagrams as pcapng (Wireshark, `hexad decode`).

import type { Packet } from '../api/messages';
import type { NumberedEvent } from '../state/store';
import type { Alarm } from '../state/alarms';
import { eventText } from '../i18n/sentences';
import { told } from '../i18n/message';
import { known } from '../i18n';

/** 20261117-161500, for names of files. */
export const stamp = (now = new Date()): string =>
  now.toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);

export function saveFile(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A table program takes what begins like this for a formula; a host may have sent it. */
const plain = (text: string): string => (/^[=+\-@\t]/.test(text) ? `'${text}` : text);
const cell = (value: string | number): string => {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const text = plain(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const table = (rows: readonly (readonly (string | number)[])[]): string =>
  `${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
const utc = (seconds: number): string =>
  Number.isFinite(seconds) ? new Date(seconds * 1000).toISOString() : '';

/** Oldest first. `text` is in the language of the page, `english` the program's own. */
export const eventsCsv = (events: readonly NumberedEvent[]): string =>
  table([
    ['time_utc', 'platform_s', 'kind', 'level', 'code', 'who', 'role', 'text', 'english'],
    ...events.map((one) => [
      utc(one.time),
      one.t,
      one.kind,
      one.level,
      one.code ?? '',
      one.who ?? '',
      one.role ?? '',
      eventText(one),
      one.text,
    ]),
  ]);

export const alarmsCsv = (alarms: readonly Alarm[]): string =>
  table([
    [
      'number',
      'first_utc',
      'last_utc',
      'count',
      'kind',
      'level',
      'text',
      'english',
      'acknowledged_utc',
      'who',
      'role',
    ],
    ...alarms.map((one) => [
      one.number,
      utc(one.first),
      utc(one.last),
      one.count,
      known('alarm.kind', one.kind),
      one.level,
      told(one),
      one.text,
      one.acknowledged ? utc(one.acknowledged.time) : '',
      one.acknowledged?.who ?? '',
      one.acknowledged?.role ?? '',
    ]),
  ]);

// ------------------------------------------------------------------------------------------------ pcapng

const RAW_IP = 101; // the link type: packets begin with their IP header
const HEADERS = 28; // IPv4 and UDP
const COMMENT = 1;

interface Socket {
  ip: number[];
  port: number;
}
function socketOf(text: string): Socket {
  const [address = '', port = '0'] = text.split(':');
  const ip = address.split('.').map(Number);
  return { ip: ip.length === 4 && ip.every(Number.isFinite) ? ip : [0, 0, 0, 0], port: Number(port) };
}

const bytesOf = (hex: string): number[] =>
  Array.from({ length: hex.length >> 1 }, (_, i) => parseInt(hex.slice(2 * i, 2 * i + 2), 16));
const short = (value: number): number[] => [(value >> 8) & 255, value & 255]; // as networks have it

function checksum(bytes: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < bytes.length; i += 2) sum += (bytes[i]! << 8) | bytes[i + 1]!;
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  return ~sum & 0xffff;
}

/** The datagram with the headers it had on its way; its UDP checksum is left out, as one may. */
function datagram(packet: Packet, own: Socket): number[] {
  const [from, to] = packet.direction === 'in' ? [socketOf(packet.peer), own] : [own, socketOf(packet.peer)];
  const head = (sum: number) => [
    ...[0x45, 0, ...short(HEADERS + packet.size), 0, 0, 0x40, 0, 64, 17, ...short(sum)],
    ...[...from.ip, ...to.ip],
  ];
  const udp = [...short(from.port), ...short(to.port), ...short(8 + packet.size), 0, 0];
  return [...head(checksum(head(0))), ...udp, ...bytesOf(packet.hex)];
}

/** Little-endian numbers and padded bytes, one block after the other. */
class Blocks {
  private readonly parts: number[] = [];
  add(type: number, body: number[]): void {
    const padded = [...body, ...Array.from({ length: -body.length & 3 }, () => 0)];
    const length = padded.length + 12;
    this.parts.push(...word(type), ...word(length));
    for (const byte of padded) this.parts.push(byte);
    this.parts.push(...word(length));
  }
  bytes(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.parts);
  }
}
const word = (value: number): number[] => [0, 8, 16, 24].map((shift) => (value >>> shift) & 255);
const half = (value: number): number[] => [value & 255, (value >> 8) & 255];
const pad = (bytes: number[]): number[] => [...bytes, ...Array.from({ length: -bytes.length & 3 }, () => 0)];
const option = (code: number, bytes: number[]): number[] => [
  ...half(code),
  ...half(bytes.length),
  ...pad(bytes),
];

/** `protocols`: the addresses the program listens on. What was too long to be kept whole is marked so. */
export function pcapng(
  packets: readonly Packet[],
  protocols: readonly { name: string; address: string }[],
): Uint8Array<ArrayBuffer> {
  const blocks = new Blocks();
  blocks.add(0x0a0d0d0a, [...word(0x1a2b3c4d), ...half(1), ...half(0), ...word(-1), ...word(-1)]);
  blocks.add(1, [...half(RAW_IP), ...half(0), ...word(0)]);
  for (const packet of packets) {
    const own = socketOf(protocols.find((one) => one.name === packet.protocol)?.address ?? '');
    const bytes = datagram(packet, own);
    const time = BigInt(Math.round(packet.time * 1e6));
    const comment = packet.verdict ? [...new TextEncoder().encode(packet.verdict)] : [];
    blocks.add(6, [
      ...word(0),
      ...word(Number(time >> 32n)),
      ...word(Number(time & 0xffffffffn)),
      ...word(bytes.length),
      ...word(HEADERS + packet.size),
      ...pad(bytes),
      ...(comment.length > 0 ? [...option(COMMENT, comment), ...option(0, [])] : []),
    ]);
  }
  return blocks.bytes();
}
