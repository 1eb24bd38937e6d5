// Every page, every size of screen: what fits.test.ts looks at and shots.ts takes pictures of.

import type { Page } from 'playwright-core';
import { present, press, until } from './browser';

export const SIZES = [
  [390, 844],
  [844, 390],
  [1024, 768],
  [1280, 720],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
] as const;
export const PAGES = [
  'operate',
  'pendant',
  'cueing',
  'verify',
  'commission',
  'calibrate',
  'accept',
  'service',
  'settings',
] as const;
export type PageName = (typeof PAGES)[number];

/** Goes to a page and waits until it has something in it. */
export async function goToPage(page: Page, name: PageName): Promise<void> {
  await press(page, `page-${name}`);
  if (name === 'calibrate') {
    await press(page, 'cal-read');
    await present(page, '[data-testid=cal-table]');
  }
  if (name === 'verify') await present(page, '[data-testid=v-legs]');
  if (name === 'commission') await present(page, '[data-testid=com-start]');
  if (name === 'accept') await present(page, '[data-testid=acc-test-reach]');
  if (name === 'service') await present(page, '[data-testid=counters]');
  if (name === 'settings') {
    await present(page, '[data-testid=set-search]');
    await page.getByTestId('set-search').fill('limits', { force: true });
    await present(page, '.set-row');
  }
}

/** The layout follows the size at once; what is drawn by script (plots) a frame later. */
export async function resize(page: Page, [width, height]: readonly [number, number]): Promise<void> {
  await page.setViewportSize({ width, height });
  await until(
    () => page.evaluate(() => [innerWidth, innerHeight]),
    ([w, h]) => w === width && h === height,
  );
}
/** Two frames have been drawn since: what is drawn by script is there. Waits a second at most. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        setTimeout(done, 1000);
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
      }),
  );
/** As the system would have it; with the picture that is drawn by script. */
export async function paint(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await present(page, `html[data-theme=${theme}]`);
}
