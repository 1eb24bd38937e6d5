// The page "Cueing" without a host: tunings are kept, a manoeuvre is played into the platform, two tunings are
// compared on it and gone over to while it plays.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import {
  live,
  newPage,
  number,
  openBrowser,
  present,
  press,
  shoot,
  type,
  until,
  waitState,
  type PageOptions,
} from './browser';
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

interface Reply {
  result: string;
  reason: string;
}
const order = async (body: object): Promise<Reply> =>
  (await (
    await fetch(`${program.url}api/ctl`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json()) as Reply;
const tuningNow = async (): Promise<string> =>
  ((await (await fetch(`${program.url}api/cueing`)).json()) as { preset: string }).preset;

async function open(options: PageOptions = {}) {
  const opened = await newPage(browser, options);
  await opened.page.goto(`${program.url}#cueing`);
  await live(opened.page);
  await present(opened.page, '[data-testid=try-manoeuvre] option[value="braking.csv"]');
  return opened;
}
/** An option whose text is its value has no such attribute. */
const choices = (page: Page, testid: string): Promise<string[]> =>
  page
    .getByTestId(testid)
    .locator('option')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
/** Two tunings that differ, in places A and B. */
async function aAndB(page: Page): Promise<void> {
  await order({ action: 'cueing', preset: 'gentle' });
  await order({ action: 'save_tuning', name: 'soft' });
  await order({ action: 'cueing', preset: 'strong', engine: 'classical' });
  await order({ action: 'save_tuning', name: 'sharp' });
  for (const [place, name] of ['soft', 'sharp'].entries()) {
    await until(
      () => choices(page, `try-place-${place}`),
      (names) => names.includes(name),
    );
    await page.getByTestId(`try-place-${place}`).selectOption(name, { force: true });
  }
}
const text = (page: Page, testid: string) => page.getByTestId(testid).first().textContent();
const gone = (page: Page, testid: string) =>
  until(
    () => page.getByTestId(testid).count(),
    (count) => count === 0,
  );

test('a tuning is saved by a name, gone over to, and deleted when asked twice', async () => {
  const { page, context, errors } = await open();
  await order({ action: 'cueing', preset: 'car' });
  await type(page, 'kept-name', 'a b');
  expect(await page.getByTestId('kept-save').isDisabled()).toBe(true);
  await type(page, 'kept-name', 'mine');
  await press(page, 'kept-save');
  await present(page, '[data-testid=kept-mine][data-in-force=true]');
  expect(await page.getByTestId('kept-name').inputValue()).toBe('');
  await order({ action: 'cueing', preset: 'ship' });
  await present(page, '[data-testid=kept-mine][data-in-force=false]');
  await press(page, 'kept-apply-mine');
  await present(page, '[data-testid=kept-mine][data-in-force=true]');
  expect(await tuningNow()).toBe('car');
  await press(page, 'kept-delete-mine');
  expect(await text(page, 'kept-delete-mine')).toBe('Really delete?');
  await press(page, 'kept-delete-mine');
  await gone(page, 'kept-mine');
  expect((await order({ action: 'tune', name: 'mine' })).result).toBe('refused');
  expect(errors).toEqual([]);
  await context.close();
});

test('a damaged file is told on the page, and is no choice', async () => {
  const folder = join(program.state, 'standard-400', 'tunings');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'broken.json'), '{"preset": "car", "eng');
  try {
    const { page, context } = await open({ language: 'zh' });
    await present(page, '[data-testid=kept-damaged]');
    expect(await text(page, 'kept-damaged')).toContain('broken.json：已损坏');
    expect(await page.getByTestId('kept-broken').count()).toBe(0);
    await context.close();
  } finally {
    rmSync(join(folder, 'broken.json'));
  }
});

test('two tunings are compared on a manoeuvre: numbers beside each other, the felt forces of both', async () => {
  const { page, context, errors } = await open();
  await aAndB(page);
  await page.getByTestId('try-manoeuvre').selectOption('step.csv', { force: true });
  await press(page, 'try-compare');
  await present(page, '[data-testid=compare-view][data-busy=false] [data-testid=compared]', 150_000);
  const value = (name: string, place: number) => number(page, `compared-${name}-${place}`, 'data-value');
  const [soft, sharp] = [await value('force_percent', 0), await value('force_percent', 1)];
  expect(sharp).toBeLessThan(soft);
  expect(await text(page, 'compared-force_percent-1')).toMatch(/^\d+ % ✓$/);
  expect(await value('share_percent', 1)).toBeGreaterThan(await value('share_percent', 0));
  for (const axis of [0, 1, 2])
    expect(await number(page, `compared-felt-${axis}`, 'data-points')).toBeGreaterThan(100);
  await shoot(page, 'tried-compared-en-light');
  await press(page, 'cue-view-live');
  await present(page, '[data-testid=cue-row-force]');
  expect(errors).toEqual([]);
  await context.close();
});

test('a manoeuvre is played: A and B while it plays, pause, resume, end at neutral', async () => {
  const { page, context, errors } = await open();
  await aAndB(page);
  await page.getByTestId('try-manoeuvre').selectOption('slalom.csv', { force: true });
  await page.getByTestId('try-repeat').check({ force: true });
  await press(page, 'start-manoeuvre');
  await present(page, '[data-testid=try-playing][data-name="slalom.csv"]');
  await waitState(page, 'running');
  await press(page, 'cue-show-sway');
  const time = () => number(page, 'try-playing', 'data-time');
  await until(time, (now) => now > 2);
  await press(page, 'try-switch-0');
  await present(page, '[data-testid=try-switch-0][aria-pressed=true]');
  expect(await tuningNow()).toBe('gentle');
  await press(page, 'try-switch-1');
  await present(page, '[data-testid=try-switch-1][aria-pressed=true]');
  expect(await tuningNow()).toBe('strong');
  await until(time, (now) => now > 4);
  await shoot(page, 'tried-playing-en-light');
  await press(page, 'try-hold');
  await waitState(page, 'holding');
  const held = await time();
  await program.passes(1);
  expect(await time()).toBe(held);
  await press(page, 'try-hold');
  await waitState(page, 'running');
  await until(time, (now) => now > held + 0.5);
  await press(page, 'try-end');
  await waitState(page, 'ready');
  await gone(page, 'try-playing');
  expect(errors).toEqual([]);
  await context.close();
});

test('Stop ends it, and an uploaded file is played, refused by line when it cannot be read, and deleted', async () => {
  const { page, context } = await open();
  const heading = 't,pitch_rate,roll_rate,yaw_rate,sway,surge,heave';
  const upload = (name: string, rows: string) =>
    page.getByTestId('try-upload').setInputFiles({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(`${heading}\n${rows}\n`),
    });
  await upload('bad.csv', '0,0,0,0,0,0,0\n1,0,0,0,0,zero,0');
  await present(page, '[data-testid=try-failed]');
  expect(await text(page, 'try-failed')).toMatch(/bad\.csv line 3, column 11: surge: "zero" is not a number/);
  await upload('mine.csv', '0,0,0,0,0,0,0\n1,0,0,0,0,1,0\n60,0,0,0,0,1,0');
  await until(
    () => page.getByTestId('try-manoeuvre').inputValue(),
    (name) => name === 'mine.csv',
  );
  await press(page, 'start-manoeuvre');
  await present(page, '[data-testid=try-playing][data-name="mine.csv"]');
  await waitState(page, 'running');
  await press(page, 'stop');
  await gone(page, 'try-playing');
  await waitState(page, 'ready');
  await order({ action: 'give' });
  await press(page, 'try-delete');
  await until(
    () => choices(page, 'try-manoeuvre'),
    (names) => names.length > 0 && !names.includes('mine.csv'),
  );
  await context.close();
});

test('at the bottom it may not be played, and the page says why; Chinese, dark', async () => {
  const { page, context, errors } = await open({ language: 'zh', dark: true });
  await aAndB(page);
  await page.getByTestId('try-manoeuvre').selectOption('roundabout.csv', { force: true });
  await press(page, 'start-manoeuvre');
  await waitState(page, 'running');
  await until(
    () => number(page, 'try-playing', 'data-time'),
    (now) => now > 3,
  );
  await shoot(page, 'tried-playing-zh-dark');
  await press(page, 'try-end');
  await waitState(page, 'ready');
  await press(page, 'try-compare');
  await present(page, '[data-testid=compare-view][data-busy=false] [data-testid=compared]', 150_000);
  await shoot(page, 'tried-compared-zh-dark');
  await order({ action: 'lower', wait: true });
  await waitState(page, 'origin');
  await present(page, '[data-testid=start-manoeuvre]:disabled');
  expect(await page.locator('.start:has([data-testid=start-manoeuvre]) .why').textContent()).toMatch(/底/);
  expect((await order({ action: 'manoeuvre', name: 'step.csv' })).result).toBe('refused');
  await order({ action: 'raise', wait: true });
  expect(errors).toEqual([]);
  await context.close();
});
