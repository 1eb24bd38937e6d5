// A day of an operator, with the mouse: initialise, raise, move, sine, pause, resume, stop, lower.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import {
  live,
  number,
  openBrowser,
  openConsole,
  present,
  press,
  shoot,
  state,
  type,
  until,
  waitState,
  type Opened,
} from './browser';
import { startProgram, type Program } from './program';

let browser: Browser;
let program: Program;
let opened: Opened;
let page: Page;

beforeAll(async () => {
  [browser, program] = await Promise.all([openBrowser(), startProgram()]);
  opened = await openConsole(browser, program.url);
  page = opened.page;
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

const drawn = () => page.evaluate(() => window.__hexad!.scene()!);

test('opening the page moves nothing and shows what it is', async () => {
  expect(await state(page)).toBe('powered_up');
  expect(await page.getByTestId('simulated').textContent()).toBe('SIMULATED');
  expect(await page.title()).toContain('standard-400');
  await expect(until(() => page.getByTestId('action-raise').isDisabled(), Boolean)).resolves.toBe(true);
  const reasons = await until(() => page.getByTestId('reasons').textContent(), Boolean);
  expect(reasons).toMatch(/Neutral.*home/);
  expect(await page.getByTestId('slider-Z').isDisabled()).toBe(true);
});

test('the page fits without scrolling at 1280×720', async () => {
  const size = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.scrollHeight,
  ]);
  expect(size).toEqual([1280, 720]);
});

test('zero, raise', async () => {
  await press(page, 'next-button');
  await waitState(page, 'origin');
  await until(
    () => page.getByTestId('step-on').getAttribute('data-on'),
    (on) => on === 'true',
  );
  await shoot(page, 'origin-en-light');
  await press(page, 'action-raise');
  await waitState(page, 'ready');
  expect(await page.getByTestId('step-on').getAttribute('data-on')).toBe('false');
});

test('3D: a frame was drawn, and the rods in it are as long as the legs report', async () => {
  const scene = await until(
    drawn,
    (now) => now.frames > 0 && now.trusted && Math.abs(now.rods[0]! - 200) < 1, // it stands by then
  );
  const reported = await page.evaluate(() =>
    (window.__hexad!.telemetry() as { legs: { extension_mm: number }[] }).legs.map((leg) => leg.extension_mm),
  );
  expect(scene.rods).toHaveLength(6);
  scene.rods.forEach((rod, i) => expect(Math.abs(rod - reported[i]!), `leg ${i + 1}`).toBeLessThan(2));
});

test('a slider moved by hand moves the platform there; its range follows the pose', async () => {
  await press(page, 'mode-hand');
  const before = await until(
    () => number(page, 'slider-X', 'data-high'),
    (high) => high > 0,
  );
  await present(page, '[data-testid=slider-Z]:not(:disabled)');
  await page.getByTestId('slider-Z').fill('80', { force: true });
  await waitState(page, 'running');
  await until(
    () => number(page, 'axis-Z', 'data-actual'),
    (z) => Math.abs(z - 80) < 1,
  );
  await waitState(page, 'ready'); // silent, it holds the pose
  await until(
    () => number(page, 'slider-X', 'data-high'),
    (high) => Math.abs(high - before) > 10,
  );
  const scene = await until(drawn, (now) => Math.abs(now.pose[2]! - 80) < 1);
  expect(scene.pose).toHaveLength(6);
});

test('a slider whose value the program sets sends nothing', async () => {
  await press(page, 'action-neutral');
  await until(
    () => number(page, 'axis-Z', 'data-actual'),
    (z) => Math.abs(z) < 0.5,
  );
  await waitState(page, 'ready');
  await until(
    () => page.getByTestId('slider-Z').inputValue(),
    (value) => Math.abs(Number(value)) < 0.6,
  );
  expect(await state(page)).toBe('ready');
});

test('sine, pause, resume, stop', async () => {
  await press(page, 'mode-sine');
  await type(page, 'sine-amplitude-Z', '40');
  await type(page, 'sine-frequency-Z', '0.4');
  await present(page, '[data-testid=preflight][data-passes=true]');
  await press(page, 'start-sine');
  await waitState(page, 'running');
  await until(
    () => number(page, 'axis-Z', 'data-actual'),
    (z) => z > 15,
  );
  await until(
    () => number(page, 'axis-Z', 'data-actual'),
    (z) => z < -15,
  );
  await shoot(page, 'sine-en-light');
  await press(page, 'action-hold');
  await waitState(page, 'holding');
  const frozen = await number(page, 'axis-Z', 'data-actual');
  await press(page, 'action-resume');
  await waitState(page, 'running');
  await until(
    () => number(page, 'axis-Z', 'data-actual'),
    (z) => Math.abs(z - frozen) > 10,
  );
  await press(page, 'stop');
  await waitState(page, 'ready');
});

test('after a reconnect the page shows what is so and sends nothing', async () => {
  const sent: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', (frame) => sent.push(String(frame.payload))));
  await page.reload();
  await live(page);
  await waitState(page, 'ready');
  expect(sent.filter((frame) => frame.includes('"order"'))).toEqual([]);
});

test('lower', async () => {
  await press(page, 'action-lower');
  await waitState(page, 'descending', 'to_neutral');
  await waitState(page, 'origin');
  const events = await (press(page, 'tab-events'), page.getByTestId('events').textContent());
  expect(events).toContain('At the bottom');
});

test('nothing went wrong in the page', () => expect(opened.errors).toEqual([]));
