// Who is at the console: roles, one console in control, TLS, alarms, counters, exports, settings. Against the real
// program.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createSocket } from 'node:dgram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import {
  live,
  newPage,
  openBrowser,
  openConsole,
  present,
  press,
  saved,
  savedFile,
  shoot,
  type,
  until,
  waitState,
} from './browser';
import { startProgram, type Program } from './program';

let browser: Browser;
beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser?.close());

const TOKENS = {
  viewer: 'viewer-viewer-viewer',
  operator: 'operator-operator',
  engineer: 'engineer-engineer',
};
const as = (program: Program, role: keyof typeof TOKENS, page = 'operate') =>
  `${program.url}#token=${TOKENS[role]}&${page}`;

describe('roles', () => {
  let program: Program;
  beforeAll(async () => {
    program = await startProgram(
      ...['--set', 'plant.initial=neutral', '--set', `console.token=${TOKENS.engineer}`],
      ...['--set', `console.operator_token=${TOKENS.operator}`],
      ...['--set', `console.viewer_token=${TOKENS.viewer}`],
    );
  });
  afterAll(() => program?.end());

  test('a viewer sees why he may not drive, and stops all the same', async () => {
    const { page, context } = await openConsole(browser, as(program, 'viewer'));
    await waitState(page, 'ready');
    expect(await page.getByTestId('role').getAttribute('data-role')).toBe('viewer');
    expect(await page.getByTestId('action-lower').isDisabled()).toBe(true);
    expect(await page.getByTestId('reasons').textContent()).toContain('viewer');
    for (const name of ['calibrate', 'settings'] as const) {
      await press(page, `page-${name}`);
      await present(page, '[data-testid=reserved]');
    }
    await press(page, 'page-accept');
    await present(page, '[data-testid=acc-start]:disabled');
    await press(page, 'page-operate');
    await page.getByTestId('estop').click({ force: true });
    await waitState(page, 'emergency');
    expect(await page.getByTestId('next-button').isDisabled()).toBe(true);
    await shoot(page, 'viewer-emergency');
    await context.close();
    const engineer = await openConsole(browser, as(program, 'engineer'));
    await press(engineer.page, 'next-button');
    await until(
      () => engineer.page.getByTestId('next-button').getAttribute('data-action'),
      (action) => action === 'reset',
    );
    await press(engineer.page, 'next-button');
    await waitState(engineer.page, 'powered_up', 'origin');
    expect(await engineer.page.getByTestId('role').count()).toBe(0);
    await engineer.context.close();
  });

  test('one console is in control: another sees who, and takes over', async () => {
    const first = await openConsole(browser, as(program, 'operator'));
    const second = await openConsole(browser, as(program, 'engineer'));
    await press(first.page, 'action-zero');
    await present(second.page, '[data-testid=elsewhere]');
    expect(await second.page.getByTestId('elsewhere').textContent()).toMatch(/operator/);
    await until(
      () => second.page.getByTestId('reasons').textContent(),
      (text) => /another console is in control/.test(text ?? ''),
    );
    await shoot(second.page, 'elsewhere');
    await press(second.page, 'takeover');
    await present(first.page, '[data-testid=elsewhere]');
    await until(
      () => second.page.getByTestId('elsewhere').count(),
      (count) => count === 0,
    );
    await press(second.page, 'tab-events');
    await until(
      () => second.page.getByTestId('events').textContent(),
      (text) => /operator\): Home/i.test(text ?? '') && /engineer\): Take over/.test(text ?? ''),
    );
    await first.context.close();
    await second.context.close();
  });
});

describe('TLS', () => {
  let program: Program;
  beforeAll(async () => {
    program = await startProgram('--set', 'console.tls=self_signed', '--set', 'plant.initial=neutral');
  });
  afterAll(() => program?.end());

  test('the page, its websocket and its orders go over it', async () => {
    expect(program.url).toMatch(/^https:/);
    expect(program.log()).toMatch(/console certificate: SHA-256 ([0-9A-F]{2}:){31}[0-9A-F]{2}/);
    const { page, context, errors } = await newPage(browser, { insecure: true });
    await page.goto(program.url);
    await live(page);
    await waitState(page, 'ready');
    expect(await page.evaluate(() => [location.protocol, window.isSecureContext])).toEqual(['https:', true]);
    await press(page, 'action-lower');
    await waitState(page, 'descending', 'origin');
    expect(errors).toEqual([]);
    await context.close();
  });
});

describe('service', () => {
  let program: Program;
  beforeAll(async () => void (program = await startProgram('--set', 'plant.initial=neutral')));
  afterAll(() => program?.end());

  const csv = async (page: Page, button: string) => (await saved(page, button)).text.split('\r\n');

  test('an alarm waits until it is acknowledged; counters count and are set to zero', async () => {
    const { page, context, errors } = await openConsole(browser, program.url);
    await waitState(page, 'ready');
    await press(page, 'tab-simulator');
    await press(page, 'inject-drive_fault');
    await waitState(page, 'fault');
    await present(page, '[data-testid=page-service][data-waiting="1"]');
    await press(page, 'page-service');
    await present(page, '[data-testid=alarms]');
    await shoot(page, 'service');
    const lines = await csv(page, 'alarms-csv');
    expect(lines[1]).toMatch(/^1,20\d\d-.*drive error/i);
    await press(page, 'acknowledge-1');
    await present(page, '[data-testid=page-service][data-waiting="0"]');
    expect(await page.getByTestId('alarm-1').textContent()).toContain('127.0.0.1');
    await page.goto(`${program.url}#operate`);
    await press(page, 'tab-simulator');
    await press(page, 'inject-clear');
    await press(page, 'action-reset');
    await waitState(page, 'powered_up');
    await press(page, 'action-zero');
    await waitState(page, 'origin');
    await press(page, 'page-service');
    await until(
      () => page.getByTestId('counter-1').textContent(),
      (text) => !/^10\.000/.test(text ?? '1'),
    );
    await press(page, 'counter-reset-all');
    await press(page, 'counter-yes');
    await until(
      () => page.getByTestId('counter-1').textContent(),
      (text) => text?.startsWith('10.000') ?? false,
    );
    expect(errors).toEqual([]);
    await context.close();
  });

  test('events are saved as CSV, packets as pcapng that hexad decode reads', async () => {
    const { page, context } = await openConsole(browser, program.url);
    await press(page, 'tab-packets');
    const socket = createSocket('udp4');
    await until(
      async () => {
        socket.send('22', program.port('mdof'), '127.0.0.1');
        return page.getByTestId('packets').count();
      },
      (count) => count > 0,
    );
    socket.close();
    const file = join(tmpdir(), `hexad-e2e-${process.pid}.pcapng`);
    writeFileSync(file, (await savedFile(page, 'packets-pcapng')).bytes);
    const port = `mdof=${program.port('mdof')}`;
    const words = execFileSync(resolve(process.env['HEXAD_BIN']!), ['decode', file, '--port', port], {
      encoding: 'utf8',
    });
    rmSync(file);
    expect(words).toMatch(/mdof/);
    expect(words).toMatch(/\b22\b/);
    await press(page, 'tab-events');
    const lines = await csv(page, 'events-csv');
    expect(lines[0]).toMatch(/^time_utc,/);
    expect(lines.length).toBeGreaterThan(2);
    await context.close();
  });
});

describe('settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hexad-settings-'));
  const file = join(folder, 'ours.toml');
  const before = '# ours\nplatform = "standard-400"\n\n[limits]\njog_speed = 40 # slow\n';
  let program: Program;
  beforeAll(async () => {
    writeFileSync(file, before);
    program = await startProgram('--config', file, '--set', 'plant.initial=neutral');
  });
  afterAll(async () => {
    await program?.end();
    rmSync(folder, { recursive: true });
  });

  test('checked while typed, compared with the file, saved with the file before kept', async () => {
    const { page, context, errors } = await openConsole(browser, `${program.url}#settings`);
    await present(page, '[data-testid=set-file]');
    expect(await page.getByTestId('set-file').textContent()).toBe(file);
    await type(page, 'set-search', 'limits.jo');
    await present(page, '[data-testid="set-limits.jog_speed"]');
    expect(await page.getByTestId('set-limits.jog_speed').inputValue()).toBe('40.0');
    await type(page, 'set-limits.jog_speed', '99999');
    await present(page, '[data-testid="row-limits.jog_speed"][data-wrong=true]');
    expect(await page.getByTestId('set-save').isDisabled()).toBe(true);
    await type(page, 'set-limits.jog_speed', '45');
    await type(page, 'set-limits.joint_angle', '55');
    await page.reload();
    await type(page, 'set-search', 'limits.jo');
    await until(
      () => page.getByTestId('set-limits.joint_angle').inputValue(),
      (value) => value === '55',
    );
    await press(page, 'set-save');
    expect(await page.getByTestId('set-diff').textContent()).toContain('jog_speed = 45 # slow');
    await shoot(page, 'settings-diff');
    await press(page, 'set-sure');
    await until(
      () => page.getByTestId('set-verdict').textContent(),
      (text) => /Saved/.test(text ?? ''),
    );
    expect(readFileSync(file, 'utf8')).toBe(
      '# ours\nplatform = "standard-400"\n\n[limits]\njog_speed = 45 # slow\njoint_angle = 55\n',
    );
    const backup = readdirSync(folder).find((name) => name.endsWith('.bak'))!;
    expect(readFileSync(join(folder, backup), 'utf8')).toBe(before);
    expect(await page.getByTestId('differs-limits.jog_speed').textContent()).toContain('45');
    // Somebody else has changed it: nothing is written over that.
    writeFileSync(file, `${before}stroke_margin = 2\n`);
    await type(page, 'set-limits.jog_speed', '47');
    await press(page, 'set-save');
    await press(page, 'set-sure');
    await present(page, '[data-testid=set-trouble]');
    expect(readFileSync(file, 'utf8')).toContain('stroke_margin');
    expect(errors.filter((one) => !/409/.test(one))).toEqual([]);
    await context.close();
  });

  test('what is wrong is said in Chinese too', async () => {
    const { page, context } = await openConsole(browser, `${program.url}#settings`, { language: 'zh' });
    const wrong: Record<string, [string, RegExp]> = {
      'limits.jog_speed': ['99999', /[\u4e00-\u9fff]/],
      'limits.leg': ['[1, 2]', /\[1, 2\] 不是\[速度, 加速度, 加加速度\]/],
      'drive.motor_rpm': ['1e9', /[\u4e00-\u9fff]/],
      'geometry.base': ['[[0, 0]]', /应有 3 个/],
      'console.listen': ['somewhere', /不是地址:端口/],
      'console.viewer_token': ['short', /16 到 256 个不含空格的字符/],
      'console.names': ['["a b"]', /主机名/],
      'mdof.allow': ['["10.0.0.1/8"]', /IPv4 地址/],
    };
    for (const [key, [value, words]] of Object.entries(wrong)) {
      await type(page, 'set-search', key);
      await type(page, `set-${key}`, value);
      await present(page, `[data-testid="row-${key}"][data-wrong=true]`);
      const about = page.locator(`[data-testid="row-${key}"] .set-about`);
      await until(
        () => about.textContent(),
        (text) => words.test(text ?? ''),
      );
      expect(await about.locator('[lang=en]').count(), key).toBe(0);
      await press(page, `undo-${key}`);
    }
    await type(page, 'set-search', 'console.tls');
    await page.getByTestId('set-console.tls').selectOption('files', { force: true });
    await until(
      () => page.getByTestId('set-problems').textContent(),
      (text) => /console\.certificate: 缺少：console\.tls = "files" 时两者都需要/.test(text ?? ''),
    );
    expect(await page.getByTestId('set-problems').locator('[lang=en]').count()).toBe(0);
    await shoot(page, 'settings-wrong-zh');
    await press(page, 'set-discard');
    await context.close();
  });

  test('every setting has its help in Chinese', async () => {
    const { page, context } = await openConsole(browser, `${program.url}#settings`, { language: 'zh' });
    await type(page, 'set-search', '.');
    await present(page, '.set-row');
    const english = await page.evaluate(() =>
      [...document.querySelectorAll('.set-row')]
        .filter((row) => row.querySelector('.set-about [lang=en]'))
        .map((row) => row.getAttribute('data-testid')),
    );
    expect(english).toEqual([]);
    await context.close();
  });
});
