// `npm run load`: what the page costs a computer without graphics. CPU time of all processes of the browser in share
// of one core, standing and moving, and how often the picture was drawn. For docs/performance.md; nothing here fails
// on a slow day. HEXAD_LOAD_SECONDS for longer looks, HEXAD_LOAD_PAGES='operate cueing' for others than Operate.

import { readdirSync, readFileSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { openConsole, present, waitState } from './browser';
import { goToPage, type PageName } from './pages';
import { startProgram, type Program } from './program';
import { CHROMIUM } from './setup';

const SECONDS = Number(process.env['HEXAD_LOAD_SECONDS'] ?? 12);
const wanted = (process.env['HEXAD_LOAD_PAGES']?.split(' ') ?? ['operate']) as PageName[];
const TICKS_A_SECOND = 100; // of /proc

interface Process {
  parent: number;
  seconds: number;
  kind: string;
}
function processes(): Map<number, Process> {
  const all = new Map<number, Process>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const kind =
        /--utility-sub-type=(\S+)/.exec(words)?.[1] ?? /--type=(\S+)/.exec(words)?.[1] ?? 'browser';
      const seconds = (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
      all.set(Number(name), { parent: Number(fields[1]), seconds, kind });
    } catch {
      // it has ended meanwhile
    }
  }
  return all;
}
/** CPU seconds of a process and all below it, by what they are. */
function spent(root: number): Map<string, number> {
  const all = processes();
  const isOurs = (pid: number): boolean => pid === root || (all.has(pid) && isOurs(all.get(pid)!.parent));
  const sums = new Map<string, number>();
  for (const [pid, { kind, seconds }] of all)
    if (isOurs(pid)) sums.set(kind, (sums.get(kind) ?? 0) + seconds);
  return sums;
}

let program: Program;
let server: Awaited<ReturnType<typeof chromium.launchServer>>;
beforeAll(async () => {
  program = await startProgram('--set', 'plant.initial=neutral');
  server = await chromium.launchServer(CHROMIUM);
});
afterAll(async () => {
  await server?.close();
  await program?.end();
});

const counts = (page: Page): Promise<{ drawn: number; frames: number }> =>
  page.evaluate(() => ({
    drawn: window.__hexad?.scene()?.frames ?? 0,
    frames: window.__hexad?.frames() ?? 0,
  }));

async function look(page: Page, what: string): Promise<void> {
  const root = server.process().pid!;
  await new Promise((done) => setTimeout(done, 4000)); // what the beginning costs is over
  const [before, at, start] = [spent(root), await counts(page), performance.now()];
  await new Promise((done) => setTimeout(done, 1000 * SECONDS));
  const [after, then, end] = [spent(root), await counts(page), performance.now()];
  const wall = (end - start) / 1000;
  const share = (seconds: number) => `${((100 * seconds) / wall).toFixed(1)} %`;
  const used = [...after].map(([kind, seconds]) => [kind, seconds - (before.get(kind) ?? 0)] as const);
  const parts = used
    .filter(([, seconds]) => seconds > 0.005 * wall)
    .map(([kind, s]) => `${kind} ${share(s)}`);
  const sum = used.reduce((total, [, seconds]) => total + seconds, 0);
  const hertz = (count: number) => (count / wall).toFixed(1);
  console.info(
    `${what}: ${share(sum)} of one core (${parts.join(', ')}); ` +
      `3D drawn ${hertz(then.drawn - at.drawn)}, telemetry ${hertz(then.frames - at.frames)} a second`,
  );
}

test('load', async () => {
  const browser = await chromium.connect(server.wsEndpoint());
  const { page } = await openConsole(browser, program.url, { width: 1366, height: 768 });
  await waitState(page, 'ready');
  const order = (body: object) =>
    fetch(`${program.url}api/ctl`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  for (const name of wanted) {
    await goToPage(page, name);
    await look(page, `${name}, standing`);
    const amplitude = [0, 0, 25, 4, 0, 0];
    await order({ action: 'sine', amplitude, frequency: [0, 0, 0.3, 0.2, 0, 0] });
    await present(page, '[data-testid=state][data-state=running]');
    await look(page, `${name}, moving`);
    await order({ action: 'stop' });
    await order({ action: 'give' });
    await order({ action: 'neutral' });
    await waitState(page, 'ready');
  }
  await browser.close();
});
