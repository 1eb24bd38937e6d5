// `npm run speed`: how long from a click on E-STOP to the state on the screen, and what a frame costs the page's own
// thread when it runs as on a computer with graphics. For docs/performance.md; nothing here fails on a slow day.

import { afterAll, beforeAll, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { live, newPage, openBrowser, openConsole, press, until, waitState } from './browser';
import { startProgram, type Program } from './program';

const CLICKS = 21;
const SECONDS = 12;

let browser: Browser;
let program: Program;
beforeAll(async () => {
  [browser, program] = await Promise.all([openBrowser(), startProgram('--set', 'plant.initial=neutral')]);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

/** From the event of the button or key to the change of the page, by the page's own clock. */
async function estop(page: Page, hit: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    const began = () => void (times[0] ??= performance.now());
    addEventListener('pointerdown', began, { capture: true, once: true });
    addEventListener('keydown', began, { capture: true, once: true });
    const seen = new MutationObserver(() => {
      if (!document.querySelector('[data-testid=state][data-state=emergency]')) return;
      times[1] ??= performance.now();
      seen.disconnect();
    });
    seen.observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await hit();
  const [from, to] = await until(
    () => page.evaluate(() => (window as unknown as { times: number[] }).times),
    (times) => times.length === 2,
  );
  await press(page, 'next-button');
  await press(page, 'action-reset');
  await waitState(page, 'powered_up');
  return to! - from!;
}

const said = (what: string, times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b).map((one) => one.toFixed(0));
  console.info(`${what}: median ${sorted[sorted.length >> 1]} ms of ${sorted.length}: ${sorted.join(' ')}`);
};

test('E-STOP', async () => {
  const { page, context } = await openConsole(browser, program.url, { width: 1366, height: 768 });
  const box = (await page.getByTestId('estop').boundingBox())!;
  const [clicks, keys]: [number[], number[]] = [[], []];
  for (let i = 0; i < CLICKS; ++i) {
    clicks.push(await estop(page, () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)));
    keys.push(await estop(page, () => page.keyboard.press('F9')));
  }
  said('click on E-STOP to "Emergency" on the screen', clicks);
  said('F9 to "Emergency" on the screen', keys);
  await context.close();
});

test('work of a frame', async () => {
  const fresh = await startProgram('--set', 'plant.initial=neutral');
  const { page, context } = await newPage(browser, { width: 1920, height: 1080 });
  // A renderer that is not called software: the page goes at its full pace.
  await page.addInitScript(() => {
    const draws: number[] = [];
    Object.assign(window, { draws });
    const ask = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (draw) =>
      ask((time) => {
        const began = performance.now();
        draw(time);
        draws.push(performance.now() - began);
      });
    const real = WebGL2RenderingContext.prototype.getParameter;
    WebGL2RenderingContext.prototype.getParameter = function (name: number): unknown {
      const value = real.call(this, name) as unknown;
      return typeof value === 'string' ? value.replaceAll(/swiftshader|llvmpipe|software/gi, 'card') : value;
    };
  });
  await page.goto(fresh.url);
  await live(page);
  await waitState(page, 'ready');
  await page.evaluate(() =>
    fetch('/api/ctl', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        action: 'sine',
        amplitude: [10, 10, 25, 4, 3, 3],
        frequency: [0.2, 0.3, 0.3, 0.2, 0.3, 0.2],
      }),
    }),
  );
  await waitState(page, 'running');
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const now = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((one) => one.name === name)!.value * 1000;
    return {
      script: of('ScriptDuration'),
      layout: of('LayoutDuration') + of('RecalcStyleDuration'),
      all: of('TaskDuration'),
      told: await page.evaluate(() => window.__hexad!.frames()),
    };
  };
  await new Promise((done) => setTimeout(done, 4000)); // what the beginning costs is over
  const before = await now();
  await new Promise((done) => setTimeout(done, 1000 * SECONDS));
  const after = await now();
  const told = after.told - before.told;
  const a = (what: 'script' | 'layout' | 'all') => ((after[what] - before[what]) / told).toFixed(2);
  const draws = await page.evaluate(() => (window as unknown as { draws: number[] }).draws.slice(-20));
  const draw = draws.toSorted((one, other) => one - other)[draws.length >> 1]!;
  console.info(
    `Operate at 1920×1080, six axes in motion, work of the page's thread a telegram (${(told / SECONDS).toFixed(0)} a ` +
      `second): script ${a('script')} ms, style and layout ${a('layout')} ms, everything ${a('all')} ms of CPU time; ` +
      `a picture ${draw.toFixed(1)} ms by the clock`,
  );
  await context.close();
  await fresh.end();
});
