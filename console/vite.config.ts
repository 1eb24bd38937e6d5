import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig } from 'vitest/config';
import { writeHelp } from './help';

// `npm run dev` shows the page of the sources beside a running program (HEXAD_CONSOLE names it).
const program = process.env.HEXAD_CONSOLE ?? 'http://127.0.0.1:8600';

/** Beside each file what the program sends to a browser that takes it packed: src/web/static_files.hpp. */
const packed = {
  name: 'packed',
  writeBundle(options: { dir?: string }, bundle: Record<string, unknown>) {
    const dist = options.dir ?? 'dist';
    const help = writeHelp(new URL('../docs', import.meta.url).pathname, join(dist, 'help'));
    const files = [...Object.keys(bundle), ...help.map((name) => join('help', name))];
    for (const name of files.filter((file) => /\.(js|css|html|svg)$/.test(file))) {
      const file = join(dist, name);
      const content = readFileSync(file);
      writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
      writeFileSync(`${file}.br`, brotliCompressSync(content));
    }
  },
};

/**
 * The table of messages, a language at a time: a page speaks one. `drops` are the English words by which the
 * program counts datagrams that it drops.
 */
const messages = {
  name: 'messages',
  resolveId: (id: string) => (id.startsWith('virtual:messages/') ? `\0${id}` : null),
  load(id: string) {
    if (!id.startsWith('\0virtual:messages/')) return null;
    const what = id.split('/').pop()!;
    const file = new URL('src/i18n/messages.json', import.meta.url).pathname;
    const rows = Object.entries(
      JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>,
    );
    const wanted = what === 'drops' ? rows.filter(([name]) => /^(drop|unreadable)_/.test(name)) : rows;
    const words = wanted.map(([name, row]) => [name, row[what === 'drops' ? 'en' : what]]);
    return `export default ${JSON.stringify(Object.fromEntries(words))};`;
  },
};

export default defineConfig({
  plugins: [messages, packed],
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 1200,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': program, '/videos': program, '/ws': { target: program, ws: true } } },
  test: { include: ['src/**/*.test.{ts,tsx}'], environment: 'node', setupFiles: ['src/i18n/testing.ts'] },
});
