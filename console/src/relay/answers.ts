// What a `hexad relay` says of its lines, and what it is told: src/relay.

import * as read from '../api/read';

export type Way = 'up' | 'down';
export interface Direction {
  quality: string;
  offered: number;
  lost: number;
  duplicated: number;
  reordered: number;
  damaged: number;
}
export interface Line extends Record<Way, Direction> {
  listen: string;
  to: string;
  hosts: string[];
  unreachable: number;
  no_room: number;
}

/** A quality as it is typed; 0 is not said. */
export interface Quality {
  loss: number; // %
  delay: number; // ms
  jitter: number; // ms
  duplicate: number; // %
  reorder: number; // %
  flip: number; // %
}
export const FIELDS = ['loss', 'delay', 'jitter', 'duplicate', 'reorder', 'flip'] as const;
export const CLEAR: Quality = { loss: 0, delay: 0, jitter: 0, duplicate: 0, reorder: 0, flip: 0 };
const unitOf = (field: keyof Quality): string => (field === 'delay' || field === 'jitter' ? 'ms' : '%');
export const mostOf = (field: keyof Quality): number => (unitOf(field) === 'ms' ? 60000 : 100);

/** `line` from 0, or all of them. */
export function order(line: number | 'all', way: Way | 'both', quality: Quality | 'cut'): string {
  const words =
    quality === 'cut'
      ? ['cut']
      : FIELDS.filter((field) => quality[field] > 0).map(
          (field) => `${field}=${quality[field]}${unitOf(field)}`,
        );
  return [...(line === 'all' ? [] : [line + 1]), way, ...(words.length > 0 ? words : ['clear'])].join(' ');
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const fields = (json: unknown): read.Json => (read.isObject(json) ? json : {});

function direction(json: unknown): Direction {
  const one = fields(json);
  return {
    quality: text(one.quality),
    offered: read.number(one.offered),
    lost: read.number(one.lost),
    duplicated: read.number(one.duplicated),
    reordered: read.number(one.reordered),
    damaged: read.number(one.damaged),
  };
}

export const lines = (json: unknown): Line[] =>
  read
    .list(fields(json).lines)
    .map(fields)
    .map((one) => ({
      listen: text(one.listen),
      to: text(one.to),
      hosts: read.list(one.hosts).map(text),
      unreachable: read.number(one.unreachable),
      no_room: read.number(one.no_room),
      up: direction(one.up),
      down: direction(one.down),
    }));
