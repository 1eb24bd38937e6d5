// The pages of docs/ as the program serves them: every link within them, and of the page, leads somewhere.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inline, rendered, slug, target, writeHelp } from '../help';
import { HELP } from './panels/help_places';

const NONE: ReadonlySet<string> = new Set();
const folder = mkdtempSync(join(tmpdir(), 'hexad-help-'));
let files: string[];
beforeAll(() => void (files = writeHelp(new URL('../../docs', import.meta.url).pathname, folder)));
afterAll(() => rmSync(folder, { recursive: true }));
const page = (name: string): string => readFileSync(join(folder, name), 'utf8');
const ids = (name: string): Set<string> =>
  new Set([...page(name).matchAll(/ id="([^"]+)"/g)].map((found) => found[1]!));

test('marks within a line, and nothing of what is shown is taken for HTML', () => {
  expect(inline('**a** *b* `c *d* <e>` <f>', 'x.md', NONE)).toBe(
    '<b>a</b> <em>b</em> <code>c *d* &lt;e&gt;</code> &lt;f&gt;',
  );
  expect(inline('2 * 3 * 4', 'x.md', NONE)).toBe('2 * 3 * 4');
});

test('tables, lists, fences and headings', () => {
  const html = rendered(
    '# A `b`\n\n| x | y |\n|---|---|\n| 1 | a\\|b |\n\n- one\n  more\n- two\n\n```\n<i>\n```\n',
    'x.md',
    NONE,
  );
  expect(html).toContain('<h1 id="a-b">A <code>b</code></h1>');
  expect(html).toContain('<td>a|b</td>');
  expect(html).toContain('<ul><li>one more</li><li>two</li></ul>');
  expect(html).toContain('<pre><code>&lt;i&gt;</code></pre>');
});

test('links go to pages that are served; others stay words', () => {
  const pages = new Set(['a.md', 'protocols/b.md']);
  expect(target('a.md#x', 'protocols/b.md', pages)).toBeNull();
  expect(target('../a.md#x', 'protocols/b.md', pages)).toBe('../a.html#x');
  expect(target('protocols/b.md', 'a.md', pages)).toBe('protocols/b.html');
  expect(target('../README.md', 'a.md', pages)).toBeNull();
  expect(slug('GET /api/fault')).toBe('get-apifault');
});

test('every link of every page leads to a place that is there', () => {
  const broken: string[] = [];
  for (const name of files.filter((one) => one.endsWith('.html')))
    for (const [, link] of page(name).matchAll(/<a href="([^"]+)"/g)) {
      if (/^https?:/.test(link!)) continue;
      const [file = '', place = ''] = link!.split('#');
      const to = file === '' ? name : posix.normalize(posix.join(posix.dirname(name), file));
      if (!files.includes(to) || (place && !ids(to).has(place))) broken.push(`${name}: ${link}`);
    }
  expect(broken).toEqual([]);
});

test('every "?" of a panel leads to a place that is there', () => {
  const broken = Object.entries(HELP).filter(([, link]) => {
    const [file = '', place = ''] = link.split('#');
    return !files.includes(file) || (place && !ids(file).has(place));
  });
  expect(broken).toEqual([]);
});
