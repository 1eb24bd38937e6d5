// Hosts of two protocols move the platform while the page looks on.

import { createSocket, type Socket } from 'node:dgram';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import {
  number,
  openBrowser,
  openConsole,
  present,
  press,
  shoot,
  until,
  waitState,
  type Opened,
} from './browser';
import { startProgram, type Program } from './program';

let browser: Browser;
let program: Program;
let opened: Opened;
let page: Page;
const sockets: Socket[] = [];

beforeAll(async () => {
  // In slow time: the time-out of a host is most of a second of the clock, so that a busy machine loses none.
  [browser, program] = await Promise.all([
    openBrowser(),
    startProgram('--set', 'plant.initial=neutral', '--speed', '0.25'),
  ]);
  opened = await openConsole(browser, program.url);
  page = opened.page;
  await waitState(page, 'ready');
  await press(page, 'tab-packets');
});
afterAll(async () => {
  sockets.forEach((socket) => socket.close());
  await browser?.close();
  await program?.end();
});

const host = (): Socket => {
  const socket = createSocket('udp4');
  sockets.push(socket);
  return socket;
};

/** A darren pose frame with the word Run: 128 bytes, values from 32: pitch roll yaw sway surge heave. */
function darrenRun(sequence: number, pitch: number, heave: number): Buffer {
  const frame = Buffer.alloc(128);
  frame.writeUInt32LE(128, 0);
  frame.writeUInt32LE(sequence, 4);
  frame.writeUInt32LE(100, 12);
  frame.writeUInt16LE(2, 16);
  frame.writeFloatLE(pitch, 32);
  frame.writeFloatLE(heave, 52);
  return frame;
}

test('mdof: a text command moves it, and the page follows', async () => {
  const socket = host();
  const answers: string[] = [];
  socket.on('message', (message) => answers.push(message.toString()));
  socket.send('9 0 0 40 0 0 0', program.port('mdof'), '127.0.0.1');
  await until(
    () => page.getByTestId('driver').getAttribute('data-driver'),
    (driver) => driver?.startsWith('mdof') ?? false,
  );
  await until(
    () => number(page, 'axis-Z', 'data-actual'),
    (z) => Math.abs(z - 40) < 0.5,
  );
  await until(
    async () => answers.join(),
    (text) => text.includes('9#0'),
  );
  await until(
    () => page.getByTestId('packets').textContent(),
    (text) => text?.includes('mdof') ?? false,
  );
  await until(
    () => page.getByTestId('driver').getAttribute('data-driver'),
    (driver) => driver === '',
  );
});

test('darren: a stream is followed, with the margin to its time-out, and its silence is told', async () => {
  const socket = host();
  let sequence = 0;
  const timer = setInterval(() => {
    sequence += 1;
    socket.send(darrenRun(sequence, 5 * Math.sin(sequence / 240), 20), program.port('darren'), '127.0.0.1');
  }, 10);
  try {
    await waitState(page, 'running');
    await until(
      () => page.getByTestId('driver').getAttribute('data-driver'),
      (driver) => driver?.startsWith('darren') ?? false,
    );
    await until(
      () => number(page, 'axis-RX', 'data-actual'),
      (pitch) => Math.abs(pitch) > 2,
    );
    await present(page, 'meter.margin');
    await until(
      () => page.getByTestId('packets').textContent(),
      (text) => text?.includes('darren') ?? false,
    );
    await page
      .locator('.packets .meaning button')
      .first()
      .evaluate((button: HTMLElement) => button.click());
    await shoot(page, 'packets-en-light');
    await press(page, 'tab-hosts');
    await until(
      () => page.getByTestId('hosts').textContent(),
      (text) => text?.includes('darren') ?? false,
    );
    await shoot(page, 'hosts-en-light');
  } finally {
    clearInterval(timer);
  }
  await waitState(page, 'holding');
  await press(page, 'tab-events');
  await until(
    () => page.getByTestId('events').textContent(),
    (text) => text?.includes('Host lost') ?? false,
  );
});

test('Examine names every host, how well it fits and what to set, in both languages', async () => {
  const [lost, other] = [host(), host()];
  // A motus step in the order of 2020: Pos at 128, Spd at 152.
  const step = Buffer.alloc(180);
  step.set([55, 11, 1]);
  step.writeFloatLE(0.03, 148);
  step.writeFloatLE(30, 172);
  const timer = setInterval(() => {
    lost.send('@A6:0,0,0,0,0,100#', program.port('motus'), '127.0.0.1');
    other.send(step, program.port('motus'), '127.0.0.1');
  }, 50);
  try {
    for (const [language, wanted] of [
      ['en', ['this is a frame of lingjing', 'motus.dialect=2020', 'not acted on: wrong size']],
      ['zh', ['这是 lingjing 的帧', 'motus.dialect=2020', '未执行：长度错误']],
    ] as const) {
      const shown = await openConsole(browser, program.url, { language });
      await press(shown.page, 'tab-hosts');
      const found = shown.page.getByTestId('examine');
      await found.getByRole('button').click();
      const text = await until(
        () => found.textContent(),
        (all) => wanted.every((part) => all?.includes(part)),
      );
      expect(text).not.toContain('180'); // no lesson in motus for who speaks lingjing
      await shoot(shown.page, `examine-${language}-light`);
      expect(shown.errors).toEqual([]);
      await shown.context.close();
    }
  } finally {
    clearInterval(timer);
  }
});

test('nothing went wrong in the page', () => expect(opened.errors).toEqual([]));
