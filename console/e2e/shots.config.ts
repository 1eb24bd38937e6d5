import base from './vitest.config';
import { mergeConfig, defineConfig } from 'vitest/config';

export default mergeConfig(
  { ...base, test: { ...base.test, include: [] } },
  defineConfig({
    test: { include: ['e2e/shots.ts', 'e2e/load.ts', 'e2e/speed.ts'], testTimeout: 1_800_000 },
  }),
);
