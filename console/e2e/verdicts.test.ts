// Verdicts that people act on, as the page gives them: motions judged with their speeds and loads, forces under
// a turned base, boards that answer otherwise, and what of a board is written and restored.

import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { live, newPage, openBrowser, present, press, shoot, type, until } from './browser';
import { startProgram, type Program } from './program';

let browser: Browser;
let program: Program;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hexad-verdicts-'));
  [browser, program] = await Promise.all([openBrowser(), startProgram('--set', 'plant.initial=origin')]);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
  rmSync(folder, { recursive: true, force: true });
});

async function open(hash: string, language: 'en' | 'zh' = 'en') {
  const opened = await newPage(browser, { width: 1440, height: 900, language });
  await opened.page.goto(program.url + hash);
  await live(opened.page);
  if (hash === '#verify') await present(opened.page, '[data-testid=v-legs]');
  return opened;
}
const text = async (page: Page, testid: string) => (await page.getByTestId(testid).first().textContent())!;
const says = (page: Page, testid: string, what: RegExp) =>
  until(
    () => text(page, testid),
    (now) => what.test(now),
  );

interface FakeBoard {
  address: string;
  frames: Buffer[]; // as they came
  end: () => void;
}
const bound = (socket: Socket) =>
  new Promise<number>((done) => socket.bind(0, '127.0.0.1', () => done(socket.address().port)));
/** A board that answers what it likes. */
async function board(answer: (frame: Buffer) => Buffer | null): Promise<FakeBoard> {
  const socket = createSocket('udp4');
  const frames: Buffer[] = [];
  socket.on('message', (frame, peer) => {
    frames.push(frame);
    const reply = answer(frame);
    if (reply) socket.send(reply, peer.port, peer.address);
  });
  return { address: `127.0.0.1:${await bound(socket)}`, frames, end: () => socket.close() };
}
/** The program's own board behind a wire that is listened to. */
async function tapped(): Promise<FakeBoard> {
  const outside = createSocket('udp4');
  const inside = createSocket('udp4');
  const frames: Buffer[] = [];
  let peer: RemoteInfo | null = null;
  outside.on('message', (frame, from) => {
    peer = from;
    frames.push(frame);
    inside.send(frame, program.port('csfi'), '127.0.0.1');
  });
  inside.on('message', (frame) => peer && outside.send(frame, peer.port, peer.address));
  await bound(inside);
  const end = () => (outside.close(), inside.close());
  return { address: `127.0.0.1:${await bound(outside)}`, frames, end };
}
/** The groups that were written, in their order. */
const written = (frames: Buffer[]) => frames.map((one) => one[2]!).filter((mark) => mark > 0x80);

test('a roadmap of 1,000 mm/s is not within limits of legs that can do 166.7', async () => {
  const { page, context } = await open('#verify');
  await page.getByTestId('v-preset').selectOption('allcontroller-1200');
  await press(page, 'v-tab-roadmap');
  await press(page, 'v-larger');
  const fast = '0,0,0,0,0,0,0\n0.05,0,0,60,0,0,0\n0.1,0,0,0,0,0,0\n';
  await page.getByTestId('v-road-text').fill(fast, { force: true });
  await present(page, '[data-testid=v-road-verdict][data-rows="3"][data-passes=false]');
  expect(Number(await page.getByTestId('v-road-verdict').getAttribute('data-broken'))).toBeGreaterThan(0);
  await shoot(page, 'verdict-roadmap-en');
  await page
    .getByTestId('v-road-text')
    .fill(fast.replace('0.05,', '2,').replace('0.1,', '4,'), { force: true });
  await present(page, '[data-testid=v-road-verdict][data-rows="3"][data-passes=true]');
  await context.close();
});

test('a sine above the limits of force and torque is not kept', async () => {
  const { page, context } = await open('#verify');
  await page.getByTestId('v-preset').selectOption('allcontroller-1200');
  await press(page, 'v-tab-sine');
  await press(page, 'v-larger');
  await present(page, '[data-testid=v-sine-verdict][data-passes=true]');
  const limit = page.locator('input[data-testid=v-load]');
  const load = await limit.inputValue();
  await limit.fill('1', { force: true });
  await present(page, '[data-testid=v-sine-verdict][data-passes=false]');
  await says(page, 'v-sine-verdict', /force: 1\.24 kN asked, 1 kN allowed/);
  await shoot(page, 'verdict-sine-force-en');
  await limit.fill(load, { force: true });
  await type(page, 'v-torque', '0.5');
  await type(page, 'v-peak_torque', '0.6');
  await says(page, 'v-sine-verdict', /torque: 0\.\d+ Nm asked, 0\.6 Nm allowed/);
  await context.close();
});

test('under a turned base the legs carry the weight, and no more', async () => {
  const { page, context } = await open('#verify');
  await page.getByTestId('v-preset').selectOption('allcontroller-3dof-rotary');
  const force = async (leg: number) =>
    Number((await text(page, `v-leg-${leg}-force`)).replace('−', '-').trim().split(' ')[0]);
  for (const [angle, first] of [
    ['90', 2.025],
    ['180', 1.961],
  ] as const) {
    await type(page, 'v-rotary-angle', angle);
    await until(
      () => force(1),
      (now) => Math.abs(now - first) < 2e-3,
    );
    expect((await force(1)) + (await force(2)) + (await force(3))).toBeCloseTo(0.3 * 9.80665, 2);
  }
  await shoot(page, 'verdict-rotary-en');
  await context.close();
});

test('group 3: an address or a port that no board can have is refused before anything is sent', async () => {
  const { page, context } = await open('#calibrate');
  await press(page, 'cal-read');
  await present(page, '[data-testid=cal-table]');
  await press(page, 'cal-group-3');
  const keys = await page
    .locator('[data-testid^="value-network."]')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLElement).dataset['testid']!));
  for (const [key, bad] of [
    [keys.find((one) => /ip|address/.test(one))!, '0.0.0.0'],
    [keys.find((one) => /port/.test(one))!, '0'],
  ] as const) {
    const was = await page.getByTestId(key).inputValue();
    await type(page, key, bad);
    await present(page, '[data-testid=cal-failure][data-code=value]');
    await shoot(page, `verdict-group3-${bad === '0' ? 'port' : 'address'}-en`);
    await type(page, key, was);
    await until(
      () => page.getByTestId('cal-failure').count(),
      (count) => count === 0,
    );
  }
  await context.close();
});

test('an answer that is none is shown in hex with the bytes that differ, in both languages', async () => {
  const odd = await board((frame) =>
    Buffer.concat([Buffer.from([0xeb, 0x90, frame[2]! | 0x80]), frame.subarray(3)]),
  );
  for (const [language, named] of [
    ['en', /EB 90 81 .*byte 2 \(group\) is 81, 01 is expected/],
    ['zh', /EB 90 81 .*字节 2（组号）为 81，应为 01/],
  ] as const) {
    const { page, context } = await open('#calibrate', language);
    await type(page, 'cal-address', odd.address);
    await press(page, 'cal-read');
    await present(page, '[data-testid=cal-failure][data-code=not_understood]');
    expect(await text(page, 'cal-failure')).toMatch(named);
    await shoot(page, `verdict-odd-answer-${language}`);
    await context.close();
  }
  odd.end();
});

test('only what changed is written, and a restore writes what the last write replaced, after asking', async () => {
  const wire = await tapped();
  const { page, context, errors } = await open('#calibrate');
  await type(page, 'cal-address', wire.address);
  await type(page, 'cal-name', 'hall 2');
  await press(page, 'cal-read');
  await present(page, '[data-testid=cal-table]');
  const change = async (group: number, key: string, to: string) => {
    await press(page, `cal-group-${group}`);
    await type(page, `value-${key}`, to);
    await press(page, 'cal-write');
    await present(page, '[data-testid=cal-confirm]');
    await press(page, 'cal-yes');
    await present(page, '[data-testid=cal-result][data-taken=true]');
    await present(page, '[data-testid=cal-read]:not(:disabled)');
  };
  await change(2, 'control.speed-0', '40');
  expect(written(wire.frames), 'group 1 and the zero are left alone').toEqual([0x82]);
  await change(4, 'user_frame.pose-2', '15');
  expect(written(wire.frames)).toEqual([0x82, 0x84]);
  await press(page, 'cal-side-history');
  await present(page, '[data-testid=cal-copy]');
  await page.getByTestId('cal-rollback').first().click({ force: true });
  await present(page, '[data-testid=cal-confirm]');
  expect(await page.getByTestId('cal-change').count()).toBe(1);
  expect(await text(page, 'cal-change')).toMatch(/15.*0/);
  expect(await text(page, 'cal-confirm'), 'which board').toContain(`hall 2 (${wire.address})`);
  await shoot(page, 'verdict-restore-en');
  expect(written(wire.frames), 'nothing before it is confirmed').toEqual([0x82, 0x84]);
  await press(page, 'cal-yes');
  await present(page, '[data-testid=cal-result][data-taken=true]');
  expect(written(wire.frames), 'what was written before stays').toEqual([0x82, 0x84, 0x84]);
  await press(page, 'cal-group-2');
  expect(await page.getByTestId('value-control.speed-0').inputValue()).toBe('40');
  expect(errors).toEqual([]);
  await context.close();
  wire.end();
});

test('identification by tape and draw wires: targets and marks are found, the result goes into the project', async () => {
  const path = join(folder, 'tape.csv');
  const columns = ['B1', 'B3', 'B5', 'F1', 'F2', 'F3'].flatMap((from) => [
    `d:T1-${from}_mm`,
    `d:T2-${from}_mm`,
  ]);
  const words = ['--platform', 'standard-400', '--simulate', '30', '--measure', columns.join(',')];
  execFileSync(process.env['HEXAD_BIN']!, [
    'identify',
    ...words,
    '--next',
    '0',
    '--sigma-mm',
    '0.1',
    '--write',
    path,
  ]);
  for (const language of ['en', 'zh'] as const) {
    const { page, context, errors } = await open('#verify', language);
    await page.getByTestId('v-preset').selectOption('standard-400');
    await press(page, 'v-tab-identify');
    await press(page, 'v-larger');
    await page.getByTestId('vid-file').setInputFiles(path);
    await present(page, '[data-testid=vid-result][data-passes=true]');
    expect(await page.getByTestId('vid-instrument').count(), 'two targets, three marks, no tracker').toBe(5);
    await shoot(page, `verdict-distances-${language}`);
    const before = await page.getByTestId('v-base-1-X').inputValue();
    await press(page, 'vid-take');
    await until(
      () => page.getByTestId('v-base-1-X').inputValue(),
      (now) => now !== before,
    );
    expect(errors).toEqual([]);
    await context.close();
  }
});
