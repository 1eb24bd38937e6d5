import { defineConfig } from 'vitest/config';

// One worker, one file after the other: a browser is heavy, and the files share the machine with the program.
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/setup.ts'],
    environment: 'node',
    fileParallelism: false,
    pool: 'forks',
    testTimeout: 120_000,
    hookTimeout: 90_000,
    reporters: ['verbose'],
  },
});
