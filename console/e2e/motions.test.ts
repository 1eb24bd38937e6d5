// Formulas, files, two browsers, E-STOP, a line that stalls.

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
  [browser, program] = await Promise.all([openBrowser(), startProgram('--set', 'plant.initial=neutral')]);
  opened = await openConsole(browser, program.url);
  page = opened.page;
  await waitState(page, 'ready');
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

test('an error in a formula is shown at its place, and it cannot be started', async () => {
  await press(page, 'mode-formula');
  await type(page, 'formula-Z', '20*sinn(t)');
  const error = page.getByTestId('preview-error');
  await present(page, '[data-testid=preview-error]');
  expect(await error.getAttribute('data-axis')).toBe('3');
  expect(await error.getAttribute('data-column')).toBe('4');
  expect(await page.locator('.mark b').textContent()).toBe('s');
  expect(await page.getByTestId('formula-Z').getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByTestId('start-formula').isDisabled()).toBe(true);
  await shoot(page, 'formula-error-en-light');
});

test('a formula out of reach says when and why; a good one passes and runs', async () => {
  await type(page, 'formula-Z', '400*sin(t)');
  await present(page, '[data-testid=preflight][data-passes=false]');
  await type(page, 'formula-Z', '20*sin(t)');
  await present(page, '[data-testid=preflight][data-passes=true]');
  await press(page, 'start-formula');
  await waitState(page, 'running');
  await until(
    () => number(page, 'axis-Z', 'data-actual'),
    (z) => z > 8,
  );
  await press(page, 'stop');
  await waitState(page, 'ready');
});

test('a file that cannot be read is not stored; one that breaks a limit cannot be played', async () => {
  await press(page, 'mode-files');
  const upload = (name: string, text: string) =>
    page
      .getByTestId('file-upload')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await upload('broken.txt', '0 0 0 0 0 0 0\n1 0 0 x 0 0 0\n');
  await present(page, '[data-testid=upload-result][data-stored=false]');
  expect(await page.getByTestId('preview-error').first().getAttribute('data-line')).toBe('2');
  await upload('unsafe.txt', '0 0 0 0 0 0 0\n0.2 0 0 150 0 0 0\n0.4 0 0 0 0 0 0\n');
  await present(page, '[data-testid=preflight][data-passes=false]');
  expect(await page.getByTestId('start-file').isDisabled()).toBe(true);
  await shoot(page, 'file-refused-en-light');
});

test('a shipped file passes its preflight and can be played', async () => {
  await press(page, 'file-pos01.txt');
  await present(page, '[data-testid=preflight][data-passes=true]');
  await press(page, 'start-file');
  await waitState(page, 'running');
  await present(page, '[data-testid=progress]');
  await press(page, 'stop');
  await waitState(page, 'ready');
});

test('two browsers: one drives, the other sees it, and may stop it', async () => {
  const second = await openConsole(browser, program.url, { width: 1024, height: 768 });
  await press(page, 'mode-sine');
  await type(page, 'sine-amplitude-RY', '6');
  await press(page, 'start-sine');
  await waitState(second.page, 'running');
  expect(await second.page.getByTestId('driver').getAttribute('data-driver')).toMatch(/operator/);
  await until(
    () => number(second.page, 'axis-RY', 'data-actual'),
    (angle) => Math.abs(angle) > 2,
  );
  await press(second.page, 'stop');
  await waitState(page, 'ready');
  expect(second.errors).toEqual([]);
  await second.context.close();
});

test('a held jog button ends when it is let go, and when the window loses focus', async () => {
  await press(page, 'mode-jog');
  await present(page, '[data-testid=jog-up-2]:not(:disabled)');
  const button = page.getByTestId('jog-up-2');
  for (const end of ['pointerup', 'blur'] as const) {
    await button.dispatchEvent('pointerdown', { button: 0, pointerId: 1 });
    await waitState(page, 'manual');
    await page.evaluate((name) => window.dispatchEvent(new Event(name)), end);
    await waitState(page, 'ready');
    // a stream that ended begins anew only after a pause
    await program.passes(1.1);
  }
});

test('E-STOP: from the click to the state emergency, fifty times', async () => {
  const times: number[] = await page.evaluate(async () => {
    const order = async (action: string) => {
      const answer = await fetch('/api/ctl', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ action }),
      });
      return ((await answer.json()) as { result: string }).result;
    };
    const seen = () => (window.__hexad!.telemetry() as { state: string }).state;
    const wait = (is: () => boolean) =>
      new Promise<void>((done) => {
        const look = () => (is() ? done() : setTimeout(look, 1));
        look();
      });
    const button = document.querySelector<HTMLElement>('[data-testid=estop]')!;
    const list: number[] = [];
    for (let i = 0; i < 50; ++i) {
      const start = performance.now();
      button.click();
      await wait(() => seen() === 'emergency');
      list.push(performance.now() - start);
      await order('release');
      await order('reset');
      await wait(() => seen() !== 'emergency');
    }
    return list;
  });
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!.toFixed(1);
  console.log(
    `E-STOP click → emergency on the page, ${times.length} clicks: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`,
  );
  expect(times).toHaveLength(50);
  await press(page, 'estop');
  await waitState(page, 'emergency');
  expect(await page.getByTestId('fault').textContent()).toContain('Release the button');
  await press(page, 'tab-events');
  await shoot(page, 'emergency-en-light');
});

test('the key F9 is E-STOP, Escape is nothing', async () => {
  await press(page, 'next-button'); // lets the button out
  await present(page, '[data-testid=next-button][data-action=reset]');
  await press(page, 'next-button');
  await waitState(page, 'powered_up');
  await page.keyboard.press('Escape');
  await page.keyboard.press('F9');
  await waitState(page, 'emergency');
});

test('a line that stalls makes the page stale: grey, commands off, E-STOP still on', async () => {
  const stalled = await newPage(browser);
  let through = true;
  await stalled.page.routeWebSocket('**/ws', (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (through) socket.send(message);
    });
  });
  await stalled.page.goto(program.url);
  await live(stalled.page);
  through = false;
  await present(stalled.page, '[data-testid=stale]');
  expect(await stalled.page.getByTestId('link').getAttribute('data-live')).toBe('false');
  expect(await stalled.page.getByTestId('action-zero').isDisabled()).toBe(true);
  expect(await stalled.page.getByTestId('estop').isDisabled()).toBe(false);
  expect(await stalled.page.getByTestId('stop').isDisabled()).toBe(false);
  await shoot(stalled.page, 'stale-en-light');
  through = true;
  await live(stalled.page);
  await stalled.context.close();
});

test('nothing went wrong in the page', async () => {
  expect(opened.errors).toEqual([]);
  expect(await state(page)).toBe('emergency');
});
