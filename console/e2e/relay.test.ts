// A relay between a host and the program, made worse and better on the page.

import { createSocket, type Socket } from 'node:dgram';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openConsole, present, press, shoot, until, type Opened } from './browser';
import { misfits } from './look';
import { resize, SIZES } from './pages';
import { startProgram, startRelay, type Program } from './program';

let browser: Browser;
let program: Program;
let opened: Opened;
let page: Page;
let control: number;
const socket: Socket = createSocket('udp4');
const answers: string[] = [];

/** A port of this machine that nobody has. */
async function freePort(): Promise<number> {
  const probe = createSocket('udp4');
  await new Promise<void>((bound) => probe.bind(0, '127.0.0.1', bound));
  const { port } = probe.address();
  await new Promise<void>((closed) => probe.close(() => closed()));
  return port;
}

beforeAll(async () => {
  control = await freePort();
  socket.on('message', (bytes) => answers.push(bytes.toString()));
  [browser, program] = await Promise.all([
    openBrowser(),
    startProgram('--set', 'plant.initial=neutral', '--set', `console.relay=127.0.0.1:${control}`),
  ]);
  opened = await openConsole(browser, program.url);
  page = opened.page;
  await press(page, 'tab-hosts');
});
afterAll(async () => {
  socket.close();
  await browser?.close();
  await program?.end();
});

const quality = (way: 'up' | 'down'): Promise<string> =>
  page.evaluate((id) => document.querySelector(`[data-testid=${id}]`)?.textContent ?? '', `relay-${way}`);
const set = (name: string, value: string): Promise<void> => page.getByTestId(`relay-set-${name}`).fill(value);

test('without a relay the page says how to start one; with one a host is served, and its line made bad', async () => {
  await present(page, '[data-testid=relay]');
  await until(
    () => page.evaluate(() => document.querySelector('[data-testid=relay]')!.textContent!),
    (text) => text.includes('hexad relay 2100=1100'),
  );
  const relay = await startRelay(program.port('mdof'), control);
  try {
    await present(page, '[data-testid=relay-lines]');
    await until(
      () => quality('up'),
      (text) => text === 'clear',
    );
    socket.send('22', relay.port, '127.0.0.1');
    await until(
      async () => answers.length,
      (count) => count === 1,
    );
    expect(answers).toEqual(['22#0']);

    await set('loss', '25');
    await set('delay', '20');
    await page.getByTestId('relay-way').selectOption('down');
    await press(page, 'relay-apply');
    await until(
      () => quality('down'),
      (text) => text === 'loss=25% delay=20ms',
    );
    expect(await quality('up')).toBe('clear');
    await shoot(page, 'relay');
    for (const size of SIZES) {
      await resize(page, size);
      // The head of the table of hosts stays in sight over what is scrolled.
      await page.evaluate(() =>
        document.querySelector('[data-testid=relay]')!.closest('.scroll')!.scrollTo(0, 0),
      );
      expect(await misfits(page), size.join('×')).toEqual([]);
    }
    await resize(page, [1280, 720]);

    await page.getByTestId('relay-way').selectOption('both');
    await press(page, 'relay-cut');
    await until(
      () => quality('up'),
      (text) => text === 'loss=100%',
    );
    await set('loss', '120');
    await press(page, 'relay-apply');
    await present(page, '[data-testid=relay-problem]');
    expect(await quality('up')).toBe('loss=100%');
    await press(page, 'relay-clear');
    await until(
      () => quality('up'),
      (text) => text === 'clear',
    );
  } finally {
    await relay.end();
  }
  await until(
    () => page.evaluate(() => document.querySelector('[data-testid=relay-lines]') === null),
    Boolean,
  );
  // The refused order above is an answer 400, which browsers note.
  expect(opened.errors.filter((error) => !error.includes('400'))).toEqual([]);
});
