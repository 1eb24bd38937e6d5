// axe-core finds nothing; what speaks by itself speaks of changes, not of numbers; the Tab key goes
// everywhere in order.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openConsole, present, press, telegrams, until, waitState } from './browser';
import { goToPage, PAGES, paint } from './pages';
import { startProgram, type Program } from './program';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;
let program: Program;
beforeAll(async () => {
  [browser, program] = await Promise.all([openBrowser(), startProgram('--set', 'plant.initial=neutral')]);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

interface Result {
  violations: { id: string; nodes: { html: string }[] }[];
}
const violations = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: (options: unknown) => Promise<Result> } };
    const { violations: found } = await axe.run({ resultTypes: ['violations'] });
    return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 140)}`));
  });

test.each(['en', 'zh'] as const)('axe finds nothing on any page, light and dark: %s', async (language) => {
  const { page, context } = await openConsole(browser, program.url, { language, width: 1440, height: 900 });
  await waitState(page, 'ready');
  await page.evaluate(AXE);
  const found: string[] = [];
  for (const name of PAGES) {
    await goToPage(page, name);
    for (const theme of ['light', 'dark'] as const) {
      await paint(page, theme);
      found.push(...(await violations(page)).map((what) => `${name} ${theme}: ${what}`));
    }
  }
  expect(found).toEqual([]);
  await context.close();
});

test('axe finds nothing on a phone with its menu open, with an alarm and a notice', async () => {
  const { page, context } = await openConsole(browser, program.url, { width: 390, height: 844, touch: true });
  await press(page, 'estop');
  await present(page, '[data-testid=fault]');
  await press(page, 'page-menu');
  await present(page, '[data-testid=page-menu][aria-expanded=true]');
  await page.evaluate(AXE);
  expect(await violations(page)).toEqual([]);
  await page.goto(`${program.url}#service`);
  await present(page, '[data-testid=alarm-1]');
  expect(await violations(page)).toEqual([]);
  await page.goto(`${program.url}#operate`);
  await press(page, 'next-button');
  await press(page, 'action-reset');
  await press(page, 'action-zero');
  await waitState(page, 'origin');
  await press(page, 'action-raise');
  await waitState(page, 'ready');
  await context.close();
});

test('while a sine runs nothing that speaks by itself says numbers', async () => {
  const { page, context } = await openConsole(browser, program.url);
  await waitState(page, 'ready');
  await press(page, 'mode-sine');
  await page.getByTestId('sine-amplitude-Z').fill('30', { force: true });
  await press(page, 'start-sine');
  await waitState(page, 'running');
  await page.evaluate(() => {
    const said: string[] = [];
    (window as unknown as { said: string[] }).said = said;
    const spoken = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive], output';
    new MutationObserver((changes) =>
      changes.forEach(({ target }) => {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(spoken);
        if (region) said.push(region.textContent ?? '');
      }),
    ).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await telegrams(page, 120);
  const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said);
  // A busy machine may make the page stale for a moment, which is to be said.
  expect((await said()).filter((text) => /\d/.test(text))).toEqual([]);
  await press(page, 'stop');
  await waitState(page, 'ready');
  await until(said, (list) => list.some((text) => text.includes('Ready')));
  await context.close();
});

test('the Tab key reaches the pages, then Stop and E-STOP, then every control once', async () => {
  const { page, context } = await openConsole(browser, program.url);
  await waitState(page, 'ready');
  const order: string[] = [];
  for (let i = 0; i < 120; ++i) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const active = document.activeElement as HTMLElement;
      if (active === document.body) return '';
      const words =
        active.getAttribute('aria-label') ?? (active.closest('label') ?? active).textContent!.trim();
      return active.dataset['testid'] ?? words;
    });
    if (at === '' || (i > 5 && at === order[0])) break;
    order.push(at);
  }
  const places = [
    'page-operate',
    'page-accept',
    'stop',
    'estop',
    'next-button',
    'mode-hand',
    'go-X',
    'slider-X',
    'tab-plots',
  ];
  expect(places.filter((name) => !order.includes(name))).toEqual([]);
  expect(order.filter((name) => places.includes(name))).toEqual(places);
  // One stop for a list of tabs; the arrows go on.
  expect(order).not.toContain('mode-sine');
  await page.getByTestId('mode-hand').focus();
  await page.keyboard.press('ArrowRight');
  await present(page, '[data-testid=mode-sine][aria-selected=true]');
  await context.close();
});
