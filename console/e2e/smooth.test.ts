// A file that shakes too hard: smoothed when it is asked for, never else, and remembered.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openConsole, present, press, shoot, until, waitState, type Opened } from './browser';
import { startProgram, type Program } from './program';

/** A script: heave 40 mm at 0.2 Hz that comes and goes, and a tremble at 15 Hz on it. */
function script(tremble: number): string {
  const rows = Array.from({ length: 1000 }, (_, i) => {
    const time = i / 100;
    const x = Math.min(1, time / 3, (10 - time) / 3);
    const ramp = x * x * x * (10 + x * (6 * x - 15));
    const swing = 40 * Math.sin(2 * Math.PI * 0.2 * time) + tremble * Math.sin(2 * Math.PI * 15 * time);
    return `0,0,0,0,0,${(ramp * swing).toFixed(4)},0`;
  });
  return `${rows.join('\n')}\n`;
}

const folder = mkdtempSync(join(tmpdir(), 'hexad-e2e-motion-'));
let browser: Browser;
let program: Program;
let opened: Opened;
let page: Page;

beforeAll(async () => {
  writeFileSync(join(folder, 'waves.csv'), script(3));
  writeFileSync(join(folder, 'calm.csv'), script(0));
  [browser, program] = await Promise.all([
    openBrowser(),
    startProgram(
      '--set',
      'plant.initial=neutral',
      '--set',
      `motion_folder=${folder}`,
      '--set',
      'lingjing.films=["waves.csv"]',
    ),
  ]);
  opened = await openConsole(browser, program.url);
  page = opened.page;
  await waitState(page, 'ready');
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
  rmSync(folder, { recursive: true, force: true });
});

const passes = (yes: boolean) => present(page, `[data-testid=preflight][data-passes=${yes}]`);
const isChosen = () => page.getByTestId('smooth').isChecked();
const note = () => page.getByTestId('smoothed').textContent();

test('it is offered where a file shakes too hard, with what is lost, and not done unasked', async () => {
  await press(page, 'mode-files');
  await press(page, 'file-calm.csv');
  await passes(true);
  expect(await page.getByTestId('smooth').count()).toBe(0);
  await press(page, 'file-waves.csv');
  await passes(false);
  expect(await isChosen()).toBe(false);
  expect(await note()).toMatch(
    /smoothed at [\d.]+ Hz: [\d.]+ % of the amplitude is left.*nothing comes later/,
  );
  expect(await page.getByTestId('start-file').isDisabled()).toBe(true);
  await shoot(page, 'smooth-offered-en-light');
});

test('asked for it passes, plays, and is remembered for the file', async () => {
  await page.getByTestId('smooth').click();
  await passes(true);
  expect(await isChosen()).toBe(true);
  expect(await note()).toMatch(/^It is smoothed at/);
  await shoot(page, 'smooth-chosen-en-light');
  await press(page, 'start-file');
  await waitState(page, 'running');
  await until(
    () => Promise.resolve(program.log()),
    (log) => /smoothed at [\d.]+ Hz/.test(log),
  );
  await press(page, 'stop');
  await waitState(page, 'ready');
  await page.reload();
  await press(page, 'mode-files');
  await press(page, 'file-waves.csv');
  await passes(true);
  expect(await isChosen()).toBe(true);
});

test('the film of that file has the same switch, and says so in Chinese', async () => {
  const other = await openConsole(browser, program.url, { language: 'zh' });
  page = other.page;
  await press(page, 'mode-films');
  await press(page, 'film-1');
  await passes(true);
  expect(await isChosen()).toBe(true);
  expect(await note()).toMatch(/^播放时以 [\d.]+ Hz 平滑：保留 [\d.]+ % 的幅度/);
  await shoot(page, 'smooth-film-zh-light');
  await page.getByTestId('smooth').click();
  await passes(false);
  expect(await isChosen()).toBe(false);
  expect(await page.getByTestId('start-film').isDisabled()).toBe(true);
  await page.getByTestId('smooth').click();
  await passes(true);
  await press(page, 'start-film');
  await waitState(page, 'running');
  await press(page, 'stop');
  await waitState(page, 'ready');
  expect(other.errors).toEqual([]);
  await other.context.close();
  page = opened.page;
});

test('a file that replaces another of its name was not asked for', async () => {
  const upload = (text: string) =>
    page
      .getByTestId('file-upload')
      .setInputFiles({ name: 'mine.csv', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await upload(script(3));
  await passes(false);
  await page.getByTestId('smooth').click();
  await passes(true);
  await upload(script(2.5));
  await passes(false);
  expect(await isChosen()).toBe(false);
  expect(opened.errors).toEqual([]);
});
