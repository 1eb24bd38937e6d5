// Every page on eight screens in both languages and both appearances: no text cut off, none over another, no
// page that scrolls sideways, every control of the bar in sight. Against the real program: its pages have
// something in them.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { openBrowser, openConsole, present, press, waitState } from './browser';
import { misfits } from './look';
import { goToPage, PAGES, paint, resize, SIZES } from './pages';
import { startProgram, type Program } from './program';

let browser: Browser;
let program: Program;
beforeAll(async () => {
  [browser, program] = await Promise.all([openBrowser(), startProgram('--set', 'plant.initial=neutral')]);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

test.each(['en', 'zh'] as const)(
  'nothing is cut off, nothing overlaps, nothing scrolls sideways: %s',
  async (language) => {
    const { page, context, errors } = await openConsole(browser, program.url, { language });
    await waitState(page, 'ready');
    const found: string[] = [];
    for (const name of PAGES) {
      await goToPage(page, name);
      for (const [i, [width, height]] of SIZES.entries()) {
        const theme = (i % 2 === 0) === (language === 'en') ? 'light' : 'dark';
        await resize(page, [width, height]);
        await paint(page, theme);
        const where = `${name} ${width}×${height} ${language} ${theme}`;
        found.push(...(await misfits(page)).map((what) => `${where}: ${what}`));
        const inSight = await page.evaluate(() =>
          ['estop', 'stop', 'state'].every((id) => {
            const box = document.querySelector(`[data-testid=${id}]`)!.getBoundingClientRect();
            return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
          }),
        );
        if (!inSight) found.push(`${where}: the bar is not in sight`);
      }
    }
    expect(found).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  },
);

const MODES = ['hand', 'sine', 'path', 'formula', 'files', 'films', 'jog', 'outputs'];
const TABS = ['plots', 'events', 'packets', 'hosts', 'loop', 'simulator'];
const VERIFY = /^v-tab-/;
test.each(['en', 'zh'] as const)(
  'every mode and every tab of Operate and Verify fits as well: %s',
  async (language) => {
    const { page, context, errors } = await openConsole(browser, program.url, { language });
    await waitState(page, 'ready');
    const found: string[] = [];
    const look = async (what: string) => {
      for (const size of SIZES) {
        await resize(page, size);
        found.push(...(await misfits(page)).map((one) => `${what} ${size.join('×')}: ${one}`));
      }
    };
    for (const mode of MODES) {
      await press(page, `mode-${mode}`);
      if (mode === 'files') {
        await press(page, 'file-film_sea.txt');
        await present(page, '[data-testid=preflight]');
      }
      if (mode === 'films') await present(page, '[data-testid=film-1]');
      await press(page, `tab-${TABS[MODES.indexOf(mode) % TABS.length]!}`);
      await look(`${mode}/${TABS[MODES.indexOf(mode) % TABS.length]!}`);
    }
    await goToPage(page, 'verify');
    const ids = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-testid]')].map((one) => one.dataset['testid']!),
    );
    const tabs = ids.filter((id) => VERIFY.test(id));
    expect(tabs.length).toBeGreaterThan(10);
    for (const tab of tabs) {
      await press(page, tab);
      await look(tab);
    }
    expect(found).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  },
);

test.each([125, 150])('at %i percent it fits as well, and a click reaches every page', async (size) => {
  const { page, context } = await openConsole(browser, program.url, { width: 1440, height: 900 });
  await page.getByTestId('size').selectOption(String(size), { force: true });
  const found: string[] = [];
  for (const name of PAGES) {
    // A real click: what is covered or outside cannot be hit.
    const box = (await page.getByTestId(`page-${name}`).boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await present(page, `[data-testid=page-${name}][aria-current=page]`);
    found.push(...(await misfits(page)).map((what) => `${name} ${size} %: ${what}`));
  }
  expect(found).toEqual([]);
  await context.close();
});

test('the last page can be reached by the mouse at every width of a laptop', async () => {
  const { page, context } = await openConsole(browser, program.url);
  for (const width of [1366, 1440, 1536, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    await press(page, 'page-operate');
    await present(page, '[data-testid=page-operate][aria-current=page]');
    const box = (await page.getByTestId('page-settings').boundingBox())!;
    await page.mouse.click(box.x + box.width - 4, box.y + box.height / 2);
    await present(page, '[data-testid=page-settings][aria-current=page]');
  }
  await context.close();
});
