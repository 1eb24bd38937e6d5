import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    browser: string;
  }
}

/** Debian's, without graphics. */
export const CHROMIUM = {
  executablePath: process.env['HEXAD_CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--enable-unsafe-swiftshader',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
    '--mute-audio',
  ],
};

/** One browser for all test files; it ends with them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { executablePath } = CHROMIUM;
  if (!existsSync(executablePath))
    throw new Error(`there is no browser at ${executablePath}: apt-get install chromium fonts-wqy-microhei`);
  const server = await chromium.launchServer(CHROMIUM);
  project.provide('browser', server.wsEndpoint());
  return () => server.close();
}
