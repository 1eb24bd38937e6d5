// What was typed is not lost by a reload or a button that only reads, and what is no longer true does not
// look as if.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { live, newPage, openBrowser, present, press, type, until } from './browser';
import { startProgram, type Program } from './program';

let browser: Browser;
let program: Program;
beforeAll(async () => {
  [browser, program] = await Promise.all([openBrowser(), startProgram('--set', 'plant.initial=neutral')]);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

async function open(hash: string) {
  const opened = await newPage(browser, { width: 1366, height: 768 });
  await opened.page.goto(program.url + hash);
  await live(opened.page);
  return opened;
}
const value = (page: Page, testid: string) => page.getByTestId(testid).inputValue();

test('Verify: edits and project survive a reload', async () => {
  const { page, context } = await open('#verify');
  await present(page, '[data-testid=v-legs]');
  await type(page, 'v-base-1-X', '-360');
  await type(page, 'v-project', 'my set');
  await page.reload();
  await live(page);
  await present(page, '[data-testid=v-legs]');
  expect([await value(page, 'v-base-1-X'), await value(page, 'v-project')]).toEqual(['-360', 'my set']);
  await context.close();
});

test('Verify: beside a field that is no number, results are grey and nothing is called good', async () => {
  const { page, context } = await open('#verify');
  await present(page, '[data-testid=v-legs]');
  await press(page, 'v-tab-checks');
  for (const [typed, title] of [
    ['abc', 'no number'],
    ['1e12', 'larger than 1 000 000'],
  ] as const) {
    await type(page, 'v-base-1-X', typed);
    await present(page, '[data-testid=v-outdated]');
    expect(await page.getByTestId('v-base-1-X').getAttribute('title')).toContain(title);
    await present(page, '.vcentre.grey[data-outdated=true]');
    await present(page, '.vbottom .tab.grey');
    expect(await page.locator('.verdict.good').count()).toBe(0);
  }
  await press(page, 'v-undo');
  await until(
    () => page.getByTestId('v-outdated').count(),
    (n) => n === 0,
  );
  expect(await page.locator('.vcentre.grey').count()).toBe(0);
  await context.close();
});

test('Verify: assembly modes of another set are marked and cannot be shown', async () => {
  const { page, context } = await open('#verify');
  await present(page, '[data-testid=v-legs]');
  await press(page, 'v-tab-modes');
  await press(page, 'v-modes-find');
  await present(page, '[data-testid=v-mode]');
  expect(await page.getByTestId('v-modes-before').count()).toBe(0);
  await press(page, 'v-clear');
  await present(page, '[data-testid=v-modes-before]');
  expect(await page.locator('[data-testid=v-modes] button:not(:disabled)').count()).toBe(0);
  await context.close();
});

test('Calibrate: reading asks what becomes of typed values; nothing is offered that must fail', async () => {
  const { page, context } = await open('#calibrate');
  await press(page, 'cal-read');
  await present(page, '[data-testid=cal-table]');
  await press(page, 'cal-group-2');
  await type(page, 'value-control.speed-0', '25');
  await press(page, 'cal-read');
  await present(page, '[data-testid=cal-read-question]');
  expect(await value(page, 'value-control.speed-0')).toBe('25');
  await press(page, 'cal-read-keep');
  await until(
    () => page.getByTestId('cal-read-question').count(),
    (n) => n === 0,
  );
  await present(page, '[data-testid=cal-read]:not(:disabled)');
  expect(await value(page, 'value-control.speed-0')).toBe('25');
  // Raised: the board would not take it.
  await press(page, 'cal-write');
  await present(page, '[data-testid=cal-confirm]');
  expect(await page.getByTestId('cal-yes').isDisabled()).toBe(true);
  await press(page, 'cal-cancel');
  await type(page, 'value-control.speed-0', '99999');
  await present(page, '[data-testid=cal-write]:disabled');
  await press(page, 'cal-read');
  await press(page, 'cal-read-drop');
  await until(
    () => value(page, 'value-control.speed-0'),
    (text) => text === '50',
  );
  await context.close();
});

test('a failed upload stands apart from the verdict of the chosen file, each with its name', async () => {
  const { page, context } = await open('#operate');
  await press(page, 'mode-files');
  await press(page, 'file-pos01.txt');
  await present(page, '[data-testid=preflight][data-passes=true]');
  const upload = (name: string, text: string) =>
    page
      .getByTestId('file-upload')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await upload('bad2.txt', '0 0 0 0 0 0 0\n1 0 0 x 0 0 0\n');
  await present(page, '[data-testid=upload-result][data-stored=false]');
  expect(await page.locator('.upload.refused').textContent()).toContain('bad2.txt');
  expect(await page.locator('.preview h3').textContent()).toBe('Check of pos01.txt');
  await upload('no good name.txt', 'x');
  await until(
    () => page.locator('.mode').textContent(),
    (text) => text?.includes('no good name.txt: a name may have') ?? false,
  );
  await press(page, 'start-file');
  await until(
    () => page.getByTestId('motion').textContent(),
    (text) => /pos01\.txt.*\d:\d\d \/ /.test(text ?? ''),
  );
  await press(page, 'stop');
  await context.close();
});
