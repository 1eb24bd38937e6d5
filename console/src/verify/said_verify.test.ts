// Every sentence the program can say about a set has Chinese words: the sentences are read from its sources.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chinese } from '../i18n/said';

const source = (path: string): string => readFileSync(new URL(`../../../src/${path}`, import.meta.url), 'utf8');

/** Adjacent literals of a call joined, with the places of values filled. */
function literals(text: string, call: RegExp): string[] {
  return [...text.matchAll(call)].map((m) =>
    [...m[1]!.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((part) => part[1]!).join('')
      .replaceAll('\\"', '"')
      .replaceAll(/%zu|\{\}/g, '1').replaceAll(/%\.\d[fg]|\{:\.\df\}/g, '1.5').replaceAll(/%s/g, 'base'),
  );
}

const CALL = String.raw`\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+)`;
const words = new RegExp(String.raw`\bwords` + CALL, 'g');
const format = new RegExp(String.raw`fmt::format` + CALL, 'g');

test.each([
  ...literals(source('kinematics/check.cpp'), words),
  ...literals(source('kinematics/derive.cpp'), words),
  ...literals(source('kinematics/geometry.cpp'), words),
].filter((text) => !/^base1$/.test(text) && text.split(' ').length > 2))('%s', (sentence) => {
  const tried = [sentence, sentence.replace('at base;', 'at neutral;').replace('no base pose', 'no neutral pose').replace('the base joint', 'the base joint')];
  expect(tried.some((one) => chinese(one) !== null), sentence).toBe(true);
});

test.each(literals(source('config/config_csv.cpp'), format).filter((text) => text.split(' ').length > 2 && !text.startsWith('legs of different')))('a file: %s', (sentence) => {
  expect(chinese(sentence), sentence).not.toBeNull();
});

const parameterSet = source('verification/parameter_set.cpp');
test.each(literals(parameterSet, format).filter((text) => text.split(' ').length > 2))('a set: %s', (sentence) => {
  const filled = sentence.replace(/^1: /, 'base: ').replace('this set: 11 is 1', 'this set: stroke is 1');
  expect(chinese(filled), filled).not.toBeNull();
});

test('the board’s ranges have words', () => {
  const allowed = [...source('protocols/csfi/check.cpp').matchAll(/checker\.(?:one|each)\("([^"]+)", m\.\w+,\s*"([^"]+)"/g)];
  expect(allowed.length).toBeGreaterThan(9);
  for (const [, field, range] of allowed) {
    const sentence = `a control board refuses this set: ${field} is 0, allowed is ${range}`;
    const said = chinese(sentence)!;
    expect(said, sentence).not.toBeNull();
    expect(said.replaceAll(/\b(mm|rpm)\b/g, ''), sentence).not.toMatch(/[a-z]{2}/);
  }
});
