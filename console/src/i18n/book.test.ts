// Every name the program can send has words in both languages. The names are read from its sources.

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { AXES, PROGRAMS, STATES } from '../api/messages';
import { en } from './en';
import { zh } from './zh';
import { chinese } from './said';
import { INJECTION_NAMES } from '../state/injections';

const source = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** The enumerators of a C++ `enum class`, in order. */
export function enumerators(text: string, name: string): string[] {
  const body = new RegExp(`enum class ${name}[^{]*\\{([^}]*)\\}`).exec(text)?.[1] ?? '';
  return body.replaceAll(/\/\/.*$/gm, '').split(',').map((one) => one.split('=')[0]!.trim()).filter(Boolean);
}
/** The texts of a C++ array of names. */
export function texts(text: string, start: string): string[] {
  const from = text.indexOf(start);
  return from < 0 ? [] : [...text.slice(from, text.indexOf('};', from)).matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((m) => m[1]!.replaceAll('\\"', '"'));
}

const has = (key: string) => key in en && key in zh && (zh as Record<string, string>)[key] !== '';

describe('the program’s names', () => {
  const faults = enumerators(source('src/model/fault.hpp'), 'FaultKind').filter((name) => name !== 'none');
  test.each([...faults, 'emergency_stop'])('fault %s has a title, a cause, what was done and a way back', (name) => {
    for (const part of ['', '.cause', '.did', '.recover']) expect(has(`fault.${name}${part}`), part).toBe(true);
  });
  test('there are as many faults as were read', () => expect(faults.length).toBeGreaterThanOrEqual(16));

  const refusals = enumerators(source('src/model/refusal.hpp'), 'Refusal');
  test.each(refusals)('refusal %s has few words, a sentence and what to do', (name) => {
    expect(`why.${name}` in en && `why.${name}` in zh).toBe(true);
    expect(has(`refusal.${name}`) && has(`refusal.${name}.todo`)).toBe(true);
  });
  test('there are as many refusals as were read', () => expect(refusals.length).toBeGreaterThanOrEqual(19));

  test.each(enumerators(source('src/model/limits.hpp'), 'Limit').filter((name) => name !== 'none'))('limit %s has words', (name) => {
    expect(has(`limit.${name}`)).toBe(true);
  });
  test('states and programs are those of the program, in its order, and have words', () => {
    expect([...STATES]).toEqual(enumerators(source('src/model/state.hpp'), 'State'));
    expect([...PROGRAMS]).toEqual(enumerators(source('src/model/state.hpp'), 'ProgramKind'));
    for (const state of STATES) expect(has(`state.${state}`), state).toBe(true);
    for (const program of PROGRAMS) expect(has(`program.${program}`), program).toBe(true);
    AXES.forEach((_, axis) => expect(has(`axis.${axis}`)).toBe(true));
  });
  test.each(enumerators(source('src/plant/injection.hpp'), 'Injection'))('injection %s can be chosen and is explained', (name) => {
    expect(INJECTION_NAMES).toContain(name);
    expect(has(`inject.${name}`) && has(`injected.${name}`)).toBe(true);
  });
  test('every cause of a change of state has words', () => {
    const causes = texts(source('src/lifecycle/transitions.cpp'), 'kNames{"self-test');
    expect(causes.length).toBeGreaterThan(15);
    for (const cause of causes) expect(has(`cause.${cause}`), cause).toBe(true);
  });
});

describe('sentences of the program in Chinese', () => {
  test.each(texts(source('src/model/event.cpp'), 'kRefusalTexts{'))('%s', (sentence) => expect(chinese(sentence)).not.toBeNull());
  const stepOn = [...source('src/console_api/status_report.cpp').matchAll(/return "([^"]+)";/g)].map((m) => m[1]!);
  const legal = [...source('src/operation/legal.cpp').matchAll(/nothing_to_do\("([^"]+)"\)/g)].map((m) => m[1]!);
  test.each(legal)('%s', (sentence) => expect(chinese(sentence)).not.toBeNull());
  test.each(stepOn)('%s', (sentence) => expect(chinese(sentence)).not.toBeNull());
});

const NAMES = new URL('../../../tests/data/console/names.json', import.meta.url).pathname;
test.runIf(existsSync(NAMES))('the program’s own list of names has words for each', () => {
  const names = JSON.parse(existsSync(NAMES) ? readFileSync(NAMES, 'utf8') : '{}') as Record<string, unknown>;
  const listed = (key: string): string[] => {
    const value = names[key];
    return Array.isArray(value) ? value.map((one) => (typeof one === 'string' ? one : String((one as { name: string }).name))) : Object.keys((value as object) ?? {});
  };
  const missing = [
    ...listed('faults').filter((name) => name !== 'none' && !has(`fault.${name}.recover`)),
    ...listed('refusals').filter((name) => !has(`refusal.${name}`)),
    ...listed('limits').filter((name) => name !== 'none' && !has(`limit.${name}`)),
    ...listed('injections').filter((name) => !has(`inject.${name}`)),
    ...listed('actions').filter((name) => !has(`action.${name}`)),
    ...listed('causes').filter((name) => !has(`cause.${name}`)),
  ];
  expect(missing).toEqual([]);
});
