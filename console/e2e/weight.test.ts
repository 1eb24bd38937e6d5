// What a browser must fetch before the platform can be driven, as it goes over the wire.

import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProgram, type Program } from './program';

let program: Program;
beforeAll(async () => void (program = await startProgram()));
afterAll(() => program?.end());

/** With its head; `packing` is what the browser takes. */
const fetched = (path: string, packing: string): Promise<{ bytes: number; text: string; packed: string }> =>
  new Promise((done, fail) =>
    request(new URL(path, program.url), { headers: { 'accept-encoding': packing } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const body = Buffer.concat(parts);
        done({
          bytes: body.length,
          text: body.toString('utf8'),
          packed: answer.headers['content-encoding'] ?? '',
        });
      });
    })
      .on('error', fail)
      .end(),
  );

// Over plain HTTP from another machine browsers take gzip at most (guard.test.ts looks at br).
test('Operate is at most 300 kB with gzip', async () => {
  const packing = 'gzip';
  const page = await fetched('/', 'identity');
  const files = [...page.text.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map((found) => found[1]!);
  const scripts = files.filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(scripts.map(async (name) => (await fetched(`/${name}`, 'identity')).text));
  // All that is imported is named in the page, to be fetched at once; other pages are not.
  const imported = texts.flatMap((text) =>
    [...text.matchAll(/from"\.\/([\w-]+\.js)"/g)].map((found) => found[1]!),
  );
  for (const name of imported) expect(scripts).toContain(`assets/${name}`);
  // The words of the language it speaks come behind it: the larger book counts.
  const named = texts.flatMap((text) =>
    [...text.matchAll(/book_(?:en|zh)-[\w-]+\.js/g)].map((found) => found[0]),
  );
  const books = [...new Set(named)];
  expect(books).toHaveLength(2);
  const sizes = await Promise.all(
    books.map(async (name) => (await fetched(`/assets/${name}`, packing)).bytes),
  );
  const answers = await Promise.all(files.map((name) => fetched(`/${name}`, packing)));
  const large = answers.filter((one) => one.bytes > 1000); // the icon goes as it is
  expect(large.map((one) => one.packed)).toEqual(large.map(() => packing));
  const sum = answers.reduce((total, one) => total + one.bytes, page.bytes + Math.max(...sizes));
  console.info(`${packing}: ${(sum / 1000).toFixed(1)} kB`);
  expect(sum).toBeLessThanOrEqual(300_000);
});
