// Files on the page against the real program: dropped in, renamed, saved, taken away; played at the scale that
// was offered, and again and again. A film is checked before it is played, and its picture can be large.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import {
  number,
  openBrowser,
  openConsole,
  present,
  press,
  saved,
  shoot,
  type,
  until,
  waitState,
} from './browser';
import { startProgram, type Program } from './program';

let browser: Browser;
let program: Program;
beforeAll(async () => {
  [browser, program] = await Promise.all([
    openBrowser(),
    startProgram('--speed', '4', '--set', 'plant.initial=neutral'),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

async function open(language: 'en' | 'zh' = 'en') {
  const opened = await openConsole(browser, program.url, { language, width: 1366, height: 768 });
  await waitState(opened.page, 'ready');
  await press(opened.page, 'mode-files');
  await present(opened.page, '[data-testid="file-pos01.txt"]');
  return opened;
}
const FAR = '# too far\n0 0 0 0 0 0 0\n6 0 0 900 0 0 0\n12 0 0 0 0 0 0\n';
const drop = (page: Page, name: string, text: string) =>
  page.getByTestId('file-drop').evaluate(
    (place, [called, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content!], called!, { type: 'text/plain' }));
      const event = (kind: string) =>
        place.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
      event('dragover');
      event('drop');
    },
    [name, text],
  );

test('a file is dropped in, title first, renamed, saved and deleted; a shipped one is only saved', async () => {
  const { page, context, errors } = await open();
  await drop(page, 'mine.txt', '# my waves\n0 0 0 0 0 0 0\n4 0 0 20 0 0 0\n8 0 0 0 0 0 0\n');
  await present(page, '[data-testid="file-mine.txt"][aria-pressed=true]');
  expect(await page.getByTestId('file-mine.txt').textContent()).toMatch(/^my waves\s*mine\.txt/);
  await press(page, 'file-rename');
  await type(page, 'file-new-name', 'pos01.txt');
  await press(page, 'file-rename-yes');
  await present(page, '[data-testid=file-problem]');
  expect(await page.getByTestId('file-problem').textContent()).toBe('there is a file pos01.txt already');
  await type(page, 'file-new-name', 'waves.txt');
  await press(page, 'file-rename-yes');
  await present(page, '[data-testid="file-waves.txt"][aria-pressed=true]');
  expect(await page.getByTestId('file-mine.txt').count()).toBe(0);
  const { name, text } = await saved(page, 'file-download');
  expect(name).toBe('waves.txt');
  expect(text).toContain('# my waves');
  await press(page, 'file-delete');
  await shoot(page, 'file-delete-en');
  await press(page, 'file-delete-yes');
  await until(
    () => page.getByTestId('file-waves.txt').count(),
    (count) => count === 0,
  );
  await press(page, 'file-pos01.txt');
  await present(page, '[data-testid=file-download]');
  expect(await page.getByTestId('file-delete').count()).toBe(0);
  // The refused name is an answer of 400, which browsers note; nothing else went wrong.
  expect(errors.filter((text) => !text.includes('400'))).toEqual([]);
  await context.close();
});

test('what is too large is played at the offered scale with one click, again and again until stopped', async () => {
  const { page, context } = await open();
  await drop(page, 'far.txt', FAR);
  await present(page, '[data-testid=preflight][data-passes=false]');
  expect(await page.getByTestId('start-file').isDisabled()).toBe(true);
  await page.getByTestId('file-repeat').evaluate((box: HTMLElement) => box.click());
  const label = (await page.getByTestId('start-file-scaled').textContent())!;
  const percent = Number(/([\d.]+) %/.exec(label)![1]);
  expect(percent).toBeGreaterThan(5);
  await shoot(page, 'file-scaled-en');
  await press(page, 'start-file-scaled');
  const z = () => number(page, 'axis-Z', 'data-actual');
  for (let round = 0; round < 2; ++round) {
    await until(z, (now) => now > 8.5 * percent);
    await until(z, (now) => now < 5);
  }
  await press(page, 'stop');
  await waitState(page, 'ready');
  await context.close();
});

test('a film is checked first; its large picture leaves Stop and E-STOP in sight, in Chinese too', async () => {
  const { page, context, errors } = await open('zh');
  await press(page, 'mode-films');
  await press(page, 'film-1');
  await present(page, '[data-testid=preflight][data-passes=true]');
  await press(page, 'film-large');
  await present(page, '[data-testid=film][data-large=true]');
  for (const name of ['stop', 'estop'])
    expect(
      await page.getByTestId(name).evaluate((button) => {
        const box = button.getBoundingClientRect();
        const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return there?.closest('button') === button;
      }),
    ).toBe(true);
  const picture = (await page.locator('video').boundingBox())!;
  expect(picture.width).toBeGreaterThan(1300);
  await shoot(page, 'film-large-zh');
  await press(page, 'film-large');
  expect((await page.locator('video').boundingBox())!.width).toBeLessThan(400);
  expect(errors).toEqual([]);
  await context.close();
});
