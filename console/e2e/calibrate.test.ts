// The page "Calibrate" against the board that the program itself is: read, edit, write with confirmation and
// read-back, roll back, compare with files, look at bytes; in both languages.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import {
  live,
  newPage,
  openBrowser,
  present,
  press,
  savedFile,
  shoot,
  type,
  until,
  type PageOptions,
} from './browser';
import { startProgram, type Program } from './program';

let browser: Browser;
let program: Program;
beforeAll(async () => {
  [browser, program] = await Promise.all([openBrowser(), startProgram('--set', 'plant.initial=origin')]);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

async function open(options: PageOptions = {}) {
  const opened = await newPage(browser, options);
  await opened.page.goto(`${program.url}#calibrate`);
  await live(opened.page);
  return opened;
}
const text = (page: Page, testid: string) => page.getByTestId(testid).first().textContent();
const value = (page: Page, key: string) => page.getByTestId(`value-${key}`).inputValue();
async function read(page: Page): Promise<void> {
  await press(page, 'cal-read');
  await present(page, '[data-testid=cal-table]');
}
async function writeAndConfirm(page: Page): Promise<void> {
  await press(page, 'cal-write');
  await present(page, '[data-testid=cal-confirm]');
  await press(page, 'cal-yes');
  await present(page, '[data-testid=cal-result]');
  await present(page, '[data-testid=cal-read]:not(:disabled)');
}

test('reads its own board, edits a value, writes it after confirmation, sees it again and rolls back', async () => {
  const { page, context, errors } = await open();
  await until(
    () => page.getByTestId('cal-address').inputValue(),
    (address) => address === `127.0.0.1:${program.port('csfi')}`,
  );
  await read(page);
  await press(page, 'cal-group-2');
  expect(await value(page, 'control.speed-0')).toBe('50');
  await type(page, 'value-control.speed-0', '25');
  await present(page, '[data-testid="back-control.speed-0"]');
  await press(page, 'cal-write');
  await present(page, '[data-testid=cal-confirm]');
  expect(await text(page, 'cal-change')).toMatch(/Platform speed.*50.*25/);
  expect(await page.getByTestId('cal-zero').count()).toBe(0);
  // The two buttons that matter most are not behind it.
  for (const name of ['stop', 'estop'])
    expect(
      await page.getByTestId(name).evaluate((button) => {
        const box = button.getBoundingClientRect();
        return (
          document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('button') ===
          button
        );
      }),
    ).toBe(true);
  await shoot(page, 'calibrate-confirm-en');
  await press(page, 'cal-yes');
  await present(page, '[data-testid=cal-result][data-taken=true]');
  await read(page);
  await until(
    () => value(page, 'control.speed-0'),
    (now) => now === '25',
  );

  await press(page, 'cal-side-history');
  await present(page, '[data-testid=cal-copy]');
  expect(await text(page, 'cal-copy')).toMatch(/values that differ from now: 1.*Platform speed: 50/);
  await shoot(page, 'calibrate-history-en');
  await press(page, 'cal-rollback');
  await present(page, '[data-testid=cal-confirm]');
  expect(await text(page, 'cal-change')).toMatch(/Platform speed.*25.*50/);
  await press(page, 'cal-yes');
  await present(page, '[data-testid=cal-result][data-taken=true]');
  await until(
    () => value(page, 'control.speed-0'),
    (now) => now === '50',
  );
  expect(errors).toEqual([]);
  await context.close();
});

test('group 1 says that the platform must be zeroed again; a value out of range is refused before anything is sent', async () => {
  const { page, context, errors } = await open();
  await read(page);
  await press(page, 'cal-group-1');
  await type(page, 'value-mechanics.stroke-0', '4000');
  await present(page, '[data-testid=cal-failure][data-code=value]');
  expect(await text(page, 'cal-failure')).toMatch(/Stroke.*allowed 1 to 3000 mm/);
  expect(await page.getByTestId('value-mechanics.stroke-0').getAttribute('aria-invalid')).toBe('true');
  await press(page, 'cal-undo');
  await type(page, 'value-mechanics.screw_lead-0', '5.5');
  await press(page, 'cal-write');
  await present(page, '[data-testid=cal-zero]');
  await press(page, 'cal-cancel');
  await until(
    () => page.getByTestId('cal-confirm').count(),
    (count) => count === 0,
  );
  expect(await value(page, 'mechanics.screw_lead-0')).toBe('5.5');
  expect(errors).toEqual([]);
  await context.close();
});

test('what is typed as soon as the table is there stays, however late the history of the board comes', async () => {
  const { page, context } = await open();
  let answered = false;
  await page.route('**/api/calibrate/history', async (route) => {
    await present(page, '[data-testid="back-control.speed-0"]'); // it is typed by then
    answered = true;
    await route.continue();
  });
  await read(page);
  await press(page, 'cal-group-2');
  await type(page, 'value-control.speed-0', '44');
  await present(page, '[data-testid=cal-read]:not(:disabled)');
  expect(answered).toBe(true);
  expect(await value(page, 'control.speed-0')).toBe('44');
  await context.close();
});

test('two pages: the second to write is told that the board has changed', async () => {
  const one = await open();
  const two = await open();
  for (const { page } of [one, two]) {
    await read(page);
    await press(page, 'cal-group-4');
  }
  await type(one.page, 'value-user_frame.pose-2', '12.5');
  await writeAndConfirm(one.page);
  await type(two.page, 'value-user_frame.pose-0', '3');
  await writeAndConfirm(two.page);
  await present(two.page, '[data-testid=cal-result][data-taken=false]');
  expect(await text(two.page, 'cal-difference')).toMatch(/User frame z.*read as 0 mm.*board has 12.5 mm/);
  await one.context.close();
  await two.context.close();
});

test('files: saved in three forms, compared, and wrong ones named with line and column', async () => {
  const { page, context } = await open();
  await read(page);
  const saved: Record<string, Buffer> = {};
  for (const format of ['csv', 'toml', 'bin']) {
    saved[format] = (await savedFile(page, `cal-save-${format}`)).bytes;
    await present(page, '[data-testid=cal-read]:not(:disabled)');
  }
  expect(saved['bin']!.length).toBe(440);
  expect(saved['toml']!.toString()).toContain('[control]');
  expect(saved['csv']!.toString()).toContain('base,1,');
  const toml = saved['toml']!.toString().replace(/\nspeed = .*/, '\nspeed = 33.0');
  await page
    .getByTestId('cal-file')
    .setInputFiles({ name: 'hall.toml', mimeType: 'text/plain', buffer: Buffer.from(toml) });
  await present(page, '[data-testid=cal-use]');
  await press(page, 'cal-group-2');
  expect(await page.locator('[data-testid=cal-table] tbody tr').count()).toBe(1);
  await press(page, 'cal-use');
  await until(
    () => value(page, 'control.speed-0'),
    (now) => now === '33',
  );
  await page.getByTestId('cal-file').setInputFiles({
    name: 'bad.toml',
    mimeType: 'text/plain',
    buffer: Buffer.from('[control]\nsped = 25\n'),
  });
  await present(page, '[data-testid=cal-remark][data-line="2"][data-column="1"]');
  await context.close();
});

test('every byte says what it is; the keyboard goes from value to value', async () => {
  const { page, context } = await open();
  await read(page);
  await press(page, 'cal-group-1');
  await page.getByTestId('byte-153').evaluate((byte: HTMLElement) => byte.click());
  await until(
    () => text(page, 'cal-spot'),
    (words) => /Bytes 152–155.*Stroke.*mm/.test(words ?? ''),
  );
  await present(page, '[data-testid="row-mechanics.stroke-0"].chosen');
  await page.getByTestId('cal-hex').focus();
  await page.keyboard.press('ArrowRight');
  await until(
    () => text(page, 'cal-spot'),
    (words) => /Bytes 156–159.*Screw lead/.test(words ?? ''),
  );
  await type(page, 'value-mechanics.screw_lead-0', '5');
  await present(page, '[data-testid="back-mechanics.screw_lead-0"]');
  await shoot(page, 'calibrate-en');
  await context.close();
});

test('a board that is not there is said not to be', async () => {
  const { page, context } = await open();
  await type(page, 'cal-address', '127.0.0.1:9');
  await press(page, 'cal-read');
  await present(page, '[data-testid=cal-failure]');
  expect(await page.getByTestId('cal-failure').getAttribute('data-code')).toMatch(/unreachable|no_answer/);
  await context.close();
});

/** Latin words a Chinese page may show. */
const ALLOWED = /^(mm|s|rad|rpm|x|y|z|Kp|Ki|Kd|CSV|EN|F8|F9|hexad|standard|eb\w*|[0-9a-f]{2})$/;
test('in Chinese nothing is left untranslated; dark, on a tablet, nothing scrolls', async () => {
  const { page, context, errors } = await open({ language: 'zh', dark: true, width: 1024, height: 768 });
  await read(page);
  const words = () =>
    page.evaluate(() => {
      const found: string[] = [];
      const walk = (node: Node) => {
        if (
          node instanceof HTMLElement &&
          (node.lang === 'en' ||
            node.ariaHidden === 'true' ||
            !node.checkVisibility() ||
            node.classList.contains('cal-hex') ||
            ['SCRIPT', 'STYLE'].includes(node.tagName))
        )
          return;
        if (node.nodeType === Node.TEXT_NODE)
          found.push(...((node.textContent ?? '').match(/[A-Za-z][A-Za-z0-9]*/g) ?? []));
        node.childNodes.forEach(walk);
      };
      walk(document.body);
      return [...new Set(found)];
    });
  const foreign: string[] = [];
  for (const group of [1, 2, 3, 4]) {
    await press(page, `cal-group-${group}`);
    foreign.push(...(await words()).filter((word) => !ALLOWED.test(word)).map((word) => `${group}: ${word}`));
  }
  await press(page, 'cal-group-1');
  await type(page, 'value-mechanics.stroke-0', '4000');
  await present(page, '[data-testid=cal-failure][data-code=value]');
  foreign.push(...(await words()).filter((word) => !ALLOWED.test(word)));
  await shoot(page, 'calibrate-value-zh-dark-1024');
  await press(page, 'cal-undo');
  await type(page, 'value-mechanics.screw_lead-0', '6');
  await press(page, 'cal-write');
  await present(page, '[data-testid=cal-zero]');
  await press(page, 'cal-side-history');
  foreign.push(...(await words()).filter((word) => !ALLOWED.test(word)));
  await shoot(page, 'calibrate-confirm-zh-dark-1024');
  expect(foreign).toEqual([]);
  expect(
    await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]),
  ).toEqual([1024, 768]);
  expect(errors).toEqual([]);
  await context.close();
});
