// The plots against the real program: what happened before the page was opened is there, what moves is chosen
// by itself, two marks say what lies between them, a spectrum finds the frequency, layouts are kept.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import {
  live,
  newPage,
  number,
  openBrowser,
  openConsole,
  present,
  press,
  saved,
  shoot,
  type,
  until,
  waitState,
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

const order = (body: object) =>
  fetch(`${program.url}api/ctl`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
const time = async (): Promise<number> =>
  ((await (await fetch(`${program.url}api/status`)).json()) as { time_s: number }).time_s;
const sine = (axis: number, amplitude: number, hertz: number) =>
  order({
    action: 'sine',
    amplitude: Array.from({ length: 6 }, (_, i) => (i === axis ? amplitude : 0)),
    frequency: Array.from({ length: 6 }, (_, i) => (i === axis ? hertz : 0)),
  });
const rowsOf = (text: string): number[][] =>
  text
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split(',').map(Number));
/** What the plots show, as the file of it would have it. */
const shown = async (page: Page): Promise<number[][]> =>
  rowsOf(await page.evaluate(() => window.__hexad!.plotted()));
const csv = async (page: Page): Promise<number[][]> => rowsOf((await saved(page, 'plot-csv')).text);

/** What is written onto canvases, with where it begins and ends. */
interface Written {
  words: string;
  from: number;
  to: number;
  y: number;
}
test('words on the lines of events begin at their line and none lies over another', async () => {
  const { page, context } = await newPage(browser, { width: 1366, height: 768 });
  await page.addInitScript(() => {
    // By canvas, since it was last cleared: one drawing.
    const written = new Map<HTMLCanvasElement, Written[]>();
    Object.assign(window, { written });
    const context = CanvasRenderingContext2D.prototype;
    const { clearRect, fillText } = context;
    context.clearRect = function (...box) {
      written.set(this.canvas, []);
      clearRect.apply(this, box);
    };
    context.fillText = function (words: string, x: number, y: number) {
      const width = this.measureText(words).width;
      const left = this.textAlign === 'right' || this.textAlign === 'end' ? x - width : x;
      const from = this.textAlign === 'center' ? x - width / 2 : left;
      if (/[a-z]{3}/i.test(words)) written.get(this.canvas)?.push({ words, from, to: from + width, y });
      fillText.call(this, words, x, y);
    };
  });
  await page.goto(program.url);
  await live(page);
  await press(page, 'panel-remove-2');
  for (const action of ['neutral', 'lower', 'stop', 'raise', 'stop', 'give']) {
    await order({ action });
    await program.passes(2); // far enough apart that there is room for words
  }
  const drawings = () =>
    page.evaluate(() => [...(window as unknown as { written: Map<unknown, Written[]> }).written.values()]);
  const all = await until(drawings, (each) => each.some((labels) => labels.length >= 2));
  const [labels] = all.toSorted((a, b) => b.length - a.length);
  const sorted = labels!.toSorted((a, b) => a.from - b.from);
  const LINE = 10; // px: less than that apart is the same line of words
  sorted.forEach((one, i) => {
    for (const after of sorted.slice(i + 1))
      if (Math.abs(after.y - one.y) < LINE)
        expect(after.from, `${one.words} / ${after.words}`).toBeGreaterThanOrEqual(one.to);
  });
  const left = await page.evaluate(() => document.querySelector('.u-over')!.getBoundingClientRect().left);
  const canvas = await page.evaluate(
    () => document.querySelector('.uplot canvas')!.getBoundingClientRect().left,
  );
  expect(sorted[0]!.from).toBeGreaterThanOrEqual(left - canvas);
  await order({ action: 'neutral' });
  await waitState(page, 'ready');
  await context.close();
});

test('a page opened later shows what was before it, and chooses what moved', async () => {
  await sine(3, 5, 0.5);
  await program.passes(4);
  await order({ action: 'stop' });
  const opened = await time();
  const { page, context, errors } = await openConsole(browser, program.url);
  await press(page, 'panel-remove-2'); // one alone: it shows what moved most
  await present(page, '[data-testid=panel-1][data-quantity=rotation]');
  await until(
    () => shown(page),
    (rows) => rows.filter((row) => row[0]! < opened - 1 && Math.abs(row[4]!) > 4).length > 3,
  );
  const times = (await csv(page)).map((row) => row[0]!);
  expect(times.every((one, i) => i === 0 || one > times[i - 1]!)).toBe(true);
  await order({ action: 'give' });
  await sine(2, 20, 0.5);
  await press(page, 'plot-add');
  await present(page, '[data-testid=panel-2][data-quantity=pose]');
  await shoot(page, 'plots-automatic-en');
  expect(errors).toEqual([]);
  await context.close();
});

test('two marks say how far apart they are, in time and in every line', async () => {
  const { page, context } = await openConsole(browser, program.url);
  await present(page, '[data-testid=plot-pose]');
  await page.getByTestId('plot-window').selectOption('10', { force: true });
  await until(
    () => shown(page),
    (rows) => rows.length > 100 && rows.at(-1)![0]! - rows[0]![0]! > 9.5,
  );
  await press(page, 'plot-pause');
  const at = async (share: number) => {
    const box = (await page.locator('[data-testid=plot-pose] .u-over').boundingBox())!;
    await page.mouse.click(box.x + share * box.width, box.y + box.height / 2);
  };
  await at(0.5);
  await at(0.75);
  await present(page, '[data-testid=marks]');
  await until(
    () => number(page, 'marks', 'data-apart'),
    (apart) => Math.abs(apart - 2.5) < 0.1, // a quarter of ten seconds
  );
  const rows = await csv(page);
  const z = async (mark: string) => {
    const time = await number(page, 'marks', mark);
    return rows.filter((row) => row[0]! <= time + 0.02).at(-1)![3]!;
  };
  const change = (await z('data-b')) - (await z('data-a'));
  expect(await number(page, 'value-Z', 'data-difference')).toBeCloseTo(change, 2);
  // By the keyboard too: an arrow moves the cursor, Enter puts a mark, here the first of two new ones.
  await page.getByTestId('plot-pose').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await until(
    () => page.getByTestId('marks').textContent(),
    (words) => /^A [\d.]+ s✕$/.test(words ?? ''),
  );
  await context.close();
});

test('the spectrum finds the frequency of what moves', async () => {
  await order({ action: 'stop' });
  await order({ action: 'give' });
  await sine(2, 10, 1);
  const { page, context } = await openConsole(browser, program.url);
  await page.getByTestId('plot-window').selectOption('10', { force: true });
  await program.passes(11);
  await press(page, 'plot-spectrum');
  await until(
    () => number(page, 'plot-pose', 'data-peak'),
    (hertz) => Math.abs(hertz - 1) < 0.15,
  );
  await shoot(page, 'plots-spectrum-en');
  await context.close();
});

test('layouts are chosen, changed, kept by name over a reload, and forgotten', async () => {
  const { page, context, errors } = await openConsole(browser, program.url, { width: 1440, height: 900 });
  await page.getByTestId('layout').selectOption('*drives', { force: true });
  for (const name of ['legs', 'speed', 'torque']) await present(page, `[data-testid=plot-${name}]`);
  await press(page, 'plot-add');
  await present(page, '[data-testid=panel-4]');
  await page.getByTestId('panel-choice-4').selectOption('error', { force: true });
  await present(page, '[data-testid=panel-4][data-quantity=error]');
  expect(await page.getByTestId('plot-add').isDisabled()).toBe(true);
  await press(page, 'panel-remove-1');
  await press(page, 'layout-keep');
  await type(page, 'layout-name', 'my drives');
  await press(page, 'layout-save');
  await press(page, 'bottom-larger');
  await shoot(page, 'plots-four-en');
  await page.reload();
  await present(page, '[data-testid=panel-3][data-quantity=error]');
  await until(
    () => page.getByTestId('layout').inputValue(),
    (name) => name === 'my drives',
  );
  await press(page, 'layout-forget');
  await present(page, '[data-testid=layout-keep]');
  await page.getByTestId('layout').selectOption('*automatic', { force: true });
  await until(
    () => page.locator('.plot-panel').count(),
    (count) => count === 2,
  );
  expect(errors).toEqual([]);
  await context.close();
});

test('events are named on their lines, in Chinese too, and four plots stay readable when the part is large', async () => {
  const { page, context, errors } = await openConsole(browser, program.url, { language: 'zh', dark: true });
  await page.getByTestId('layout').selectOption('*following', { force: true });
  await press(page, 'bottom-larger');
  for (const i of [1, 2, 3, 4]) {
    const box = await page.locator(`[data-testid=panel-${i}] .plot`).boundingBox();
    expect(box!.height, `plot ${i}`).toBeGreaterThan(50);
  }
  await shoot(page, 'plots-following-zh-dark');
  expect(errors).toEqual([]);
  await context.close();
});
