// A film: its video keeps step with the motion, through a hold, another speed of time and the stop.

import { createSocket } from 'node:dgram';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openConsole, present, press, shoot, until, waitState, type Opened } from './browser';
import { startProgram, type Program } from './program';

let browser: Browser;
let program: Program;
let opened: Opened;
let page: Page;

beforeAll(async () => {
  [browser, program] = await Promise.all([
    openBrowser(),
    startProgram(
      '--set',
      'plant.initial=neutral',
      '--set',
      'cabin.size=[1100, 1400, 1200]',
      '--set',
      'cueing.eye_point=[0, 200, 900]',
    ),
  ]);
  opened = await openConsole(browser, program.url);
  page = opened.page;
  await waitState(page, 'ready');
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

interface Step {
  video: number;
  motion: number;
  paused: boolean;
  rate: number;
}
const step = () =>
  page.evaluate((): Step => {
    const video = document.querySelector('video')!;
    const t = window.__hexad!.telemetry() as { path_time_s: number | null };
    return {
      video: video.currentTime,
      motion: t.path_time_s ?? NaN,
      paused: video.paused,
      rate: video.playbackRate,
    };
  });
const inStep = (s: Step) => Math.abs(s.video - s.motion) < 0.5;

test('the video is where the motion is, and stands when it is held', async () => {
  await press(page, 'mode-films');
  await press(page, 'film-1');
  await present(page, 'video');
  await press(page, 'start-film');
  await waitState(page, 'running');
  await until(step, (s) => s.motion > 3 && !s.paused && inStep(s));
  await shoot(page, 'film-en-light');
  await press(page, 'action-hold');
  await waitState(page, 'holding');
  const held = await until(step, (s) => s.paused && inStep(s));
  const later = await step();
  expect(Math.abs(later.video - held.video)).toBeLessThan(0.2);
});

test('faster time plays the video faster', async () => {
  await press(page, 'action-resume');
  await waitState(page, 'running');
  await press(page, 'tab-simulator');
  await page.getByRole('button', { name: '×2' }).click();
  await until(step, (s) => s.rate === 2 && inStep(s));
  expect(await page.getByRole('button', { name: '×2' }).getAttribute('aria-pressed')).toBe('true');
  await page.getByRole('button', { name: '×1', exact: true }).click();
  await until(step, (s) => s.rate === 1);
  await press(page, 'stop');
  await waitState(page, 'ready');
  await until(step, (s) => s.paused);
  expect(opened.errors).toEqual([]);
});

test('a host plays a film and goes to the next: page and video follow it', async () => {
  const socket = createSocket('udp4');
  const say = (text: string) => socket.send(text, program.port('lingjing'), '127.0.0.1');
  await press(page, 'action-give');
  await press(page, 'film-3'); // the page looks at another one
  // Each is said again until it is seen to have been heard; `next` only once: each would go one further.
  const plays = (number: number) => `[data-testid=film-${number}][aria-pressed=true]`;
  await until(
    async () => {
      say('@MV:play#');
      return page.locator(plays(1)).count();
    },
    (count) => count > 0,
  );
  const name = () => page.getByTestId('state').textContent();
  await until(name, (words) => /film_/.test(words ?? ''));
  await until(step, (s) => s.motion > 1 && !s.paused && inStep(s));
  const source = () => page.locator('video').getAttribute('src');
  const first = await source();
  say('@MV:next#');
  await present(page, plays(2));
  await until(source, (now) => now !== first);
  // From its beginning, and in step with it.
  await until(step, (s) => s.motion > 0.2 && s.motion < 10 && !s.paused && inStep(s));
  await shoot(page, 'film-next-en');
  say('@MV:stop#');
  await until(step, (s) => s.paused);
  socket.close();
  expect(opened.errors).toEqual([]);
});
