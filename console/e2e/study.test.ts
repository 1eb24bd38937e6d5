// The studies of a set on the page "Verify", against the real program: drives, space, stiffness, tolerances,
// design. Numbers are the program's own tests' business; here, that they arrive, follow, and lead on.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import {
  live,
  newPage,
  openBrowser,
  present,
  press,
  saved,
  shoot,
  type,
  until,
  type Opened,
} from './browser';
import { startProgram, type Program } from './program';

let browser: Browser;
let program: Program;
beforeAll(async () => {
  [browser, program] = await Promise.all([openBrowser(), startProgram('--set', 'plant.initial=origin')]);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

async function open(language: 'en' | 'zh' = 'en'): Promise<Opened> {
  const opened = await newPage(browser, { width: 1440, height: 900, language });
  await opened.page.goto(`${program.url}#verify`);
  await live(opened.page);
  await present(opened.page, '[data-testid=v-legs]');
  await press(opened.page, 'v-larger');
  return opened;
}
const value = (page: Page, testid: string): Promise<string> => page.getByTestId(testid).inputValue();

test('drives: a verdict with its picture, and a motor that is chosen is in the set', async () => {
  const { page, context, errors } = await open();
  await press(page, 'v-tab-sizing');
  await present(page, '[data-testid=vsize-verdict]');
  expect(await page.getByTestId('vsize-motor').count()).toBeGreaterThan(3);
  expect(Number(await page.getByTestId('vsize-picture').getAttribute('data-points'))).toBeGreaterThan(50);
  await shoot(page, 'verify-sizing-en');
  const passing = page
    .locator('[data-testid=vsize-motor][data-passes=true] [data-testid^=vsize-use-]')
    .last();
  const chosen = (await passing.getAttribute('data-testid'))!.slice('vsize-use-'.length);
  await passing.evaluate((button: HTMLElement) => button.click());
  const catalogue = (await (await fetch(`${program.url}api/verify/motors`)).json()) as {
    motors: { name: string; rated_torque_Nm: number; peak_torque_Nm: number }[];
  };
  const motor = catalogue.motors.find((one) => one.name === chosen)!;
  await until(
    () => value(page, 'v-torque'),
    (text) => text === String(motor.rated_torque_Nm),
  );
  expect(await value(page, 'v-peak_torque')).toBe(String(motor.peak_torque_Nm));
  expect(errors).toEqual([]);
  await context.close();
});

test('space: an envelope that fits and one that does not, the volume with its files, clearance', async () => {
  const { page, context, errors } = await open();
  await press(page, 'v-tab-space');
  await present(page, '[data-testid=venv][data-fits=true]');
  await type(page, 'venv-high-Z', '500');
  await present(page, '[data-testid=venv][data-fits=false]');
  await shoot(page, 'verify-envelope-en');
  await press(page, 'vspace-volume');
  const progress: number[] = [];
  page.on('response', (response) => {
    if (!response.url().endsWith('/api/verify/volume')) return;
    void response.json().then((slice: { first_row: number }) => progress.push(slice.first_row));
  });
  await press(page, 'vvol-find');
  await present(page, '[data-testid=vvol-litres][data-done=true]');
  expect(progress.length).toBeGreaterThan(3);
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
  expect(Number(await page.getByTestId('vvol-litres').getAttribute('data-litres'))).toBeGreaterThan(1);
  await shoot(page, 'verify-volume-en');
  expect((await saved(page, 'vvol-stl')).text).toMatch(/^solid /);
  expect((await saved(page, 'vvol-csv')).text.split('\n').length).toBeGreaterThan(100);
  await press(page, 'vspace-clearance');
  await present(page, '[data-testid=vclear-verdict]');
  const nearest = () => page.getByTestId('vclear-pairs').locator('td.num').first().textContent();
  const roomy = await nearest();
  await type(page, 'vclear-platform_above', '0'); // a plate in the plane of the joints is met by the legs
  await until(nearest, (now) => now !== roomy);
  const first = page.locator('[data-testid=vclear-pairs] [data-testid=vstudy-pose]').first();
  await first.evaluate((button: HTMLElement) => button.click());
  await shoot(page, 'verify-clearance-en');
  expect(errors).toEqual([]);
  await context.close();
});

test('stiffness and tolerances follow what is typed', async () => {
  const { page, context, errors } = await open('zh');
  await press(page, 'v-tab-stiffness');
  await present(page, '[data-testid=vstiff-first]');
  await present(page, '[data-testid=vtol-tightest]');
  await shoot(page, 'verify-stiffness-zh');
  const hz = async () => Number(await page.getByTestId('vstiff-first').getAttribute('data-hz'));
  const before = await hz();
  await type(page, 'vstiff-stiffness', '5');
  await until(hz, (now) => now > 0 && Math.abs(now - before) > 0.1);
  expect(errors).toEqual([]);
  await context.close();
});

test('design: from a requirement to a set that is checked', async () => {
  const { page, context, errors } = await open();
  let asked = 0;
  page.on('request', (request) => (asked += request.url().endsWith('/api/verify/design') ? 1 : 0));
  await press(page, 'v-tab-design');
  await press(page, 'vdes-find');
  await present(page, '[data-testid=vdes-row]');
  const done = (): Promise<number> =>
    page
      .getByTestId('vstudy-progress')
      .evaluate((bar: HTMLProgressElement) => bar.value)
      .catch(() => NaN);
  const first = await done();
  await until(done, (now) => now > first);
  await shoot(page, 'verify-design-en');
  await press(page, 'vdes-cancel');
  await present(page, '[data-testid=vdes-find]');
  const atCancel = asked;
  expect(atCancel).toBeLessThan(20);
  const before = await value(page, 'v-base-1-X');
  await page
    .getByTestId('vdes-take')
    .first()
    .evaluate((button: HTMLElement) => button.click());
  await until(
    () => value(page, 'v-base-1-X'),
    (text) => text !== before,
  );
  await until(
    () => value(page, 'v-project'),
    (text) => text.startsWith('design-'),
  );
  await page.evaluate(() => fetch('/api/verify/motors')); // behind whatever was on its way
  expect(asked, 'nothing is asked for after a cancel').toBe(atCancel);
  expect(errors).toEqual([]);
  await context.close();
});
