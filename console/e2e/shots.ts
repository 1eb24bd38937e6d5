// `npm run shots`: pictures of every page on every screen in both languages and appearances, and with some life in it,
// into ../build/shots (HEXAD_SCREENSHOTS names another folder). For eyes; nothing here fails but a page that does not
// come. HEXAD_SHOTS='operate settings' takes these pages alone.

import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { openBrowser, openConsole, press, shoot, waitState } from './browser';
import { drawn, goToPage, PAGES, paint, resize, SIZES } from './pages';
import { startProgram, type Program } from './program';

process.env['HEXAD_SCREENSHOTS'] ??= new URL('../../build/shots', import.meta.url).pathname;
mkdirSync(process.env['HEXAD_SCREENSHOTS'], { recursive: true });
const wanted = process.env['HEXAD_SHOTS']?.split(' ');

let browser: Browser;
let program: Program;
beforeAll(async () => {
  [browser, program] = await Promise.all([openBrowser(), startProgram('--set', 'plant.initial=neutral')]);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

test.each(['en', 'zh'] as const)('pictures: %s', async (language) => {
  const { page, context } = await openConsole(browser, program.url, { language });
  await waitState(page, 'ready', 'running');
  // A sine, so that there is something to see.
  await press(page, 'mode-sine');
  await page.evaluate(() =>
    fetch('/api/ctl', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        action: 'sine',
        amplitude: [0, 0, 25, 4, 0, 0],
        frequency: [0, 0, 0.3, 0.2, 0, 0],
      }),
    }),
  );
  for (const name of PAGES) {
    if (wanted && !wanted.includes(name)) continue;
    await goToPage(page, name);
    for (const size of SIZES) {
      await resize(page, size);
      for (const theme of ['light', 'dark'] as const) {
        await paint(page, theme);
        await drawn(page);
        await shoot(page, `${name}-${size.join('x')}-${language}-${theme}`);
      }
    }
    await resize(page, [1280, 720]);
  }
  await context.close();
});
