// Every main view in both languages, light and dark, at both sizes: nothing untranslated, nothing that
// scrolls, and pictures to look at (HEXAD_SCREENSHOTS).

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openConsole, present, press, shoot, type, until, waitState } from './browser';
import { drawn, goToPage, PAGES } from './pages';
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

const MODES = ['hand', 'sine', 'path', 'formula', 'files', 'films', 'jog', 'outputs'];
const TABS = ['plots', 'events', 'packets', 'hosts', 'loop', 'simulator'];

/**
 * Latin words a Chinese page may show: units, names of axes and protocols, keys, file names and their
 * endings.
 */
const ALLOWED = new RegExp(
  '^(mm|m|s|h|ms|rad|kg|Nm|kN|rpm|A|V|N|Hz|µs|us|B|KiB|MiB|CSV|pcapng|TOML|BIN|XLSX|PEM|HTTPS?|Ctrl|EN|X|Y|Z|RX|RY|RZ|F8|F9|hexad|standard|lingjing|mdof|csfi|motus|darren|console|http|' +
    'bak|config(_\\w+)?|console\\.\\w+|foo|y|z|t|pi|e|sin|cos|tan|asin|acos|atan|sinh|cosh|tanh|exp|ln|sqrt|abs|sign|floor|mod|min|max|pow|x\\d*|\\w+\\.(txt|csv)|\\w+\\d\\d|film_\\w+|txt|csv)$',
);

/** Visible words in Latin letters, without what is marked as English (lines of the log, decoded packets). */
const latinWords = (page: Page) =>
  page.evaluate(() => {
    const words: string[] = [];
    const walk = (node: Node) => {
      if (node instanceof HTMLElement) {
        if (
          node.lang === 'en' ||
          !node.translate || // a key, a value as a file has it
          node.ariaHidden === 'true' ||
          !node.checkVisibility() ||
          node.matches('script, code, .cal-hex') ||
          node.tagName === 'STYLE' ||
          node.tagName === 'NOSCRIPT'
        )
          return;
        for (const name of ['title', 'aria-label', 'placeholder']) {
          const text = node.getAttribute(name);
          if (text) words.push(...(text.match(/[A-Za-zµ][\w.]*/g) ?? []));
        }
      }
      if (node.nodeType === Node.TEXT_NODE)
        words.push(...((node.textContent ?? '').match(/[A-Za-zµ][\w.]*/g) ?? []));
      node.childNodes.forEach(walk);
    };
    walk(document.body);
    return [...new Set(words)];
  });

const foreign = async (page: Page, where: string): Promise<string[]> =>
  (await latinWords(page))
    .map((word) => word.replace(/\.$/, ''))
    .filter((word) => !ALLOWED.test(word))
    .map((word) => `${where}: ${word}`);

test('the Chinese page has no untranslated text, in no mode and no tab, dark, on a tablet', async () => {
  const { page, context, errors } = await openConsole(browser, program.url, {
    language: 'zh',
    dark: true,
    width: 1024,
    height: 768,
  });
  await waitState(page, 'ready');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN');
  expect(
    await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]),
  ).toEqual([1024, 768]);
  const found: string[] = [];
  for (const [i, mode] of MODES.entries()) {
    await press(page, `mode-${mode}`);
    if (mode === 'formula') await type(page, 'formula-RX', '3*foo(t)');
    const tab = TABS[i % TABS.length]!;
    await press(page, `tab-${tab}`);
    if (mode === 'formula') await present(page, '[data-testid=preview-error]');
    await drawn(page);
    found.push(...(await foreign(page, `${mode}/${tab}`)));
    if (i < TABS.length) await shoot(page, `${mode}-${tab}-zh-dark-1024`);
  }
  await press(page, 'estop');
  await waitState(page, 'emergency');
  await press(page, 'tab-events');
  found.push(...(await foreign(page, 'emergency')));
  await shoot(page, 'emergency-zh-dark-1024');
  expect(found).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});

test('language and appearance are switched and remembered', async () => {
  const { page, context } = await openConsole(browser, program.url);
  await page.getByTestId('language').selectOption('zh', { force: true });
  await until(
    () => page.getByTestId('estop').textContent(),
    (text) => text?.includes('急停') ?? false,
  );
  await press(page, 'theme');
  await press(page, 'theme');
  await until(
    () => page.evaluate(() => document.documentElement.dataset['theme']),
    (theme) => theme === 'dark',
  );
  await page.reload();
  await until(
    () => page.getByTestId('estop').textContent(),
    (text) => text?.includes('急停') ?? false,
  );
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  await context.close();
});

test('an injected fault is explained, cleared and reset from the simulator panel', async () => {
  const { page, context, errors } = await openConsole(browser, program.url, { dark: true });
  await press(page, 'tab-simulator');
  await press(page, 'sim-release');
  await press(page, 'action-reset');
  await waitState(page, 'powered_up');
  await page.getByTestId('inject-leg').selectOption('3', { force: true });
  await press(page, 'inject-drive_fault');
  await waitState(page, 'fault');
  await shoot(page, 'simulator-fault-en-dark');
  expect(await page.getByTestId('fault').textContent()).toMatch(/Drive error, leg 3/);
  expect(await page.getByTestId('leg-3').getAttribute('class')).toContain('limiting');
  await until(
    () => page.evaluate(() => window.__hexad!.scene()!.limiting),
    (leg) => leg === 3,
  );
  await press(page, 'inject-clear');
  await press(page, 'action-reset');
  await waitState(page, 'powered_up');
  expect(errors).toEqual([]);
  await context.close();
});

test('every control can be reached by the keyboard and has a name', async () => {
  const { page, context } = await openConsole(browser, program.url);
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, input, select, canvas')]
      .filter((control) => {
        const label = control.getAttribute('aria-label') ?? control.textContent ?? '';
        const labelled = control.id && document.querySelector(`label[for="${control.id}"]`);
        return (
          !label.trim() &&
          !labelled &&
          !control.closest('label') &&
          !control.closest('[role=img][aria-label]')
        );
      })
      .map((control) => control.outerHTML.slice(0, 120)),
  );
  expect(nameless).toEqual([]);
  const outline = await page.evaluate(() => {
    const stop = document.querySelector<HTMLElement>('[data-testid=stop]')!;
    stop.focus();
    return [document.activeElement === stop, stop.tabIndex];
  });
  expect(outline).toEqual([true, 0]);
  await context.close();
});

test('no other page has untranslated text, with an alarm, with a setting that cannot be used, with counters', async () => {
  const { page, context, errors } = await openConsole(browser, program.url, { language: 'zh' });
  await press(page, 'tab-simulator');
  await press(page, 'inject-drive_fault');
  await waitState(page, 'fault', 'emergency');
  const found: string[] = [];
  for (const name of PAGES) {
    await goToPage(page, name);
    if (name === 'settings') {
      await type(page, 'set-search', 'console.');
      await type(page, 'set-console.viewer_token', '太短');
      await present(page, '[data-testid=set-problems]');
    }
    if (name === 'service') await present(page, '[data-testid=alarm-1]');
    await drawn(page);
    found.push(...(await foreign(page, name)));
  }
  expect(found).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});
