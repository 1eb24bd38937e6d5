// A game's packets on the page "Cueing": who sends, how often, what is what, and what comes in; in both languages.

import { createSocket } from 'node:dgram';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { live, newPage, openBrowser, present, shoot, until } from './browser';
import { startProgram, type Program } from './program';

let browser: Browser;
let program: Program;
const game = createSocket('udp4');
let begun = 0;
let timer: NodeJS.Timeout;
let racing = 1;

/** Forza's Sled, 232 bytes, at 60 Hz: braking at 2 m/s² and a little. */
function send() {
  const time = performance.now() - begun;
  const packet = Buffer.alloc(232);
  packet.writeInt32LE(racing, 0);
  packet.writeUInt32LE(Math.round(time), 4);
  packet.writeFloatLE(-2 + 0.01 * Math.sin(time), 28);
  game.send(packet, program.port('telemetry'), '127.0.0.1');
}

beforeAll(async () => {
  // In slow time: what counts as silence is most of a second of the clock, so that a busy machine loses no packet.
  [browser, program] = await Promise.all([
    openBrowser(),
    startProgram(
      '--set',
      'plant.initial=neutral',
      '--set',
      'telemetry.source=forza',
      '--set',
      'telemetry.port=0',
      '--set',
      'telemetry.timeout_ms=1000',
      '--speed',
      '0.25',
    ),
  ]);
  begun = performance.now();
  timer = setInterval(send, 1000 / 60);
});
afterAll(async () => {
  clearInterval(timer);
  game.close();
  await browser?.close();
  await program?.end();
});

const text = (page: Page, testid: string) => page.getByTestId(testid).first().textContent();

test('what a game sends is seen before it drives and while it drives', async () => {
  const { page } = await newPage(browser);
  await page.goto(`${program.url}#cueing`);
  await live(page);
  await present(page, '[data-testid=cue-input]');
  expect(await text(page, 'cue-input')).toContain('forza 127.0.0.1:');
  expect(await text(page, 'cue-input')).toContain('does not drive');
  expect(await text(page, 'cue-input-mapping')).toContain('sway surge heave = AccelerationX Z Y');
  await until(
    () => text(page, 'cue-input-rate'),
    (shown) => parseFloat(shown ?? '') > 10,
  );
  await fetch(`${program.url}api/ctl`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ action: 'give', host: 'forza' }),
  });
  await present(page, '[data-testid=cue-input-now]');
  // Forward, in the middle: it brakes.
  await until(
    () => text(page, 'cue-input-now'),
    (shown) => /up-?0\.00 +−(1\.9|2\.0)/.test(shown ?? ''),
  );
  await shoot(page, 'cueing-game');
  racing = 0;
  await until(
    () => text(page, 'cue-input'),
    (shown) => shown?.includes('menu') ?? false,
  );
  racing = 1;
});

test('in Chinese, too', async () => {
  const { page } = await newPage(browser, { language: 'zh' });
  await page.goto(`${program.url}#cueing`);
  await live(page);
  await present(page, '[data-testid=cue-input]');
  expect(await text(page, 'cue-input-mapping')).toContain('已识别 forza');
  expect(await text(page, 'cue-input-rate')).toContain('每秒');
  await shoot(page, 'cueing-game-zh');
});
