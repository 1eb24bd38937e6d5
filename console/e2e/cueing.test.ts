// The page "Cueing": tuned by hand while a darren host streams a vehicle's motion (102), effects on top, in
// both languages; and, against the stand-in, what it must not do.

import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import {
  live,
  newPage,
  number,
  openBrowser,
  present,
  press,
  shoot,
  type,
  until,
  waitState,
  type PageOptions,
} from './browser';
import { FakeProgram } from './fake';
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

const order = (body: object) =>
  fetch(`${program.url}api/ctl`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

/** The page, with the program's own tuning and no effects. */
async function open(options: PageOptions = {}) {
  await order({ action: 'cueing', preset: 'normal', engine: 'classical', input: 'acceleration' });
  for (const place of [1, 2, 3, 4]) await order({ action: 'effect', place, kind: 'none' });
  const opened = await newPage(browser, options);
  await opened.page.goto(`${program.url}#cueing`);
  await live(opened.page);
  await present(opened.page, '[data-testid=cue-tuning]');
  return opened;
}

interface Answer {
  preset: string;
  engine: string;
  axes: { gain: number; gain_given: boolean; high_pass: number; high_pass_given: boolean }[];
  tilt: { rate: number; rate_given: boolean; rate_preset: number };
  effects: ({ kind: string } | null)[];
}
const answer = async (): Promise<Answer> =>
  (await (await fetch(`${program.url}api/cueing`)).json()) as Answer;
const text = (page: Page, testid: string) => page.getByTestId(testid).first().textContent();

/**
 * A host that streams a vehicle: darren 102 with the word Run, 128 bytes, from 32 pitch roll yaw rate, sway
 * surge heave.
 */
async function drive<T>(motion: (time: number) => readonly number[], work: () => Promise<T>): Promise<T> {
  const socket = createSocket('udp4');
  const begun = performance.now();
  let sequence = 0;
  const send = () => {
    const frame = Buffer.alloc(128);
    frame.writeUInt32LE(128, 0);
    frame.writeUInt32LE(++sequence, 4);
    frame.writeUInt32LE(102, 12);
    // Now and then no word: after a silence (a busy processor) only a run that comes anew counts.
    frame.writeUInt16LE(sequence % 50 === 0 ? 0 : 2, 16);
    motion((performance.now() - begun) / 1000).forEach((value, i) => frame.writeFloatLE(value, 32 + 4 * i));
    socket.send(frame, program.port('darren'), '127.0.0.1');
  };
  const timer = setInterval(send, 10);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    socket.close();
  }
}

/** Waits until a value of the page has gone up and down by so much. */
async function swings(page: Page, testid: string, wanted: number): Promise<void> {
  let [low, high] = [Infinity, -Infinity];
  await until(
    async () => {
      const value = await number(page, testid, 'data-value');
      [low, high] = [
        Math.min(low, Number.isNaN(value) ? low : value),
        Math.max(high, Number.isNaN(value) ? high : value),
      ];
      return high - low;
    },
    (swing) => swing > wanted,
  );
}

/**
 * Does something and waits for what comes of it. Where others use the processor, the page may be stale at
 * that very
 * moment, and then sends nothing and says so (data-sent=false): only then it is done again.
 */
async function ask(page: Page, act: () => Promise<void>, selector: string): Promise<void> {
  for (let i = 0; i < 5; ++i) {
    await live(page);
    await act();
    await present(page, `${selector}, [data-sent=false]`);
    if ((await page.locator(selector).count()) > 0) return;
  }
  throw new Error(`the page was stale all the time: ${selector}`);
}
const tuned = (what: string) => `[data-testid=cue-tuning]${what}`;
const pressed = (page: Page, testid: string, selector: string) =>
  ask(page, () => press(page, testid), selector);
const SPARE_MS = 150_000;
const typed = (page: Page, testid: string, text: string, selector: string) =>
  ask(page, () => type(page, testid, text), selector);

test(
  'preset, engine and a number are chosen; the number goes back to the preset, and undo brings it again',
  async () => {
    const { page, context, errors } = await open();
    await present(page, tuned('[data-preset=normal][data-engine=classical][data-given="0"]'));
    await present(page, '[data-testid=cue-response][data-busy=false][data-engine=classical]');
    expect(await number(page, 'cue-gain', 'data-points')).toBe(12);
    await pressed(page, 'cue-preset-car', tuned('[data-preset=car]'));
    await pressed(page, 'cue-engine-predictive', tuned('[data-engine=predictive]'));
    await typed(page, 'cue-tilt_rate', '2', tuned('[data-given="1"]'));
    expect(await answer()).toMatchObject({
      preset: 'car',
      engine: 'predictive',
      tilt: { rate: 2, rate_given: true },
    });
    expect(await page.getByTestId('cue-toml').inputValue()).toMatch(
      /preset\s*=\s*"car"[\s\S]*tilt_rate\s*=\s*2/,
    );
    // Seconds of work, in what others leave of the processor.
    await present(page, '[data-testid=cue-response][data-busy=false][data-engine=predictive]', SPARE_MS);

    await pressed(page, 'cue-back-tilt_rate', tuned('[data-given="0"]'));
    const own = await answer();
    expect(own.tilt.rate_given).toBe(false);
    expect(Number(await page.getByTestId('cue-tilt_rate').inputValue())).toBeCloseTo(own.tilt.rate_preset, 3);
    await pressed(page, 'cue-undo', tuned('[data-given="1"]'));
    expect((await answer()).tilt.rate).toBe(2);
    await pressed(page, 'cue-back-all', tuned('[data-given="0"][data-preset=car]'));
    await pressed(page, 'cue-engine-classical', tuned('[data-engine=classical]'));
    await pressed(page, 'cue-preset-normal', tuned('[data-preset=normal][data-engine=classical]'));
    expect(errors).toEqual([]);
    await context.close();
  },
  2 * SPARE_MS,
);

test('another corner frequency changes the response, and the page says what travel it may use', async () => {
  const { page, context } = await open();
  await page.getByTestId('cue-test').selectOption('heave', { force: true });
  await present(page, '[data-testid=cue-response][data-busy=false][data-test=heave]');
  const before = await number(page, 'cue-gain', 'data-sum');
  const travel = await text(page, 'cue-most-2');
  expect(travel).toMatch(/\d+ mm\s*\d+ %/);
  await typed(page, 'cue-high_pass.2', '6', tuned('[data-given="1"]'));
  await until(
    () => number(page, 'cue-gain', 'data-sum'),
    (now) => now < 0.9 * before,
  );
  expect(await text(page, 'cue-most-2')).not.toBe(travel);
  await pressed(page, 'cue-back-high_pass.2', tuned('[data-given="0"]'));
  await context.close();
});

test('a number out of its range is refused at its field with the reason, and the rest goes on', async () => {
  const { page, context } = await open();
  await typed(page, 'cue-gain.0', '9', '[data-testid="refused-gain.0"][data-sent=true]');
  expect(await text(page, 'refused-gain.0')).toMatch(/^gain\.sway: 9 is no number from 0 to 1\.5$/);
  expect(await page.getByTestId('cue-gain.0').getAttribute('aria-invalid')).toBe('true');
  await typed(page, 'cue-gain.1', '0.61', tuned('[data-given="1"]'));
  const now = await answer();
  expect([now.axes[0]!.gain_given, now.axes[1]!.gain]).toEqual([false, 0.61]);
  await shoot(page, 'cueing-refused-en-light');
  await press(page, 'cue-back-gain.0');
  await until(
    () => page.getByTestId('refused-gain.0').count(),
    (count) => count === 0,
  );
  await type(page, 'cue-gain.1', '0.6x');
  expect(await page.getByTestId('cue-gain.1').getAttribute('aria-invalid')).toBe('true');
  // What is typed after it has been sent and taken: it was not.
  await typed(page, 'cue-gain.2', '0.62', tuned('[data-given="2"]'));
  const taken = await answer();
  expect([taken.axes[1]!.gain, taken.axes[2]!.gain]).toEqual([0.61, 0.62]);
  await pressed(page, 'cue-back-all', tuned('[data-given="0"]'));
  await context.close();
});

test('a vehicle is streamed: input, felt and platform move; tuning and an effect act meanwhile', async () => {
  const { page, context, errors } = await open();
  await present(page, '[data-testid=cue-idle]');
  await shoot(page, 'cueing-idle-en-light');
  await drive(
    (time) => [3 * Math.sin(1.3 * time), 0, 0, 0, 1.5 * Math.sin(1.3 * time), 0],
    async () => {
      await waitState(page, 'running');
      await until(
        () => page.getByTestId('cue-idle').count(),
        (count) => count === 0,
      );
      await swings(page, 'cue-value-vehicle_force1', 2);
      await swings(page, 'cue-value-felt_force1', 0.4);
      await swings(page, 'cue-value-pose1', 10);
      expect(await number(page, 'cue-travel-1', 'data-largest')).toBeGreaterThan(0.01);
      expect(await number(page, 'cue-leg-1', 'data-largest')).toBeGreaterThan(0.01);

      await typed(page, 'cue-tilt_rate', '1', tuned('[data-given="1"]'));
      await until(
        () => number(page, 'cue-value-tilt_limit', 'data-value'),
        (limit) => limit === 1,
      );
      await pressed(page, 'cue-engine-predictive', '[data-testid=cue-predictive]');
      await until(
        () => number(page, 'cue-predictive', 'data-share'),
        (share) => share > 0.9,
      );
      expect(await text(page, 'cue-most-1')).toBe('by the legs'); // its travel has no bound an axis

      await page.getByTestId('cue-effect-kind-1').selectOption('vibration', { force: true });
      expect((await answer()).effects).toEqual([null, null, null, null]); // chosen, not added
      await pressed(page, 'cue-effect-apply-1', '[data-testid=cue-effect-1][data-kind=vibration]');
      expect((await answer()).effects[0]).toMatchObject({ kind: 'vibration' });
      await until(
        () => number(page, 'cue-share', 'data-share'),
        (share) => share > 0.5,
      );
      if (process.env['HEXAD_SCREENSHOTS']) await program.passes(3); // something to see
      await shoot(page, 'cueing-en-light');
      await press(page, 'cue-show-all');
      await press(page, 'cue-pause');
      const still = await number(page, 'cue-value-felt_force1', 'data-value');
      await program.passes(0.5);
      expect(await number(page, 'cue-value-felt_force1', 'data-value')).toBe(still);
      await press(page, 'cue-pause');
      await press(page, 'cue-show-surge');
      await pressed(page, 'cue-effect-off-1', '[data-testid=cue-effect-1][data-kind=""]');
      expect((await answer()).effects[0]).toBeNull();
    },
  );
  await waitState(page, 'holding');
  await press(page, 'cue-travel-reset');
  await until(() => number(page, 'cue-travel-1', 'data-largest'), Number.isNaN);
  await pressed(page, 'cue-back-all', tuned('[data-given="0"]'));
  await pressed(page, 'cue-engine-classical', tuned('[data-engine=classical][data-given="0"]'));
  expect(errors).toEqual([]);
  await context.close();
});

test('an effect that is too large is refused at its place, with the reason', async () => {
  const { page, context } = await open();
  await page.getByTestId('cue-effect-kind-3').selectOption('vibration', { force: true });
  await type(page, 'cue-effect-3-amplitude', '50');
  await pressed(page, 'cue-effect-apply-3', '[data-testid="refused-effect.3"][data-sent=true]');
  expect(await text(page, 'refused-effect.3')).toMatch(/more than a third.*amplitude up to 0\.\d+ would do/);
  expect((await answer()).effects[2]).toBeNull();
  await context.close();
});

test('what somebody else changes is shown here, and nothing is sent for it', async () => {
  const { page, context } = await open();
  const sent: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', (frame) => sent.push(String(frame.payload))));
  await page.reload();
  await present(page, tuned('[data-preset=normal]'));
  await order({ action: 'cueing', preset: 'ship', tilt_gain: 0.2 });
  await present(page, tuned('[data-preset=ship][data-given="1"]'));
  expect(await page.getByTestId('cue-tilt_gain').inputValue()).toBe('0.2');
  await order({ action: 'cueing', preset: 'normal' });
  await present(page, tuned('[data-preset=normal][data-given="0"]'));
  expect(sent.filter((frame) => frame.includes('order'))).toEqual([]);
  await context.close();
});

/** Latin words a Chinese page may show: units, keys, names of platform and protocol, classes of roads. */
const ALLOWED = /^(mm|m|s|ms|rad|Hz|EN|F8|F9|hexad|standard|darren|min|[A-H])$/;
test('Chinese, dark, on a tablet: no untranslated text, nothing that scrolls, every control with a name', async () => {
  const { page, context, errors } = await open({ language: 'zh', dark: true, width: 1024, height: 768 });
  expect(
    await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]),
  ).toEqual([1024, 768]);
  await typed(page, 'cue-tilt_rate', '77', '[data-testid="refused-tilt_rate"][data-sent=true]');
  await page.evaluate(() => document.querySelectorAll('details').forEach((fold) => (fold.open = true)));
  await page.getByTestId('cue-test').selectOption('surge_pitch', { force: true });
  await present(page, '[data-testid=cue-response][data-busy=false][data-test=surge_pitch]');
  const kinds = await page
    .getByTestId('cue-effect-kind-1')
    .evaluate((list: HTMLSelectElement) => [...list.options].map((one) => one.value));
  const found: string[] = [];
  for (const kind of kinds) {
    await page.getByTestId('cue-effect-kind-1').selectOption(kind, { force: true });
    const words = await page.evaluate(() => {
      const list: string[] = [];
      const walk = (node: Node) => {
        if (node instanceof HTMLElement) {
          if (node.lang === 'en' || node.ariaHidden === 'true' || !node.checkVisibility()) return;
          for (const name of ['title', 'aria-label'])
            list.push(...((node.getAttribute(name) ?? '').match(/[A-Za-z]\w*/g) ?? []));
        }
        if (node.nodeType === Node.TEXT_NODE)
          list.push(...((node.textContent ?? '').match(/[A-Za-z]\w*/g) ?? []));
        node.childNodes.forEach(walk);
      };
      walk(document.querySelector('.cueing')!);
      return [...new Set(list)];
    });
    found.push(...words.filter((word) => !ALLOWED.test(word)).map((word) => `${kind}: ${word}`));
  }
  expect(found).toEqual([]);
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, input, select, canvas, textarea')]
      .filter(
        (control) =>
          !(control.getAttribute('aria-label') ?? control.textContent ?? '').trim() &&
          !control.closest('label') &&
          !control.closest('[role=img][aria-label]'),
      )
      .map((control) => control.outerHTML.slice(0, 120)),
  );
  expect(nameless).toEqual([]);
  await shoot(page, 'cueing-zh-dark-1024');
  await press(page, 'cue-back-tilt_rate');
  expect(errors).toEqual([]);
  await context.close();
});

test('by the keyboard alone: to the field, type, Enter, and E-STOP from within it', async () => {
  const { page, context } = await open();
  await page.getByTestId('cue-gain.2').focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('0.33');
  await page.keyboard.press('Enter');
  await present(page, tuned('[data-given="1"]'));
  expect((await answer()).axes[2]!.gain).toBe(0.33);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset['testid'])).toBe(
    'cue-back-gain.2',
  );
  await page.keyboard.press('Enter');
  await present(page, tuned('[data-given="0"]'));
  await page.getByTestId('cue-gain.2').focus();
  await page.keyboard.press('F9');
  await waitState(page, 'emergency');
  await present(page, '[data-testid=fault]');
  await context.close();
});

const golden = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../tests/data/console/${name}`, import.meta.url), 'utf8'));
async function openFake(options: PageOptions = {}) {
  const { page, context } = await newPage(browser, options);
  const fake = new FakeProgram();
  fake.answers['/api/cueing'] = golden('cueing.json');
  fake.answers['/api/cueing/response'] = golden('cueing_response.json');
  await fake.serve(context);
  await page.goto('http://console.test/#cueing');
  await live(page);
  await present(page, '[data-testid=cue-tuning]');
  return { page, context, fake };
}

test('while the line is broken nothing can be tuned, and coming back sends nothing', async () => {
  const { page, context, fake } = await openFake();
  await present(page, '[data-testid=cue-preset-car]:not(:disabled)');
  fake.refusing = true;
  await fake.hangUp();
  await present(page, '[data-testid=stale]');
  await present(page, '[data-testid=cue-preset-car]:disabled');
  await present(page, '[data-testid=cue-tilt_rate]:disabled');
  fake.refusing = false;
  await live(page);
  await present(page, '[data-testid=cue-preset-car]:not(:disabled)');
  expect(fake.orders).toEqual([]);
  await context.close();
  fake.end();
});

test('what somebody else changes between the first answer and the first count of changes is shown', async () => {
  const { page, context, fake } = await openFake();
  await present(page, tuned('[data-preset=normal]'));
  fake.answers['/api/cueing'] = { ...(golden('cueing.json') as object), preset: 'ship' };
  const part = golden('telemetry_cue_part.json') as object;
  fake.cue = () => ({ ...part, tuned: 7 });
  await present(page, tuned('[data-preset=ship]'));
  fake.answers['/api/cueing'] = golden('cueing.json');
  fake.cue = () => ({ ...part, tuned: 8 });
  await present(page, tuned('[data-preset=normal]'));
  expect(fake.orders).toEqual([]);
  await context.close();
  fake.end();
});

test('Stop and E-STOP are on the screen in every state, on a tablet, in both languages', async () => {
  for (const language of ['en', 'zh'] as const) {
    const { page, context, fake } = await openFake({ language, width: 1024, height: 768 });
    fake.driver = 'darren 192.168.100.105:10010';
    for (const state of ['powered_up', 'to_neutral', 'descending', 'emergency', 'running']) {
      fake.become(state, 'test');
      await waitState(page, state);
      for (const name of ['stop', 'estop']) {
        const seen = await page.getByTestId(name).evaluate((button) => {
          const box = button.getBoundingClientRect();
          return (
            box.left >= 0 &&
            box.right <= innerWidth &&
            document.elementFromPoint(box.right - 3, box.top + box.height / 2)?.closest('button') === button
          );
        });
        expect(seen, `${language} ${state} ${name}`).toBe(true);
      }
    }
    await context.close();
    fake.end();
  }
});
