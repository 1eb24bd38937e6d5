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

export default defineConfig({
  plugins: [packed],
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 1200,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': program, '/videos': program, '/ws': { target: program, ws: true } } },
  test: { include: ['src/**/*.test.{ts,tsx}'], environment: 'node' },
});
