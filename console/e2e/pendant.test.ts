// The page "Pendant" against the real program: what is held moves, what is let go, stalls or is stopped ends,
// and a press that has ended never goes on. A gamepad moves nothing without its dead man's button.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import {
  live,
  newPage,
  openBrowser,
  present,
  press,
  shoot,
  until,
  waitState,
  type PageOptions,
} from './browser';
import { PAGES } from './pages';
import { startProgram, type Program } from './program';

let browser: Browser;
let program: Program;
const opened: BrowserContext[] = [];
beforeAll(async () => {
  // In slow time: 150 ms without a beat are most of a second of the clock, so that a busy machine misses none.
  [browser, program] = await Promise.all([
    openBrowser(),
    startProgram('--set', 'plant.initial=neutral', '--speed', '0.25'),
  ]);
});
afterEach(async () => {
  // Also of a test that failed: a page that stays is in control.
  for (const context of opened.splice(0)) await context.close();
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

const PHONE: PageOptions = { width: 390, height: 844, touch: true };
async function open(options: PageOptions = PHONE, before?: (page: Page) => Promise<unknown>) {
  const shown = await newPage(browser, options);
  opened.push(shown.context);
  await before?.(shown.page);
  await shown.page.goto(`${program.url}#pendant`);
  await live(shown.page);
  await waitState(shown.page, 'ready');
  await present(shown.page, '[data-testid="hold-Z+"]:not(:disabled)');
  return shown;
}
interface Status {
  state: string;
  commanded: number[];
  legs: { extension_mm: number }[];
}
const status = async (): Promise<Status> =>
  (await (await fetch(`${program.url}api/status`)).json()) as Status;
const put = (page: Page, testid: string) =>
  page.getByTestId(testid).dispatchEvent('pointerdown', { button: 0, pointerId: 1, pointerType: 'touch' });

test('held it moves, let go it stands; the speed is that of the button', async () => {
  const { page, context, errors } = await open();
  await press(page, 'pendant-speed-25');
  const from = (await status()).commanded[2]!;
  await put(page, 'hold-Z+');
  await until(status, (now) => now.state === 'running' && now.commanded[2]! > from + 8);
  await shoot(page, 'pendant-phone-en');
  await page.evaluate(() => window.dispatchEvent(new Event('pointerup')));
  const stood = await until(status, (now) => now.state === 'ready');
  const later = await status();
  expect(Math.abs(later.commanded[2]! - stood.commanded[2]!)).toBeLessThan(0.5);
  expect(later.commanded[2]!).toBeGreaterThan(from);
  expect(errors).toEqual([]);
  await context.close();
});

test('a page that hangs with the finger on the button: the program ends the motion, and that press is over', async () => {
  const { page, context } = await open();
  await put(page, 'hold-Z-');
  await until(status, (now) => now.state === 'running');
  // Nothing else of this page runs until the program says that it has ended.
  const ended = await page.evaluate(() => {
    const end = performance.now() + 60_000;
    for (;;) {
      const ask = new XMLHttpRequest();
      ask.open('GET', '/api/status', false);
      ask.send();
      if ((JSON.parse(ask.responseText) as { state: string }).state === 'ready') return true;
      if (performance.now() > end) return false;
    }
  });
  expect(ended, 'ended while the page hung').toBe(true);
  const stood = (await status()).commanded[2]!;
  // The finger is still there, as far as the page knows: nothing goes on by it.
  await program.passes(1.5);
  const now = await status();
  expect([now.state, now.commanded[2]]).toEqual(['ready', stood]);
  await page.evaluate(() => window.dispatchEvent(new Event('pointerup')));
  await put(page, 'hold-Z+');
  await until(status, (again) => again.state === 'running');
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await until(status, (again) => again.state === 'ready');
  await context.close();
});

test('a leg by its button; Stop from another page ends it, and the other page is told of', async () => {
  const { page, context } = await open();
  const other = await open({ width: 1024, height: 768, language: 'zh', dark: true });
  await present(page, '[data-testid=pendant-others][data-consoles="1"]');
  await press(page, 'pendant-legs');
  await present(page, '[data-testid="hold-leg2+"]:not(:disabled)');
  const from = (await status()).legs[1]!.extension_mm;
  await put(page, 'hold-leg2+');
  await until(status, (now) => now.state === 'manual' && now.legs[1]!.extension_mm > from + 0.5);
  await shoot(other.page, 'pendant-tablet-zh-dark');
  await press(other.page, 'stop');
  await until(status, (now) => now.state !== 'manual');
  await program.passes(0.5);
  expect((await status()).state).not.toBe('manual');
  await page.evaluate(() => window.dispatchEvent(new Event('pointerup')));
  // Anybody stops; to give control back, the other page is in control first.
  await press(other.page, 'takeover');
  await press(other.page, 'action-give');
  await press(other.page, 'action-neutral');
  await until(status, (now) => now.state === 'ready');
  await context.close();
  await other.context.close();
});

test('the same address is a pendant in the hand; its menu leads to every page, by real touches', async () => {
  const { page, context } = await newPage(browser, PHONE);
  opened.push(context);
  await page.goto(program.url);
  await live(page);
  await present(page, '[data-testid=page-pendant][aria-current=page]');
  await present(page, '[data-testid="hold-Z+"]');
  const tap = async (testid: string) => {
    const box = (await page.getByTestId(testid).boundingBox())!;
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  };
  for (const name of PAGES) {
    await tap('page-menu');
    await present(page, '[data-testid=page-menu][aria-expanded=true]');
    expect((await page.getByTestId(`page-${name}`).boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await tap(`page-${name}`);
    await present(page, `main.${name}`);
    await present(page, '[data-testid=page-menu][aria-expanded=false]');
  }
  // What was chosen there stays chosen.
  await page.goto(program.url);
  await present(page, 'main.settings');
  const desk = await newPage(browser, { width: 1366, height: 768 });
  opened.push(desk.context);
  await desk.page.goto(program.url);
  await present(desk.page, 'main.operate');
});

test('Stop and E-STOP are large and in reach of a thumb, and the page says what its E-STOP is not', async () => {
  const { page, context } = await open();
  for (const name of ['stop', 'estop']) {
    const box = (await page.getByTestId(name).boundingBox())!;
    expect(box.height).toBeGreaterThanOrEqual(60);
    expect(box.width).toBeGreaterThanOrEqual(100);
  }
  expect(await page.locator('.pendant-warn').textContent()).toMatch(/no safety device/);
  await context.close();
});

interface FakePad {
  id: string;
  connected: boolean;
  axes: number[];
  buttons: { pressed: boolean }[];
}
test('a gamepad: sticks alone move nothing, with the shoulder button they do, unplugged it stops', async () => {
  const { page, context, errors } = await open({ width: 1280, height: 720 }, (one) =>
    one.addInitScript(() => {
      const pads: FakePad[] = [];
      Object.assign(window, { pads });
      navigator.getGamepads = () => pads as unknown as Gamepad[];
    }),
  );
  const set = (axes: number[], held: boolean, connected = true) =>
    page.evaluate(
      ([values, pressed, there]) => {
        const { pads } = window as unknown as { pads: FakePad[] };
        const buttons = Array.from({ length: 16 }, (_, i) => ({ pressed: pressed && i === 5 }));
        pads.splice(0, 1, ...(there ? [{ id: 'Test Pad', connected: true, axes: values, buttons }] : []));
      },
      [axes, held, connected] as const,
    );
  await set([0, 0, 0, -1], false);
  await present(page, '[data-testid=gamepad][data-pad="Test Pad"]');
  await shoot(page, 'pendant-gamepad-en');
  const from = (await status()).commanded[2]!;
  await program.passes(0.5);
  expect((await status()).commanded[2]!).toBeCloseTo(from, 3);
  await set([0, 0, 0, -1], true);
  await until(status, (now) => now.state === 'running' && now.commanded[2]! > from + 3);
  await set([], false, false);
  await until(status, (now) => now.state === 'ready');
  // Plugged in again with the button held it is a new press; a stop ends it for good.
  await set([0, 0, 0, 1], true);
  await until(status, (now) => now.state === 'running');
  await press(page, 'stop');
  await until(status, (now) => now.state === 'ready');
  await program.passes(1.5);
  expect((await status()).state).toBe('ready');
  expect(errors).toEqual([]);
  await context.close();
});
