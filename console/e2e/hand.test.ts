// Moving by hand: nothing moves by accident, nothing faster than shown, and a typed target moves nothing
// until told to.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Browser, CDPSession, Page } from 'playwright-core';
import {
  live,
  newPage,
  number,
  openBrowser,
  present,
  press,
  telegrams,
  type,
  until,
  type Opened,
} from './browser';
import { FakeProgram } from './fake';

let browser: Browser;
let fake: FakeProgram;
let opened: Opened;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => browser?.close());
afterEach(async () => {
  fake.end();
  await opened.context.close();
});

async function open(touch = false): Promise<Page> {
  fake = new FakeProgram();
  Object.assign(fake, {
    state: 'ready',
    zeroed: true,
    pose: [0, 0, 0, 0, 0, 0],
    commanded: [0, 0, 0, 0, 0, 0],
  });
  opened = await newPage(browser, touch ? { width: 390, height: 844, touch: true } : {});
  await fake.serve(opened.context);
  await opened.page.goto('http://hexad.test/#operate');
  await live(opened.page);
  await present(opened.page, '[data-testid=slider-Z]:not(:disabled)');
  return opened.page;
}

const follows = () =>
  fake.orders.filter((order) => order['action'] === 'follow').map((o) => o['pose'] as number[]);
const box = async (page: Page, testid: string) => (await page.getByTestId(testid).boundingBox())!;
const thumbOf = async (page: Page, axis: string) => {
  const { x, y, width, height } = await box(page, `slider-${axis}`);
  const [low, high, value] = await page
    .getByTestId(`slider-${axis}`)
    .evaluate((input: HTMLInputElement) => [Number(input.min), Number(input.max), Number(input.value)]);
  return {
    x: x + 9 + ((value! - low!) / (high! - low!)) * (width - 18),
    y: y + height / 2,
    width: width - 18,
    span: high! - low!,
  };
};

test('a click on a track moves nothing', async () => {
  const page = await open();
  const { x, y, width } = await box(page, 'slider-Z');
  for (const share of [0.1, 0.9]) await page.mouse.click(x + share * width, y + 6);
  await telegrams(page, 10);
  expect(fake.orders).toEqual([]);
});

test('the thumb is dragged from where it is, and what follows is no faster than shown', async () => {
  const page = await open();
  expect(await page.getByTestId('hand-speed-is').textContent()).toContain('100 mm/s'); // 25 % of 400
  const thumb = await thumbOf(page, 'Z');
  await page.mouse.move(thumb.x + 5, thumb.y); // off its middle: no jump
  await page.mouse.down();
  await telegrams(page, 3);
  expect(fake.orders).toEqual([]);
  const wanted = 0.25 * thumb.span;
  // Moved on and on, as a hand does: a page that was stale for a moment lets go of the slider.
  await until(
    async () => {
      await page.mouse.move(thumb.x + 5 + thumb.width * 0.25, thumb.y + (follows().length % 3), { steps: 2 });
      return follows().at(-1)?.[2] ?? 0;
    },
    (z) => Math.abs(z - wanted) < 3,
  );
  await page.mouse.up();
  const sent = follows().map((pose) => pose[2]!);
  // 100 mm/s for as long as there was since the last order, at most 200 ms: 20 mm.
  sent.forEach((z, i) => expect(z - (sent[i - 1] ?? 0)).toBeLessThanOrEqual(20.001));
  expect(sent.length).toBeGreaterThan(4);
  for (const axis of [0, 1, 3, 4, 5]) expect(follows().every((pose) => pose[axis] === 0)).toBe(true);
});

const touch = (cdp: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
  cdp.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
async function swipe(
  page: Page,
  from: { x: number; y: number },
  by: { x: number; y: number },
): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await touch(cdp, 'touchStart', from.x, from.y);
  for (let i = 1; i <= 10; ++i)
    await touch(cdp, 'touchMove', from.x + (by.x * i) / 10, from.y + (by.y * i) / 10);
  await touch(cdp, 'touchEnd');
  await cdp.detach();
}

test('on a phone a swipe over a slider scrolls; a drag moves only after unlocking', async () => {
  const page = await open(true);
  const show = async () => {
    await page.getByTestId('slider-Z').evaluate((slider) => slider.scrollIntoView({ block: 'center' }));
    await telegrams(page, 2);
  };
  await show();
  const before = await page.evaluate(() => scrollY);
  await swipe(page, await thumbOf(page, 'Z'), { x: 12, y: -180 });
  await until(
    () => page.evaluate(() => scrollY),
    (y) => y > before + 20,
  );
  await show();
  await swipe(page, await thumbOf(page, 'Z'), { x: 80, y: 3 });
  await telegrams(page, 5);
  expect(fake.orders).toEqual([]);
  await press(page, 'hand-unlock');
  await show();
  await swipe(page, await thumbOf(page, 'Z'), { x: 10, y: -180 }); // up and down it still scrolls
  await telegrams(page, 5);
  expect(fake.orders).toEqual([]);
  await show();
  await swipe(page, await thumbOf(page, 'Z'), { x: 80, y: 3 });
  await until(
    async () => follows().length,
    (n) => n > 0,
  );
  expect(follows().every((pose) => pose[2]! > 0)).toBe(true);
});

test('a typed target is a ghost until Enter; what cannot be reached says so and is not offered', async () => {
  const page = await open();
  const ghost = () => page.evaluate(() => window.__hexad!.scene()!.ghost);
  expect(await page.getByTestId('start-go').isDisabled()).toBe(true);
  await type(page, 'go-Z', '60');
  await until(ghost, Boolean);
  expect(fake.orders).toEqual([]);
  await press(page, 'step-RX+10');
  await until(
    () => page.getByTestId('go-RX').inputValue(),
    (text) => text === '1',
  );
  await page.getByTestId('go-Z').press('ArrowUp');
  await page.getByTestId('go-Z').press('PageUp');
  await page.getByTestId('go-Z').press('Enter');
  await until(
    async () => fake.orders.length,
    (n) => n === 1,
  );
  expect(fake.orders[0]).toMatchObject({
    action: 'go',
    pose: [0, 0, 71, 1, 0, 0],
    speed: [100, 100, 100, 10, 10, 10],
  });
  await type(page, 'go-Z', '1e9');
  await until(
    () => page.locator('.hand .start').textContent(),
    (text) => text?.includes('−232.0 … 219.0 mm from neutral') ?? false,
  );
  expect(await page.getByTestId('go-Z').getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByTestId('start-go').isDisabled()).toBe(true);
  await type(page, 'go-Z', 'abc');
  await until(
    () => page.locator('.hand .start').textContent(),
    (text) => text?.includes('no number') ?? false,
  );
  await page.getByTestId('go-Z').press('Enter');
  expect(fake.orders.length).toBe(1);
});

test('a slider that another overrules says so', async () => {
  const page = await open();
  await page.getByTestId('slider-Z').fill('200', { force: true });
  await until(
    async () => follows().length,
    (n) => n > 2,
  );
  fake.driver = 'mdof 10.0.0.5:9000';
  fake.program = 'point_to_point';
  fake.deaf = true;
  await present(page, '[data-testid=feedback][data-action=follow][data-result=dropped]');
  expect(await page.getByTestId('feedback').textContent()).toContain('another motion');
  expect(await number(page, 'slider-Z', 'data-low')).toBeLessThan(0);
});
