// Help: the tour points at what is there, and every "?" leads to a page that the program serves.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { openBrowser, openConsole, present, press, shoot } from './browser';
import { PAGES } from './pages';
import { startProgram, type Program } from './program';

let browser: Browser;
let program: Program;
beforeAll(async () => {
  [browser, program] = await Promise.all([openBrowser(), startProgram('--set', 'plant.initial=origin')]);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

test.each(['en', 'zh'] as const)(
  'the tour shows six things, each on the screen, and presses nothing: %s',
  async (language) => {
    const { page, context, errors } = await openConsole(browser, program.url, { language });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url());
    });
    await press(page, 'tour-start');
    for (const name of ['state', 'stop', 'step', 'hand', 'picture', 'plots']) {
      await present(page, `[data-testid=tour][data-step=${name}]`);
      const inside = await page.evaluate(() => {
        const [card, ring] = ['.tour', '.tour-ring'].map((one) =>
          document.querySelector(one)!.getBoundingClientRect(),
        );
        const within = (box: DOMRect) =>
          box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
        return within(card!) && ring!.width > 20;
      });
      expect(inside, name).toBe(true);
      if (name === 'step') await shoot(page, `tour-${language}`);
      if (name !== 'plots') await press(page, 'tour-next');
    }
    await press(page, 'tour-end');
    expect(await page.getByTestId('tour').count()).toBe(0);
    expect(sent).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  },
);

test('every "?" of every page leads to a page that is served', async () => {
  const { page, context } = await openConsole(browser, program.url);
  const links = new Set<string>();
  for (const name of PAGES) {
    await page.goto(`${program.url}#${name}`);
    await present(page, `main.${name} a.help`);
    for (const link of await page
      .locator('a.help')
      .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href)))
      links.add(link);
  }
  expect(links.size).toBeGreaterThan(6);
  for (const link of links) {
    const answer = await fetch(link);
    expect([answer.status, answer.headers.get('content-type')], link).toEqual([
      200,
      expect.stringContaining('text/html'),
    ]);
    expect(await answer.text()).toContain('</main>');
  }
  await context.close();
});
