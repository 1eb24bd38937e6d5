// The page "Accept" against the real program, ten times as fast: confirmed, run, its figures and report
// shown; cancelled; stopped by the operator, which stays so. In both languages.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import {
  live,
  newPage,
  number,
  openBrowser,
  present,
  press,
  saved,
  shoot,
  type,
  until,
  type PageOptions,
} from './browser';
import { startProgram, type Program } from './program';

let browser: Browser;
let program: Program;
beforeAll(async () => {
  [browser, program] = await Promise.all([
    openBrowser(),
    startProgram('--speed', '10', '--set', 'plant.initial=neutral'),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

async function open(options: PageOptions = {}) {
  const opened = await newPage(browser, options);
  await opened.page.goto(`${program.url}#accept`);
  await live(opened.page);
  await present(opened.page, '[data-testid=acc-start]');
  return opened;
}
const status = async (): Promise<Record<string, unknown>> =>
  (await (await fetch(`${program.url}api/status`)).json()) as Record<string, unknown>;
const order = (action: string): Promise<Response> =>
  fetch(`${program.url}api/ctl`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ action }),
  });
const tick = (page: Page, testid: string): Promise<void> =>
  page.getByTestId(testid).evaluate((box: HTMLElement) => box.click());

/** One test alone, quick. */
async function chooseOnly(page: Page, wanted: string): Promise<void> {
  await present(page, `[data-testid=acc-test-${wanted}]`);
  for (const name of ['reach', 'speed', 'response', 'balance', 'turnaround', 'repeatability', 'latency'])
    if ((await page.getByTestId(`acc-test-${name}`).isChecked()) !== (name === wanted))
      await tick(page, `acc-test-${name}`);
  if (!(await page.getByTestId('acc-quick').isChecked())) await tick(page, 'acc-quick');
}
async function start(page: Page): Promise<void> {
  await tick(page, 'acc-confirm');
  await press(page, 'acc-start');
}

test('nothing begins before it is confirmed; then figures with bounds and a report that opens and is downloaded', async () => {
  const { page, context, errors } = await open();
  await chooseOnly(page, 'balance');
  expect(await page.getByTestId('acc-start').isDisabled()).toBe(true);
  await type(page, 'acc-place', 'Hall 3');
  await type(page, 'acc-operator', '张伟');
  await start(page);
  await present(page, '[data-testid=acc-far][data-test="1"]');
  expect(await number(page, 'acc-far', 'data-left')).toBeGreaterThan(0);
  await present(page, '[data-testid=acc-lines]');
  await present(page, '[data-testid=acc-result][data-passes=true]');
  expect(await page.getByTestId('acc-confirm').isChecked()).toBe(false);
  expect(await page.locator('[data-testid=acc-figure][data-kept=true]').count()).toBeGreaterThan(0);
  expect(await page.locator('[data-testid=acc-figure][data-kept=false]').count()).toBe(0);
  expect(await page.getByTestId('acc-report').count()).toBe(1);
  await shoot(page, 'accept-en');

  const [shown] = await Promise.all([
    context.waitForEvent('page'),
    page
      .getByTestId('acc-open')
      .first()
      .evaluate((link: HTMLElement) => link.click()),
  ]);
  await until(
    () => shown.title(),
    (title) => title === 'Acceptance of standard-400',
  );
  // Its own style counts, and it can do nothing: no script, no origin.
  expect(await shown.evaluate(() => getComputedStyle(document.querySelector('svg path')!).fill)).toBe('none');
  expect(await shown.locator('svg').count()).toBeGreaterThan(0);
  const answer = await fetch(shown.url());
  expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  const words = (await shown.locator('main').textContent())!;
  for (const part of [
    /Place · 地点\s*Hall 3/,
    /Operator · 操作员\s*张伟/,
    /Signature · 签名/,
    /Passed: all \d+/,
    /通过：/,
  ])
    expect(words).toMatch(part);
  await shoot(shown, 'accept-report-en');
  await shown.close();

  const file = await saved(page, 'acc-download');
  expect(file.name).toMatch(/^acceptance-\d{8}-\d{6}\.html$/);
  expect(file.text).toContain('<h1>Acceptance of standard-400 · standard-400 验收</h1>');
  expect((await status())['driver']).toBe(null);
  expect(errors).toEqual([]);
  await context.close();
});

test('cancelled it stops, gives control back and says so; another page sees the same', async () => {
  const { page, context, errors } = await open();
  const other = await open();
  await chooseOnly(page, 'response');
  await tick(page, 'acc-quick');
  await start(page);
  await present(page, '[data-testid=acc-lines]');
  await present(other.page, '[data-testid=acc-cancel]');
  await press(other.page, 'acc-cancel');
  await present(page, '[data-testid=acc-ended]');
  expect(await page.getByTestId('acc-ended').textContent()).toMatch(
    /cancelled in the console.*control is given back/s,
  );
  expect(await page.getByTestId('acc-report').count()).toBe(1);
  const now = await status();
  expect([now['driver'], now['barred'], now['moving']]).toEqual([null, false, false]);
  expect(errors).toEqual([]);
  await context.close();
  await other.context.close();
});

/** Latin words a Chinese page may show: units, products, and what is marked as English. */
const ALLOWED = /^(mm|s|Nm|Hz|UTC|EN|F8|F9|hexad|ctl|give|standard)$/;
test('the Stop of the bar above ends it and stays in force; in Chinese nothing is left untranslated, dark, on a tablet', async () => {
  const { page, context, errors } = await open({ language: 'zh', dark: true, width: 1024, height: 768 });
  await chooseOnly(page, 'response');
  await tick(page, 'acc-quick');
  await start(page);
  await present(page, '[data-testid=acc-lines]');
  await press(page, 'stop');
  await present(page, '[data-testid=acc-ended]');
  expect((await status())['barred']).toBe(true);
  // What cannot begin now is refused, and why is said.
  await start(page);
  await present(page, '[data-testid=acc-failure]');
  const words = await page.evaluate(() => {
    const found: string[] = [];
    const walk = (node: Node) => {
      if (
        node instanceof HTMLElement &&
        (node.lang === 'en' ||
          node.ariaHidden === 'true' ||
          !node.checkVisibility() ||
          ['SCRIPT', 'STYLE'].includes(node.tagName))
      )
        return;
      if (node.nodeType === Node.TEXT_NODE)
        found.push(...((node.textContent ?? '').match(/[A-Za-z][A-Za-z0-9]*/g) ?? []));
      node.childNodes.forEach(walk);
    };
    walk(document.body);
    return [...new Set(found)];
  });
  expect(words.filter((word) => !ALLOWED.test(word))).toEqual([]);
  await shoot(page, 'accept-ended-zh-dark-1024');
  expect(
    await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]),
  ).toEqual([1024, 768]);
  for (const name of ['stop', 'estop'])
    expect(
      await page.getByTestId(name).evaluate((button) => {
        const box = button.getBoundingClientRect();
        return (
          document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('button') ===
          button
        );
      }),
    ).toBe(true);
  await order('give');
  // The browser itself says of an answer that it was a refusal.
  expect(errors.filter((text) => !/status of 409/.test(text))).toEqual([]);
  await context.close();
});
