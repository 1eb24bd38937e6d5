// The rotary axis by hand, against the real program.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { number, openBrowser, openConsole, present, until } from './browser';
import { startProgram, type Program } from './program';

let browser: Browser;
let program: Program;
beforeAll(async () => {
  [browser, program] = await Promise.all([
    openBrowser(),
    startProgram('--platform', 'standard-400-rotary', '--set', 'plant.initial=neutral'),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

test('it is turned by its slider, and stays where it was turned to', async () => {
  const { page, context, errors } = await openConsole(browser, program.url);
  await present(page, '[data-testid=slider-rotary]:not(:disabled)');
  await page.getByTestId('slider-rotary').evaluate((slider: HTMLInputElement) => {
    slider.value = String(Number(slider.value) + 20);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const actual = async () =>
    Number(await page.locator('[data-testid=axis-rotary] .axis-actual').textContent());
  await until(actual, (now) => Math.abs(now - 20) < 0.5);
  await until(
    () => page.getByTestId('state').getAttribute('data-state'),
    (state) => state === 'ready',
  );
  expect(Math.abs((await number(page, 'hand-rotary', 'data-angle')) - 20)).toBeLessThan(0.5);
  expect(errors).toEqual([]);
  await context.close();
});
