// Every control can be read in every state it can be in, and E-STOP is red in all of them.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { openBrowser, openConsole, waitState } from './browser';
import { weakContrasts } from './look';
import { goToPage, PAGES } from './pages';
import { startProgram, type Program } from './program';

const CONTROLS = 'button, select, a[href], input, .button, summary';
const STATES: readonly (readonly string[])[] = [
  [],
  ['hover'],
  ['focus', 'focus-visible'],
  ['hover', 'active', 'focus'],
];

let browser: Browser;
let program: Program;
beforeAll(async () => {
  [browser, program] = await Promise.all([openBrowser(), startProgram('--set', 'plant.initial=neutral')]);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

/** As the browser's own inspector does it: the state of all controls at once. */
async function force(cdp: CDPSession, states: readonly string[]): Promise<void> {
  const { root } = await cdp.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await cdp.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: CONTROLS });
  const forcedPseudoClasses = [...states];
  await Promise.all(
    nodeIds.map((nodeId) => cdp.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses })),
  );
}

const estop = (page: Page) =>
  page.getByTestId('estop').evaluate((button) => {
    const style = getComputedStyle(button);
    return { background: style.backgroundColor.match(/\d+/g)!.map(Number), text: style.color };
  });

const NAME = 'at rest, under the pointer, focused, pressed, disabled: at least 4.5 to 1; dark: %s';
test.each([false, true])(NAME, async (dark) => {
  const { page, context, errors } = await openConsole(browser, program.url, {
    dark,
    width: 1440,
    height: 900,
  });
  await waitState(page, 'ready');
  const cdp = await context.newCDPSession(page);
  await cdp.send('DOM.enable');
  await cdp.send('CSS.enable');
  const weak: string[] = [];
  for (const name of PAGES) {
    await goToPage(page, name);
    for (const states of STATES) {
      await force(cdp, states);
      const found = await weakContrasts(page, CONTROLS);
      weak.push(...found.map(({ what, ratio }) => `${name} ${states.join('+') || 'rest'} ${ratio}: ${what}`));
      const { background, text } = await estop(page);
      expect(text).toBe('rgb(255, 255, 255)');
      const redder = background[0]! - Math.max(background[1]!, background[2]!);
      expect(redder, `red on ${name} ${states.join()}`).toBeGreaterThan(100);
    }
  }
  expect(weak).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});
