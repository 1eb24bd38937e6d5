// Every name the program can send has words in both languages: those it lists itself
// (tests/data/console/names.json), and every row of its table of messages.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { AXES, PROGRAMS, STATES } from '../api/messages';
import { en } from './en';
import { zh } from './zh';
import table from './messages.json';
import { foreign } from './i18n.test';

const names = JSON.parse(
  readFileSync(new URL('../../../tests/data/console/names.json', import.meta.url), 'utf8'),
) as {
  states: string[];
  programs: string[];
  faults: string[];
  refusals: Record<string, string>;
  limits: Record<string, string>;
  causes: string[];
  injections: { name: string }[];
  actions: string[];
};
/** Commands, fields, keys and axes of the wire and the command line: the table quotes them as they are typed. */
const TYPED = new Set(
  (
    'CMD A3 A6 A6T MV v1 v2 p1 p2 n T Y RX RY RZ JSON POST api docs console KEY VALUE NAME leg value action ' +
    'raise stops preset car kind high low true false null sway surge heave pitch roll yaw press off allow ulimit ' +
    'DIR ADDR ADDRESS PORT SCHED FIFO CPU calibrate restore previous factory TLS https HAL drive drives simulate following ' +
    'delay homing enable_time resume g deg targets targets1 targets3 pose tilt height height_mm tracker target level commission ' +
    'MB priority cpu spin today run Ctrl C stop yes r q fk condition force singular convert toml HEXAD ' +
    'SHARE share classical predictive response input acceleration k TOKEN SHA legs tolerance read write ' +
    'diff bin port host UDP descend neutral hold cue step jog shell MM standard move watch park FFF auto ' +
    'IPv4 pair angle files up PEM BEGIN CERTIFICATE HTTP http listening F1 base64 motor power continuous peak ' +
    'relay loss duplicate reorder truncate flip jitter behind cut both repeat Windows Linux simulated NOTIFY SOCKET now tunings ' +
    'acceptance FILE HTML reach Host Authorization Bearer Content Type Length Transfer Encoding application json GET ' +
    'test all path timed name smoothed text changes'
  ).split(' '),
);
/** What is typed has the signs of the command line, whatever its parts are called. */
const FORM = /地址:端口|名称:缸(:数值)?|轴,幅值,频率|\[速度, 加速度, 加加速度\]/g;
const rows = table as Record<string, { en: string; zh: string }>;
const has = (key: string) => key in en && key in zh && (zh as Record<string, string>)[key] !== '';

describe('the program’s names', () => {
  test('states and programs are those of the program, in its order, and have words', () => {
    expect([...STATES]).toEqual(names.states);
    expect([...PROGRAMS]).toEqual(names.programs);
    const missing = [
      ...STATES.map((one) => `state.${one}`),
      ...PROGRAMS.map((one) => `program.${one}`),
      ...AXES.map((_, i) => `axis.${i}`),
    ].filter((key) => !has(key));
    expect(missing).toEqual([]);
  });
  test('injections and actions have words', () => {
    const missing = [
      ...names.injections.flatMap(({ name }) => [`inject.${name}`, `injected.${name}`]),
      ...names.actions.map((one) => `action.${one}`),
    ];
    expect(missing.filter((key) => !has(key))).toEqual([]);
  });
  test('faults, refusals, limits and causes have their rows', () => {
    const wanted = [
      ...names.faults.flatMap((one) =>
        ['', '_cause', '_did', '_recover'].map((part) => `fault${part}_${one}`),
      ),
      ...Object.keys(names.refusals).flatMap((one) => [`refusal_${one}`, `why_${one}`, `todo_${one}`]),
      ...Object.keys(names.limits).map((one) => `limit_${one}`),
      ...names.causes.map((one) => `cause_${one.replaceAll(/[^a-z]+/g, '_')}`),
    ];
    expect(wanted.length).toBeGreaterThan(150);
    expect(wanted.filter((id) => !(id in rows))).toEqual([]);
  });
});

describe('the table of messages', () => {
  test('is Chinese in Chinese: no Latin words but units, names and commands', () => {
    const found = Object.entries(rows).flatMap(([id, { zh: text }]) =>
      foreign(text, TYPED).map((word) => `${id}: ${word}`),
    );
    expect(found).toEqual([]);
  });
  test('pauses and ends in Chinese', () => {
    expect(
      Object.entries(rows)
        .filter(([, { zh: text }]) => /[\u4e00-\u9fff][,;:?!](?!\d)/.test(text.replaceAll(FORM, '')))
        .map(([id]) => id),
    ).toEqual([]);
  });
});
