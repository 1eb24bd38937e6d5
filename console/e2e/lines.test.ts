// Lines that break, and machines the default program is not: against the stand-in of fake.ts.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import {
  live,
  newPage,
  openBrowser,
  present,
  press,
  shoot,
  telegrams,
  until,
  waitState,
  type Opened,
  type PageOptions,
} from './browser';
import { FakeProgram } from './fake';
import { MACHINE } from './fake_machine';

let browser: Browser;
let fake: FakeProgram;
let opened: Opened;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => browser?.close());
afterEach(async () => {
  fake.end();
  await opened.context.close();
});

async function open(
  change: (program: FakeProgram) => void = () => undefined,
  options: PageOptions = {},
): Promise<Page> {
  fake = new FakeProgram();
  Object.assign(fake, {
    state: 'ready',
    zeroed: true,
    pose: [0, 0, 0, 0, 0, 0],
    commanded: [0, 0, 0, 0, 0, 0],
  });
  change(fake);
  opened = await newPage(browser, options);
  await fake.serve(opened.context);
  await opened.page.goto('http://hexad.test/');
  await live(opened.page);
  return opened.page;
}

const motions = () =>
  fake.orders.filter((order) => order['action'] !== 'stop' && order['action'] !== 'estop');

test('opening and reconnecting send no order; what was legal is forgotten with the line', async () => {
  const page = await open();
  await fake.hangUp();
  // Both at one moment: the line is back soon.
  await present(page, 'body:has([data-testid=stale]) [data-testid=action-lower]:disabled');
  await live(page);
  await waitState(page, 'ready');
  expect(fake.orders).toEqual([]);
});

test('a held jog button ends when the line breaks, and does not begin again by itself', async () => {
  const page = await open();
  await press(page, 'mode-jog');
  await present(page, '[data-testid=jog-up-1]:not(:disabled)');
  await page.getByTestId('jog-up-1').dispatchEvent('pointerdown', { button: 0, pointerId: 1 });
  await until(
    async () => motions().length,
    (n) => n >= 3,
  );
  await fake.hangUp();
  await present(page, '[data-testid=stale]');
  const count = motions().length;
  await live(page);
  await telegrams(page, 30);
  expect(motions().length).toBe(count);
});

test('a slider ends when the line breaks, and the value set by the program afterwards sends nothing', async () => {
  const page = await open();
  await present(page, '[data-testid=slider-Z]:not(:disabled)');
  await page.getByTestId('slider-Z').fill('60', { force: true });
  await until(
    async () => motions().length,
    (n) => n >= 1,
  );
  // No faster than the speed for motion by hand: not there at once.
  expect((motions()[0]!['pose'] as number[])[2]).toBeLessThan(30);
  await until(
    async () => motions().at(-1)!,
    (order) => (order['pose'] as number[])[2] === 60,
  );
  expect(motions().at(-1)).toMatchObject({ action: 'follow', pose: [0, 0, 60, 0, 0, 0] });
  await fake.hangUp();
  await live(page);
  await telegrams(page, 15);
  const count = motions().length;
  fake.pose = fake.commanded = [10, 20, 30, 1, 2, 3];
  await until(
    () => page.getByTestId('slider-X').inputValue(),
    (value) => Number(value) === 10,
  );
  await telegrams(page, 15);
  expect(motions().length).toBe(count);
});

test('with a dead websocket E-STOP and Stop go over HTTP', async () => {
  const page = await open();
  fake.refusing = true;
  await fake.hangUp();
  await present(page, '[data-testid=stale]');
  await press(page, 'stop');
  await press(page, 'estop');
  await until(
    async () => fake.posted.map((order) => order['action']),
    (actions) => actions.length === 2,
  );
  expect(fake.posted.map((order) => order['action'])).toEqual(['stop', 'estop']);
});

test('frames that come but are old make the page stale', async () => {
  const page = await open();
  fake.lag = 2;
  await present(page, '[data-testid=stale]');
  expect(await page.getByTestId('action-lower').isDisabled()).toBe(true);
  fake.lag = 0;
  await live(page);
});

test('the limiting leg is marked in 3D together with its row', async () => {
  const page = await open((program) => {
    program.limit = {
      what: 'leg_upper',
      leg: 3,
      axis: null,
      asked: 410,
      allowed: 399,
      unit: 'mm',
      text: '',
      message: {
        id: 'limit_at_leg',
        facts: {
          leg: 3,
          limit: { id: 'limit_leg_upper' },
          asked: { value: 410, unit: 'mm' },
          allowed: { value: 399, unit: 'mm' },
        },
      },
    };
  });
  await until(
    () => page.evaluate(() => window.__hexad!.scene()!.limiting),
    (leg) => leg === 3,
  );
  expect(await page.getByTestId('leg-3').getAttribute('class')).toContain('limiting');
  expect(await page.getByTestId('limit').textContent()).toContain('410 mm asked, 399 mm allowed');
});

test('what stands is not drawn: no frame is asked for, and one millimetre is drawn again', async () => {
  const page = await open();
  await page.evaluate(() => {
    const count = { frames: 0 };
    const real = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (draw) => ((count.frames += 1), real(draw));
    Object.assign(window, { count });
  });
  const now = () =>
    page.evaluate(() => ({
      drawn: window.__hexad!.scene()!.frames,
      told: window.__hexad!.frames(),
      asked: (window as unknown as { count: { frames: number } }).count.frames,
    }));
  const told = async (frames: number) => {
    const before = await now();
    return until(now, ({ told }) => told >= before.told + frames);
  };
  await until(now, ({ drawn }) => drawn > 0);
  await told(60); // what the beginning draws has been drawn
  const before = await now();
  const after = await told(60);
  expect([after.drawn - before.drawn, after.asked - before.asked]).toEqual([0, 0]);
  fake.pose = fake.commanded = [0, 0, 1, 0, 0, 0];
  await until(now, ({ drawn }) => drawn > after.drawn);
  // The processor draws here: what costs it is asked for less often.
  expect(fake.subscribed['telemetry_hz']).toBe(20);
  await press(page, 'plot-spectrum');
  await until(
    async () => fake.subscribed['telemetry_hz'],
    (hertz) => hertz === 60,
  );
});

test('three legs with a rotary axis and a cabin, real drives: drawn, and no simulator', async () => {
  const three = <T>(list: T[]) => [list[0]!, list[2]!, list[4]!];
  const page = await open((program) => {
    program.machine = {
      ...MACHINE,
      legs: 3,
      simulated: false,
      rotary: true,
      base_joints_mm: three(MACHINE.base_joints_mm),
      platform_joints_mm: three(MACHINE.platform_joints_mm),
      ranges: [
        [0, 0],
        [0, 0],
        [-200, 200],
        [-20, 20],
        [-20, 20],
        [0, 0],
      ],
      cabin: { size_mm: [1100, 1400, 1500], eye_mm: [0, 200, 1150] },
      injections: [],
    };
  });
  // Drawn once before the first telemetry: what counts is where the legs are then.
  await until(
    () => page.evaluate(() => window.__hexad!.scene()!),
    (scene) => scene.rods.length === 3 && scene.rods.every((rod) => Math.abs(rod - 200) < 1),
  );
  expect(await page.getByTestId('simulated').textContent()).toBe('REAL DRIVES');
  expect(await page.getByTestId('tab-simulator').count()).toBe(0);
  expect(await page.getByTestId('slider-X').count()).toBe(0);
  await shoot(page, 'cabin-en-light');
  expect(opened.errors).toEqual([]);
});
