import { expect, test } from 'vitest';
import { textOf } from './text_of';

const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));
const bytes = (...values: number[]): Uint8Array => new Uint8Array(values);

test('a file is read in the code it was written in', () => {
  const text = 'lead;5,5\n';
  expect(textOf(bytes(...ascii(text)))).toBe(text);
  expect(textOf(bytes(0xef, 0xbb, 0xbf, ...ascii(text)))).toBe(text);
  expect(textOf(bytes(0xff, 0xfe, ...ascii(text).flatMap((b) => [b, 0])))).toBe(text);
  expect(textOf(bytes(0xfe, 0xff, ...ascii(text).flatMap((b) => [0, b])))).toBe(text);
  expect(textOf(bytes(...ascii(text).flatMap((b) => [b, 0])))).toBe(text);
  expect(textOf(bytes(0x23, 0xb5, 0xda, 0xb6, 0xfe, 0xcc, 0xd7, 0x0a))).toBe('#第二套\n');
});
