// What the program says (tests/data/console/accept) is understood, and what it does not say is not invented.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chinese } from '../i18n/said';
import { acceptance, figureText, holds, isRunning } from './answers';

const golden: unknown = JSON.parse(readFileSync(new URL('../../../tests/data/console/accept/shown.json', import.meta.url), 'utf8'));

test('the golden answer is understood', () => {
  const now = acceptance(golden);
  expect(now.state).toBe('done');
  expect(now.tests).toEqual(['reach', 'speed', 'response', 'balance', 'turnaround', 'repeatability', 'latency']);
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
  const now = acceptance({ state: 'flying', result: {}, reports: [{ name: 'x', address: 'javascript:alert(1)' }, { name: 'y', address: 'https://elsewhere/accept/' }] });
  expect(now.state).toBe('none');
  expect(now.result?.passes).toBe(false);
  expect(now.reports.map((one) => one.address)).toEqual(['', '']);
  expect(acceptance(null).reports).toEqual([]);
  expect(isRunning(acceptance({ state: 'cancelling' }).state)).toBe(true);
});

test('figures are written as in the report', () => {
  expect([0.000001, 0.0712345, -318.0512, 12345.678, NaN].map(figureText)).toEqual(['0', '0.07123', '-318.05', '12346', '–']);
});

test('what is said while it runs is said in Chinese too', () => {
  const lines = [
    'raising the platform', 'reach: sway to -318.1 mm', 'speed: yaw at 40 °/s', 'response: heave at 0.5 Hz', 'balance: torques at neutral', 'balance: heave sine',
    'turn-around: heave at 0.5 Hz', 'repeatability: approach 1 of 4', 'repeatability: the same heave sine', 'latency: order 1 of 3', 'latency: heave sine of 2 Hz',
    'the acceptance was ended early, there is no report: it was cancelled in the console', 'the platform is stopped where it was; control is given back',
    'the platform was stopped by somebody else: that stays so until hexad ctl give',
  ];
  for (const line of lines) expect(chinese(line) ?? '', line).toMatch(/^[^A-Za-z]*(?:(?:mm|s|Hz)[^A-Za-z]*)*$/);
  for (const line of lines) expect(chinese(line), line).not.toBeNull();
  expect(chinese('reach: sway to -318.1 mm')).toBe('行程：横移 至 -318.1 mm');
});
