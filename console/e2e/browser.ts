// Debian's Chromium, driven by playwright-core: one for all test files (started by setup.ts). No downloads.

import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { inject } from 'vitest';

export const openBrowser = (): Promise<Browser> => chromium.connect(inject('browser'));

export interface PageOptions {
  width?: number;
  height?: number;
  language?: 'en' | 'zh';
  dark?: boolean;
  touch?: boolean; // a phone or tablet
  insecure?: boolean; // a certificate nobody has signed
}

export interface Opened {
  page: Page;
  context: BrowserContext;
  errors: string[]; // what went wrong in the page
}

/** A page with its own storage. */
export async function newPage(browser: Browser, options: PageOptions = {}): Promise<Opened> {
  const {
    width = 1280,
    height = 720,
    language = 'en',
    dark = false,
    touch = false,
    insecure = false,
  } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    locale: language === 'zh' ? 'zh-CN' : 'en-GB',
    colorScheme: dark ? 'dark' : 'light',
    hasTouch: touch,
    isMobile: touch,
    ignoreHTTPSErrors: insecure,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return { page, context, errors };
}

/** Opens the console of a program and waits until it is live. */
export async function openConsole(browser: Browser, url: string, options: PageOptions = {}): Promise<Opened> {
  const opened = await newPage(browser, options);
  await opened.page.goto(url);
  await live(opened.page);
  return opened;
}

/**
 * Waits until something is in the page. Asked by script, not by the browser's own frames: where 3D is drawn
 * by a busy
 * processor, frames can be seconds apart.
 */
export async function present(page: Page, selector: string, ms?: number): Promise<void> {
  const there = () => page.evaluate((what) => document.querySelector(what) !== null, selector);
  await until(there, Boolean, ms).catch(() => {
    throw new Error(`not in the page: ${selector}`);
  });
}

export const live = (page: Page): Promise<void> => present(page, '[data-testid=link][data-live=true]');

export const state = (page: Page): Promise<string | null> =>
  page.getByTestId('state').getAttribute('data-state');

/** Waits until the page shows one of these states. */
export const waitState = (page: Page, ...states: string[]): Promise<void> =>
  present(page, states.map((one) => `[data-testid=state][data-state=${one}]`).join(', '));

/**
 * Presses a button as soon as it may be pressed. As a hand would, but without waiting for two still frames:
 * where 3D is
 * drawn by the processor, frames are rare.
 */
export async function press(page: Page, testid: string): Promise<void> {
  await present(page, `[data-testid="${testid}"]:not(:disabled)`);
  await page.getByTestId(testid).evaluate((button: HTMLElement) => button.click());
}

/**
 * Presses a button that saves a file: its name and bytes. By a key, as a hand would: what scripts save
 * without anybody touching the page Chromium drops without a word after twenty files. So it is nothing to
 * ask again and again.
 */
export async function savedFile(page: Page, testid: string): Promise<{ name: string; bytes: Buffer }> {
  await present(page, `[data-testid="${testid}"]:not(:disabled)`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByTestId(testid).first().press('Enter'),
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'hexad-saved-'));
  const path = join(folder, 'file');
  await download.saveAs(path);
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return { name: download.suggestedFilename(), bytes };
}
export async function saved(page: Page, testid: string): Promise<{ name: string; text: string }> {
  const { name, bytes } = await savedFile(page, testid);
  return { name, text: bytes.toString('utf8') };
}

/** Types into a field as a user does: the page hears input events. */
export const type = (page: Page, testid: string, text: string): Promise<void> =>
  page.getByTestId(testid).fill(text, { force: true });

export async function number(page: Page, testid: string, attribute: string): Promise<number> {
  return Number(await page.getByTestId(testid).getAttribute(attribute));
}

/** Asks again and again until it is so; says what it was last when it never is. */
export async function until<T>(ask: () => Promise<T>, is: (value: T) => boolean, ms = 45_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const value = await ask();
    if (is(value)) return value;
    if (Date.now() > end) throw new Error(`it never came to that; last: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Telegrams that came since: whatever was to be sent or shown has been. On pages with the picture. */
export async function telegrams(page: Page, count: number): Promise<void> {
  const now = () => page.evaluate(() => window.__hexad!.frames());
  const before = await now();
  await until(now, (all) => all >= before + count);
}

/** Printed as its style says: how many sheets of what size (points); kept beside the screenshots. */
export async function print(page: Page, name: string): Promise<{ sheets: number; size: [number, number] }> {
  const folder = process.env['HEXAD_SCREENSHOTS'];
  const bytes = await page.pdf({
    preferCSSPageSize: true,
    printBackground: true,
    ...(folder ? { path: join(folder, `${name}.pdf`) } : {}),
  });
  const text = bytes.toString('latin1');
  const box = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text);
  return {
    sheets: [...text.matchAll(/\/Type \/Page\b(?!s)/g)].length,
    size: [Math.round(Number(box?.[1])), Math.round(Number(box?.[2]))],
  };
}

/**
 * Writes a screenshot into the folder HEXAD_SCREENSHOTS names; without one, nothing. A picture proves
 * nothing: none fails a test.
 */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['HEXAD_SCREENSHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page
    .screenshot({ path: join(folder, `${name}.png`), timeout: 15_000 })
    .catch((error: unknown) => console.warn(`no picture ${name}: ${String(error).split('\n')[0]}`));
}
