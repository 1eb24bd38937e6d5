import { defineConfig } from 'vitest/config';

// `npm run dev` shows the page of the sources beside a running program (HEXAD_CONSOLE names it).
const program = process.env.HEXAD_CONSOLE ?? 'http://127.0.0.1:8600';

export default defineConfig({
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { target: 'es2022', chunkSizeWarningLimit: 900, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/api': program, '/videos': program, '/ws': { target: program, ws: true } } },
  test: { include: ['src/**/*.test.{ts,tsx}'], environment: 'node' },
});
