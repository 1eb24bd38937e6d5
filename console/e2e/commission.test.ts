// The page "Commission" with the real program: a leg is moved by a button that is held, and stops when it is let go; what
// eyes saw is answered; a weak brake is found; the report is kept. Pictures in both languages.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { live, newPage, openBrowser, present, press, shoot, until } from './browser';
import { startProgram, type Program } from './program';

let browser: Browser;
let program: Program;
let page: Page;
let chinese: Page;

async function open(language: 'en' | 'zh'): Promise<Page> {
  const opened = await newPage(browser, { language });
  await opened.page.goto(`${program.url}#commission`);
  await live(opened.page);
  await present(opened.page, '[data-testid=com-start]');
  return opened.page;
}

beforeAll(async () => {
  [browser, program] = await Promise.all([
    openBrowser(),
    startProgram('--set', 'plant.mistakes=["weak_brake:2"]'),
  ]);
  [page, chinese] = [await open('en'), await open('zh')];
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

const stage = (): Promise<string> =>
  page.evaluate(() => document.querySelector('[data-testid=com-run]')?.getAttribute('data-stage') ?? '');
const leg = (): Promise<string> =>
  page.evaluate(() => document.querySelector('[data-testid=com-run]')?.getAttribute('data-leg') ?? '');
const extension = async (): Promise<number> =>
  Number.parseFloat((await page.getByTestId('com-now-extension').locator('b').textContent()) ?? '');

/** Whoever looks sees the same. */
async function shot(name: string): Promise<void> {
  await shoot(page, `commission-${name}`);
  await shoot(chinese, `commission-${name}-zh`);
}

const isHeld = (): Promise<boolean> =>
  page.evaluate(() => document.querySelector('[data-testid=com-hold].held') !== null);

/** As a person would: a busy machine that misses beats lets go, and then it is pressed again. */
async function holdUntil(wanted: (now: string) => boolean): Promise<void> {
  for (let i = 0; i < 12 && !wanted(await stage()); i += 1) {
    // Asked at once: the button may go while it is looked for.
    const button = await page.evaluate(() => {
      const { x, y, width, height } =
        document.querySelector('[data-testid=com-hold]')?.getBoundingClientRect() ?? new DOMRect();
      return { x, y, width, height };
    });
    if (button.width === 0) break;
    await page.mouse.move(button.x + button.width / 2, button.y + button.height / 2);
    await page.mouse.down();
    for (let k = 0; k < 20 && !(await isHeld()) && !wanted(await stage()); k += 1)
      await page.waitForTimeout(50);
    await until(async () => wanted(await stage()) || !(await isHeld()), Boolean);
    await page.mouse.up();
    await until(
      () => page.evaluate(() => document.querySelector('[data-testid=com-todo]')?.textContent ?? ''),
      (said) => !/Let go/.test(said),
    );
  }
  await until(stage, wanted);
}

test('moves one leg while the button is held, asks, finds a weak brake, and keeps a report', async () => {
  await shot('plan');
  expect(await page.getByTestId('com-start').isDisabled()).toBe(true);
  for (const other of [3, 4, 5, 6]) await page.getByTestId(`com-leg-${other}`).uncheck({ force: true });
  await page.getByTestId('com-confirm').check({ force: true });
  await press(page, 'com-start');
  await until(stage, (now) => now === 'first');

  // Held for a moment only: it stops on its way, and the part begins anew.
  const before = await extension();
  const button = await page.getByTestId('com-hold').boundingBox();
  await page.mouse.move(button!.x + 5, button!.y + 5);
  await page.mouse.down();
  await until(extension, (now) => now > before + 0.5);
  await page.mouse.up();
  await until(
    () => page.evaluate(() => fetch('/api/status').then((r) => r.json())),
    (status) => (status as { state: string }).state === 'powered_up',
  );
  expect(await extension()).toBeLessThan(before + 4.9);
  expect(await stage()).toBe('first');
  await shot('moving');

  await holdUntil((now) => now === 'asking');
  await shot('question');
  await press(page, 'com-answer');
  await until(stage, (now) => now === 'second');
  await holdUntil((now) => now !== 'second');
  await until(stage, (now) => now === 'back');
  await holdUntil((now) => now !== 'back');
  await until(leg, (now) => now === '2');
  expect(await page.locator('[data-testid=com-results] tr[data-leg="1"]').getAttribute('data-wrong')).toBe(
    'false',
  );

  await until(stage, (now) => now === 'first');
  await holdUntil((now) => now === 'asking');
  await press(page, 'com-answer');
  await until(stage, (now) => now === 'second');
  await holdUntil((now) => now !== 'second');
  await until(stage, (now) => now === 'back' || now === 'faulted');
  if ((await stage()) === 'back') await holdUntil((now) => now !== 'back');
  else await press(page, 'com-next');
  await present(page, '[data-testid=com-outcome][data-passes=false] strong');
  expect(await page.getByTestId('com-findings').textContent()).toMatch(/brake of leg 2 slipped/);
  expect(await page.getByTestId('com-suggested').textContent()).toContain('[drive]');
  await present(page, '[data-testid=com-report]');
  await shot('outcome');
}, 240_000);

test('is refused where the platform is not in powered_up, and says why', async () => {
  const answer = await page.evaluate(async () => {
    const post = (path: string, body: unknown) =>
      fetch(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    await post('/api/ctl', { action: 'estop' });
    const refused = await post('/api/commission', { confirm: true });
    return { status: refused.status, text: await refused.text() };
  });
  expect(answer.status).toBe(409);
  expect(answer.text).toMatch(/powered_up|fault|stopped/);
});
