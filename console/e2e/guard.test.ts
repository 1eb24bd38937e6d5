// What a page of another site must not do.

import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { live, newPage, openBrowser } from './browser';
import { startProgram, type Program } from './program';

let browser: Browser;
let program: Program;
beforeAll(async () => {
  [browser, program] = await Promise.all([openBrowser(), startProgram()]);
});
afterAll(async () => {
  await browser?.close();
  await program?.end();
});

const statusWith = (headers: Record<string, string>, path = '/api/status') =>
  new Promise<number>((done, fail) => {
    const url = new URL(program.url);
    const call = request(
      { host: url.hostname, port: url.port, path, headers },
      (answer) => (answer.resume(), done(answer.statusCode!)),
    );
    call.on('error', fail);
    call.end();
  });

test('a websocket from a page of another site is refused, from its own page it opens', async () => {
  const elsewhere = createServer((_, answer) =>
    answer.setHeader('Content-Type', 'text/html').end('<!doctype html><title>x</title>'),
  );
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
  const opens = async (address: string) => {
    const { page, context } = await newPage(browser);
    await page.goto(address);
    const answer = await page.evaluate(
      (url) =>
        new Promise<string>((done) => {
          const socket = new WebSocket(url, ['hexad.v1']);
          socket.onopen = () => done('open');
          socket.onclose = () => done('closed');
        }),
      `${program.url.replace('http', 'ws')}ws`,
    );
    await context.close();
    return answer;
  };
  try {
    expect(await opens(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)).toBe('closed');
    expect(await opens(`${program.url}api/status`)).toBe('open');
  } finally {
    elsewhere.close();
  }
});

test('a request under another host name is refused', async () => {
  expect(await statusWith({})).toBe(200);
  expect(await statusWith({ Host: 'evil.test' })).toBe(403);
  expect(await statusWith({ Host: 'evil.test' }, '/')).toBe(403);
});

test('a page of another site cannot read the status nor give an order', async () => {
  expect(await statusWith({ Origin: 'http://evil.test' })).toBe(403);
});

test('the page forbids scripts that are not its own', async () => {
  const answer = await fetch(program.url);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('x-frame-options')).toBe('DENY');
});

test('the page comes packed, at most 300 kB of it, and what has a hash in its name is kept', async () => {
  expect((await fetch(program.url, { method: 'HEAD' })).status).toBe(200);
  const { page, context } = await newPage(browser);
  const files: { url: string; encoding: string | undefined; cache: string | undefined; bytes: number }[] = [];
  page.on('response', (answer) => {
    const {
      'content-encoding': encoding,
      'cache-control': cache,
      'content-length': bytes,
    } = answer.headers();
    const url = answer.url();
    if (!url.includes('/api/')) files.push({ url, encoding, cache, bytes: Number(bytes) });
  });
  await page.goto(program.url);
  await live(page);
  const assets = files.filter(({ url }) => url.includes('/assets/'));
  expect(assets.length).toBeGreaterThanOrEqual(2);
  for (const { encoding, cache, url } of assets)
    expect([url, encoding, cache?.includes('immutable')]).toEqual([url, 'br', true]);
  expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(300_000);
  await context.close();
});
