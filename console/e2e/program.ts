// The real program, on free ports, with a state folder of its own. It always ends.

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface Program {
  url: string; // of the console
  state: string; // the folder of what survives
  port: (protocol: string) => number;
  log: () => string;
  /** Until so many seconds of the platform have gone by. */
  passes: (seconds: number) => Promise<void>;
  end: () => Promise<void>;
}

const PROTOCOLS = ['lingjing', 'mdof', 'csfi', 'motus', 'darren'];

interface Started {
  listening: Map<string, string>; // address by name
  log: () => string;
  end: () => Promise<void>;
}

/** `hexad WORDS…`, as far as `ready`. */
async function start(words: readonly string[]): Promise<Started> {
  const binary = process.env['HEXAD_BIN'];
  if (!binary)
    throw new Error('HEXAD_BIN names the program to test, for example HEXAD_BIN=../build/release/hexad');
  const child = spawn(resolve(binary), words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stderr!.on('data', (data: Buffer) => (errors += data.toString()));
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  process.once('exit', () => child.kill('SIGKILL'));
  try {
    await new Promise<void>((done, fail) => {
      const late = setTimeout(
        () => fail(new Error(`the program is not ready after 30 s:\n${output}${errors}`)),
        30_000,
      );
      child.once('error', fail);
      child.once('exit', (code) => fail(new Error(`the program ended with ${code}:\n${output}${errors}`)));
      child.stdout!.on('data', (data: Buffer) => {
        output += data.toString();
        if (!/^ready$/m.test(output)) return;
        clearTimeout(late);
        done();
      });
    });
  } catch (error) {
    await kill(child, ended);
    throw error;
  }
  const listening = new Map([...output.matchAll(/^listening (\S+) (\S+)/gm)].map((m) => [m[1]!, m[2]!]));
  return { listening, log: () => errors, end: () => kill(child, ended) };
}

export async function startProgram(...extra: string[]): Promise<Program> {
  const state = mkdtempSync(join(tmpdir(), 'hexad-e2e-'));
  const ports = PROTOCOLS.flatMap((name) => ['--port', `${name}=0`]);
  const program = await start(['run', '--console', '127.0.0.1:0', '--state', state, ...ports, ...extra]);
  const url = program.listening.get('console')!.replace(/\/?$/, '/');
  return {
    url,
    state,
    port: (protocol) => Number(program.listening.get(protocol)!.split(':').pop()),
    log: program.log,
    passes: async (seconds) => {
      const time = async () =>
        ((await (await fetch(`${url}api/status`)).json()) as { time_s: number }).time_s;
      for (const end = (await time()) + seconds; (await time()) < end; )
        await new Promise((later) => setTimeout(later, 50));
    },
    end: async () => {
      await program.end();
      rmSync(state, { recursive: true, force: true });
    },
  };
}

/** A `hexad relay` before a port of the program; where hosts send then. */
export async function startRelay(
  to: number,
  control: number,
): Promise<{ port: number; end: () => Promise<void> }> {
  const relay = await start(['relay', `0=${to}`, '--control', String(control)]);
  return { port: Number(relay.listening.get('line-1')!.split(':').pop()), end: relay.end };
}

/** The first signal makes it lower the platform, the second stop and exit. */
async function kill(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    child.kill('SIGINT');
    const late = setTimeout(() => child.kill('SIGKILL'), 3000);
    await ended;
    clearTimeout(late);
  }
}
