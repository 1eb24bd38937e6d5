// What the program says (tests/data/console/accept) is understood, and what it does not say is not invented.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { signal } from '@preact/signals';
import { speak, type Language } from '../i18n';
import { told } from '../i18n/message';
import { acceptance, figureText, holds, isRunning } from './answers';
import { figureWords } from './figure_words';

const golden: unknown = JSON.parse(
  readFileSync(new URL('../../../tests/data/console/accept/shown.json', import.meta.url), 'utf8'),
);

test('the golden answer is understood', () => {
  const now = acceptance(golden);
  expect(now.state).toBe('done');
  expect(now.tests).toEqual([
    'reach',
    'speed',
    'response',
    'balance',
    'turnaround',
    'repeatability',
    'latency',
  ]);
  expect(now.chosen).toEqual(['reach']);
  expect(now.quick).toBe(true);
  expect(now.against).toBe('acceptance-20261115-090000.html');
  expect(now.lines).toHaveLength(2);
  expect(now.result?.passes).toBe(false);
  const [reached, error, none] = now.result!.tests[0]!.figures;
  expect(reached!.value).toBe(-318.05);
  expect(holds(reached!)).toBe(true);
  expect(holds(error!)).toBe(false);
  expect(none!.value).toBeNaN();
  expect(now.reports[0]!.address).toBe('/accept/acceptance-20261116-102545.html?key=KEY');
  expect(now.reports[0]!.broken).toBe(2);
});

test('an answer of another kind passes nothing, and an address that is no report of this program is none', () => {
  const now = acceptance({
    state: 'flying',
    result: {},
    reports: [
      { name: 'x', address: 'javascript:alert(1)' },
      { name: 'y', address: 'https://elsewhere/accept/' },
    ],
  });
  expect(now.state).toBe('none');
  expect(now.result?.passes).toBe(false);
  expect(now.reports.map((one) => one.address)).toEqual(['', '']);
  expect(acceptance(null).reports).toEqual([]);
  expect(isRunning(acceptance({ state: 'cancelling' }).state)).toBe(true);
});

test('an honest verdict: nothing broken and something not measured is not passed', () => {
  const now = acceptance({
    result: {
      passes: false,
      broken: 0,
      bounds: 38,
      verdict: 'Not passed: 2 of 7 tests could not be measured whole.',
      verdict_message: { id: 'accept_unmeasured', facts: { count: 2, tests: 7 } },
    },
    test: 3,
    left_s: 80,
  });
  expect([now.test, now.left_s]).toEqual([3, 80]);
  const language = signal<Language>('en');
  speak(language);
  expect(told(now.result!.verdict)).toBe('Not passed: 2 of 7 tests could not be measured whole.');
  language.value = 'zh';
  expect(told(now.result!.verdict)).toMatch(/^未通过：7 项测试中有 2 项/);
  language.value = 'en';
  expect(acceptance({}).left_s).toBeNaN();
});

test('every figure of a report has words in both languages', () => {
  const page = readFileSync(new URL('../../../docs/acceptance-example.html', import.meta.url), 'utf8');
  const names = [
    ...new Set(
      [
        ...page.matchAll(
          /"name":"((?:reach|speed|response|balance|turnaround|repeatability|latency)\.[^"]+)"/g,
        ),
      ].map((m) => m[1]!),
    ),
  ];
  expect(names.length).toBeGreaterThan(80);
  const language = signal<Language>('en');
  speak(language);
  expect(figureWords('reach.sway.low.error_mm')).toBe('Sway · lower end · error');
  expect(figureWords('response.heave.0.5Hz.phase_deg')).toBe('Heave · 0.5 Hz · phase');
  language.value = 'zh';
  const foreign = names.filter((name) => /[a-z]{2}/.test(figureWords(name).replaceAll('Hz', '')));
  expect(foreign).toEqual([]);
  language.value = 'en';
  expect(names.filter((name) => figureWords(name).includes('_'))).toEqual([]);
});

test('figures are written as in the report', () => {
  expect([0.000001, 0.0712345, -318.0512, 12345.678, NaN].map(figureText)).toEqual([
    '0',
    '0.07123',
    '-318.05',
    '12346',
    '–',
  ]);
});

test('what is said while it runs is said in the language of the page', () => {
  const now = acceptance(golden);
  const language = signal<Language>('zh');
  speak(language);
  expect(now.lines.map(told)).toEqual(['平台上升', '行程：横移至 −318.1 mm']);
  language.value = 'en';
  expect(now.lines.map(told)).toEqual(['raising the platform', 'reach: sway to −318.1 mm']);
});
