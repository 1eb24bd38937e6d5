// The pages of docs/ as HTML beside the console: dist/help/*.html, which the program serves. Written for what
// these pages use of Markdown: headings, paragraphs, lists, tables, fences, and the marks within a line.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** As GitHub names the place of a heading. */
export const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** Where a link of a page goes here; null = it is not served, and stays words. */
export function target(link: string, page: string, pages: ReadonlySet<string>): string | null {
  if (/^https?:/.test(link)) return link;
  const [file = '', place = ''] = link.split('#');
  if (file === '') return `#${place}`;
  const name = posix.normalize(posix.join(posix.dirname(page), file));
  if (!pages.has(name)) return null;
  const from = posix.dirname(page) === '.' ? '' : '../';
  return `${from}${name.replace(/\.md$/, '.html')}${place ? `#${place}` : ''}`;
}

export function inline(text: string, page: string, pages: ReadonlySet<string>): string {
  const codes: string[] = [];
  const kept = text.replaceAll(/`([^`]+)`/g, (_, code: string) => {
    codes.push(`<code>${escaped(code)}</code>`);
    return `\uE000${codes.length - 1}\uE000`;
  });
  return escaped(kept)
    .replaceAll(/!\[([^\]]*)\]\([^)]*\)/g, '<em>$1</em>')
    .replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, words: string, link: string) => {
      const to = target(link.replaceAll('&amp;', '&'), page, pages);
      return to === null ? words : `<a href="${escaped(to)}">${words}</a>`;
    })
    .replaceAll(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
    .replaceAll(/(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])/g, '<em>$1</em>')
    .replaceAll(/\uE000(\d+)\uE000/g, (_, i: string) => codes[Number(i)]!);
}

const cells = (row: string): string[] =>
  row
    .trim()
    .replaceAll(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

/** One page's body. */
export function rendered(markdown: string, page: string, pages: ReadonlySet<string>): string {
  const lines = markdown.split('\n');
  const out: string[] = [];
  const say = (text: string) => inline(text, page, pages);
  let i = 0;
  const take = (is: (line: string) => boolean): string[] => {
    const first = i;
    while (i < lines.length && is(lines[i]!)) ++i;
    return lines.slice(first, i);
  };
  while (i < lines.length) {
    const line = lines[i]!;
    const heading = /^(#{1,4}) (.*)/.exec(line);
    if (line.startsWith('```')) {
      ++i;
      const code = take((one) => !one.startsWith('```'));
      ++i;
      out.push(`<pre><code>${escaped(code.join('\n'))}</code></pre>`);
    } else if (heading) {
      const level = heading[1]!.length;
      out.push(`<h${level} id="${slug(heading[2]!.replaceAll('`', ''))}">${say(heading[2]!)}</h${level}>`);
      ++i;
    } else if (line.trimStart().startsWith('|')) {
      const [head, , ...rows] = take((one) => one.trimStart().startsWith('|')).map(cells);
      const row = (tag: string, of: string[]) =>
        `<tr>${of.map((cell) => `<${tag}>${say(cell)}</${tag}>`).join('')}</tr>`;
      out.push(
        `<div class="wide"><table><thead>${row('th', head ?? [])}</thead><tbody>${rows.map((one) => row('td', one)).join('')}</tbody></table></div>`,
      );
    } else if (/^\s*([-*]|\d+\.) /.test(line)) {
      const list = take((one) => /^\s*([-*]|\d+\.) /.test(one) || /^ {2,}\S/.test(one));
      const items: string[] = [];
      for (const one of list)
        if (/^\s*([-*]|\d+\.) /.test(one)) items.push(one.replace(/^\s*([-*]|\d+\.) /, ''));
        else items[items.length - 1] += ` ${one.trim()}`;
      const tag = /^\s*\d/.test(line) ? 'ol' : 'ul';
      out.push(`<${tag}>${items.map((item) => `<li>${say(item)}</li>`).join('')}</${tag}>`);
    } else if (line.trim() === '') {
      ++i;
    } else {
      const words = take((one) => one.trim() !== '' && !/^(#|```|\||\s*([-*]|\d+\.) )/.test(one));
      out.push(`<p>${say((words.length > 0 ? words : [lines[i++]!]).join(' '))}</p>`);
    }
  }
  return out.join('\n');
}

const STYLE = `:root { color-scheme: light dark; }
body { font: 15px/1.55 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1rem 1.25rem 4rem; }
nav { display: flex; flex-wrap: wrap; gap: 0.125rem 0.75rem; }
nav { padding-bottom: 0.5rem; border-bottom: 1px solid; }
nav [aria-current] { font-weight: 700; text-decoration: none; }
code { font: 0.9em ui-monospace, monospace; }
pre { overflow: auto; padding: 0.625rem; border: 1px solid; border-radius: 6px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { border: 1px solid; padding: 0.1875rem 0.5rem; text-align: left; vertical-align: top; }
:target { scroll-margin-top: 1rem; }
`;

/** Those for whoever operates the platform come first. */
const FIRST = [
  'console.md',
  'lifecycle.md',
  'commission.md',
  'accept.md',
  'calibrate.md',
  'cueing.md',
  'verify.md',
  'glossary.md',
];

/** Writes every page of `docs` into `folder`; gives the files' names. */
export function writeHelp(docs: string, folder: string): string[] {
  if (!existsSync(docs)) return [];
  const found = ['', 'protocols/'].flatMap((part) =>
    readdirSync(join(docs, part))
      .filter((name) => name.endsWith('.md'))
      .map((name) => part + name),
  );
  const rank = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  const names = found.sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
  const pages = new Set(names);
  const written = names.map((name) => {
    const markdown = readFileSync(join(docs, name), 'utf8');
    const title = /^# (.*)/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? basename(name, '.md');
    const up = dirname(name) === '.' ? '' : '../';
    const links = names.map((other) => {
      const here = other === name ? ' aria-current="page"' : '';
      return `<a href="${up}${other.replace(/\.md$/, '.html')}"${here}>${basename(other, '.md')}</a>`;
    });
    const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} – hexad</title><link rel="stylesheet" href="${up}help.css"></head>
<body><nav aria-label="Pages">${links.join('\n')}</nav><main>
${rendered(markdown, name, pages)}
</main></body></html>
`;
    const file = name.replace(/\.md$/, '.html');
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), html);
    return file;
  });
  writeFileSync(join(folder, 'help.css'), STYLE);
  return [...written, 'help.css'];
}
