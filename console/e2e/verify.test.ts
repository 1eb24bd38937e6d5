// The page "Verify" against the real program: what is typed is computed by it, files come and go whole, and
// nothing on the page moves the platform.

import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import {
  live,
  newPage,
  openBrowser,
  present,
  press,
  saved,
  shoot,
  type,
  until,
  waitState,
  type Opened,
  type PageOptions,
} from './browser';
import { startProgram, type Program } from './program';

let browser: Browser;
let program: Program;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hexad-verify-'));
  [browser, program] = await Promise.all([openBrowser(), startProgram('--set', 'plant.initial=neutral')]);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
  rmSync(folder, { recursive: true, force: true });
});

const post = async (route: string, body: unknown): Promise<Record<string, unknown>> =>
  (await (
    await fetch(`${program.url}api/verify/${route}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json()) as Record<string, unknown>;

async function openVerify(options: PageOptions = {}): Promise<Opened> {
  const opened = await newPage(browser, options);
  await opened.page.goto(`${program.url}#verify`);
  await live(opened.page);
  await settled(opened.page);
  return opened;
}

/** The answer to what is typed now is there. */
const settled = (page: Page): Promise<void> =>
  present(page, '[data-testid=v-result][data-busy=false], [data-testid=v-failed]');
const asked = async (page: Page): Promise<void> => {
  await page.evaluate(() => new Promise((shown) => setTimeout(shown))); // what was typed is on the page
  await settled(page);
};
const cell = async (page: Page, leg: number, column: string): Promise<number> =>
  Number(
    (await page.getByTestId(`v-leg-${leg}-${column}`).textContent())!.replace('−', '-').trim().split(' ')[0],
  );
const value = (page: Page, testid: string): Promise<string> => page.getByTestId(testid).inputValue();
const load = (page: Page, name: string, text: string): Promise<void> => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return page.getByTestId('v-file').setInputFiles(path);
};

/** The board tool's file of the default platform, as `hexad convert` writes it. */
const shippedCsv = async (): Promise<string> => {
  const presets = (await (await fetch(`${program.url}api/verify/presets`)).json()) as {
    presets: { name: string; set: unknown }[];
  };
  return String(
    (await post('csv/save', { set: presets.presets.find((one) => one.name === 'allcontroller-1200')!.set }))[
      'text'
    ],
  );
};

const reference = (): Record<string, string>[] => {
  const [head, ...rows] = readFileSync(new URL('../../tests/data/seed002_ik.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  return rows.map((row) => Object.fromEntries(head!.map((key, i) => [key, row[i]!])));
};

test('a file is loaded, a pose typed, and every leg is as long as the reference says', async () => {
  const { page, context, errors } = await openVerify();
  await press(page, 'v-clear');
  await load(page, 'config_第二套.csv', await shippedCsv());
  await until(
    () => value(page, 'v-base-1-X'),
    (text) => text === '-362.2983',
  );
  expect(await value(page, 'v-project')).toBe('第二套');
  await asked(page);
  const neutral = Number(await page.getByTestId('v-heights').getAttribute('data-neutral'));
  for (const row of reference().filter((one) => ['pitch_p10', 'combo1'].includes(one['id']!))) {
    const typed = [
      row['x_mm'],
      row['y_mm'],
      String(Number(row['z_mm']) - neutral),
      row['pitch_deg'],
      row['roll_deg'],
      row['yaw_deg'],
    ];
    for (const [i, axis] of ['X', 'Y', 'Z', 'RX', 'RY', 'RZ'].entries())
      await type(page, `v-pose-${axis}`, String(typed[i]));
    const close = (length: number) => Math.abs(length - Number(row['L1_mm'])) < 2e-4;
    await until(() => cell(page, 1, 'length'), close);
    for (let leg = 1; leg <= 6; ++leg)
      expect(await cell(page, leg, 'length'), `${row['id']} ${leg}`).toBeCloseTo(
        Number(row[`L${leg}_mm`]),
        3,
      );
  }
  await shoot(page, 'verify-pose-en-light');
  expect(errors).toEqual([]);
  await context.close();
});

test('a bad file says line, column and what was expected, and changes nothing', async () => {
  const { page, context } = await openVerify();
  const before = await value(page, 'v-base-2-Y');
  await load(
    page,
    'config_bad.csv',
    (await shippedCsv())
      .replace('base,2,362.2983,266.9081,0', 'base,2,362.2983,26x,0')
      .replace('lead,5', 'laed,5'),
  );
  await present(page, '[data-testid=file-report][data-bad=true]');
  const remark = page.getByTestId('file-remark').first();
  expect(await remark.getAttribute('data-line')).toBe('2');
  expect(await remark.getAttribute('data-column')).toBe('17');
  expect(await remark.textContent()).toContain('expected: a number such as -362.2983');
  expect(await page.getByTestId('file-report').textContent()).toContain('did you mean lead?');
  expect(await value(page, 'v-base-2-Y')).toBe(before);
  expect(await page.getByTestId('v-undo').isDisabled()).toBe(true);
  await context.close();
});

test('save and load give the same; undo, redo and clear all', async () => {
  const { page, context } = await openVerify();
  await type(page, 'v-base-1-X', '-360.125');
  await type(page, 'v-stroke', '');
  expect(await page.getByTestId('v-stroke').getAttribute('data-empty')).toBe('true');
  await type(page, 'v-stroke', '210.5');
  await type(page, 'v-project', 'mine');
  const { name, text } = await saved(page, 'v-save');
  expect(name).toBe('config_mine.csv');
  expect(text).toContain('base,1,-360.125,266.9081,0\n');
  expect(text).toContain('stroke,210.5\n');
  await press(page, 'v-clear');
  expect([
    await value(page, 'v-base-1-X'),
    await value(page, 'v-stroke'),
    await value(page, 'v-torque'),
  ]).toEqual(['0', '0', '0']);
  expect(await page.locator('[data-empty=true]').count()).toBe(0);
  await load(page, 'config_mine.csv', text);
  await until(
    () => value(page, 'v-base-1-X'),
    (typed) => typed === '-360.125',
  );
  expect((await saved(page, 'v-save')).text).toBe(text);
  await press(page, 'v-undo'); // the load
  await press(page, 'v-undo'); // the clear
  expect([await value(page, 'v-base-1-X'), await value(page, 'v-torque')]).toEqual(['-360.125', '2.4']);
  await page.keyboard.press('Control+z'); // the project's name
  await page.keyboard.press('Control+z'); // the stroke
  expect(await value(page, 'v-stroke')).toBe('200');
  await page.keyboard.press('Control+y');
  expect(await value(page, 'v-stroke')).toBe('210.5');
  await context.close();
});

test('a broken limit is red with its reason; an odd set is said in words', async () => {
  const { page, context } = await openVerify();
  await type(page, 'v-pose-Z', '-130');
  await present(page, '[data-testid=v-result][data-broken="6"]');
  expect(await page.getByTestId('v-leg-3-extension').getAttribute('class')).toContain('bad');
  expect(await page.getByTestId('v-leg-3-length').getAttribute('class')).not.toContain('bad');
  expect(await page.getByTestId('v-leg-3-why').textContent()).toMatch(
    /leg 3 lower end: −3\.348 mm asked, 0 mm allowed/,
  );
  await type(page, 'v-base-1-X', '-350');
  await present(page, '[data-testid=v-checks] [data-kind=warning]');
  expect(await page.getByTestId('v-checks').textContent()).toContain(
    'base joints 1 and 2 are not mirrored in x = 0: 12.298 mm apart',
  );
  await type(page, 'v-base-1-X', '12..5');
  expect(await page.getByTestId('v-base-1-X').getAttribute('aria-invalid')).toBe('true');
  expect(await page.textContent('.vright')).toContain('A field holds no number');
  await context.close();
});

test('forward: presets and typed legs lead to a pose', async () => {
  const { page, context } = await openVerify();
  await press(page, 'v-preset-1236');
  await until(
    async () => Number(await value(page, 'v-pose-RX')),
    (rx) => Math.abs(rx - 18.5206) < 5e-4,
  );
  expect(await value(page, 'v-extension-4')).toBe('0');
  await present(page, '[data-testid=v-forward][data-status=ok]');
  expect(await page.getByTestId('v-preset-top').isEnabled()).toBe(true);
  await press(page, 'v-preset-top');
  await until(
    async () => Number(await value(page, 'v-pose-Z')),
    (z) => Math.abs(z - 116.8415) < 1e-3,
  );
  await type(page, 'v-extension-1', '150');
  await until(
    () => cell(page, 1, 'extension'),
    (mm) => mm === 150,
  );
  expect(await value(page, 'v-extension-2')).toBe('200');
  await context.close();
});

test('joints: circles, CoShift, and a click that finds one', async () => {
  const { page, context } = await openVerify();
  await page.getByTestId('v-plan-platform-4').dispatchEvent('click');
  expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset['testid'])).toBe(
    'v-platform-4-X',
  );
  expect(await page.getByTestId('v-plan-platform-4').getAttribute('aria-pressed')).toBe('true');
  await page.getByTestId('v-circle').evaluate((fold: HTMLDetailsElement) => (fold.open = true));
  await type(page, 'v-circle-base-diameter', '1200');
  await until(
    () => value(page, 'v-base-4-Y'),
    (text) => Math.abs(Number(text) + 597.913) < 5e-4,
  );
  expect(await value(page, 'v-base-4-X')).toBe('50');
  await type(page, 'v-circle-base-pair', '1100');
  await present(page, '[data-testid=v-notice]');
  expect(await page.getByTestId('v-notice').textContent()).toContain('pairs would overlap');
  await page.getByTestId('v-shift').evaluate((fold: HTMLDetailsElement) => (fold.open = true));
  await type(page, 'v-frame-2', '100');
  await press(page, 'v-shift-use');
  await until(
    () => value(page, 'v-base-4-Z'),
    (text) => text === '-100',
  );
  await context.close();
});

test('reach, map, sine, roadmap and assembly modes', async () => {
  const { page, context, errors } = await openVerify();
  await press(page, 'v-tab-reach');
  await present(page, '[data-testid=v-reach-Z]');
  expect(Number(await page.getByTestId('v-reach-Z').getAttribute('data-high'))).toBeCloseTo(116.8415, 3);
  await shoot(page, 'verify-reach-en-light');
  await press(page, 'v-tab-map');
  await press(page, 'v-map-start');
  await present(page, '[data-testid=v-map][data-done="1"]');
  expect(await page.getByTestId('v-map-share').textContent()).toMatch(/^\d+\.\d % of the points/);
  await shoot(page, 'verify-map-en-light');
  await press(page, 'v-tab-sine');
  await present(page, '[data-testid=v-sine-verdict][data-passes=true]');
  await present(page, '[data-testid=v-plot][data-lines="6"]');
  await type(page, 'v-sine-amplitude', '300');
  await present(page, '[data-testid=v-sine-verdict][data-passes=false]');
  await press(page, 'v-tab-roadmap');
  await present(page, '[data-testid=v-road-verdict][data-rows="4"][data-broken="0"]');
  await page.getByTestId('v-road-text').fill('0,0,0,0,0,0\n0,0,500,0,0,0\n', { force: true });
  await present(page, '[data-testid=v-road-verdict][data-rows="2"][data-broken="1"]');
  await page.getByTestId('v-road-text').fill('0,0,0,0,0,0\n0,0,5x,0,0,0\n', { force: true });
  await present(page, '[data-testid=preview-error][data-line="2"][data-column="5"]');
  await press(page, 'v-tab-modes');
  await type(page, 'v-pose-RX', '6');
  await type(page, 'v-pose-X', '20');
  await asked(page);
  await press(page, 'v-modes-find');
  await present(page, '[data-testid=v-mode][data-operating=true]');
  expect(await page.getByTestId('v-mode').count()).toBeGreaterThan(1);
  await shoot(page, 'verify-modes-en-light');
  expect(errors).toEqual([]);
  await context.close();
});

test('nothing here moves anything; E-STOP and Stop are there, and the page is remembered', async () => {
  const { page, context } = await openVerify();
  const orders: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') orders.push(new URL(request.url()).pathname);
  });
  await type(page, 'v-pose-Z', '30');
  await asked(page);
  await press(page, 'v-preset-mid');
  await asked(page);
  expect(orders.length).toBeGreaterThan(0);
  expect(orders.filter((path) => !path.startsWith('/api/verify/'))).toEqual([]);
  expect((await (await fetch(`${program.url}api/status`)).json()) as unknown).toMatchObject({
    state: 'ready',
    pose: [0, 0, 0, 0, 0, 0],
  });
  await page.goto(program.url);
  await present(page, '[data-testid=v-joints]');
  await page.getByTestId('page-operate').click();
  await present(page, '[data-testid=mode-hand]');
  await page.getByTestId('page-verify').focus();
  await page.keyboard.press('Enter');
  await present(page, '[data-testid=v-joints]');
  await page.keyboard.press('F9');
  await waitState(page, 'emergency');
  await present(page, '[data-testid=fault]');
  await context.close();
});

/** Latin words a Chinese page may show: units, axes, keys, names of platforms and of the board's frame. */
const ALLOWED =
  /^(m|N|mm|s|Hz|kN|Nm|kg|rpm|CSV|EN|X|Y|Z|RX|RY|RZ|F8|F9|Ctrl|hexad|standard|allcontroller|x|y|z|rx|ry|rz|t|\d*e|config_allcontroller|csv)$/;

test('Chinese, dark, on a tablet: no untranslated text, nothing that scrolls, every control with a name', async () => {
  const { page, context, errors } = await openVerify({
    language: 'zh',
    dark: true,
    width: 1024,
    height: 768,
  });
  expect(
    await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]),
  ).toEqual([1024, 768]);
  await type(page, 'v-base-1-X', '-350');
  await type(page, 'v-height', '');
  await type(page, 'v-rpm', '20000');
  await type(page, 'v-pose-Z', '-130');
  await page.evaluate(() => document.querySelectorAll('details').forEach((fold) => (fold.open = true)));
  const found: string[] = [];
  for (const tab of ['legs', 'checks', 'reach', 'map', 'sine', 'roadmap', 'modes']) {
    await press(page, `v-tab-${tab}`);
    await until(
      () => page.evaluate(() => document.querySelector('main')!.textContent),
      (all) => !all.includes('正在计算'),
    );
    const words = await page.evaluate(() => {
      const list: string[] = [];
      const walk = (node: Node) => {
        if (node instanceof HTMLElement) {
          if (node.lang === 'en' || node.ariaHidden === 'true' || !node.checkVisibility()) return;
          for (const name of ['title', 'aria-label'])
            list.push(...((node.getAttribute(name) ?? '').match(/[A-Za-z][\w]*/g) ?? []));
        }
        if (node.nodeType === Node.TEXT_NODE)
          list.push(...((node.textContent ?? '').match(/[A-Za-z][\w]*/g) ?? []));
        node.childNodes.forEach(walk);
      };
      walk(document.querySelector('.verify')!);
      return [...new Set(list)];
    });
    found.push(...words.filter((word) => !ALLOWED.test(word)).map((word) => `${tab}: ${word}`));
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
    expect(nameless, tab).toEqual([]);
    await shoot(page, `verify-${tab}-zh-dark-1024`);
  }
  expect(found).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});
