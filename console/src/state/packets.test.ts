import { expect, test } from 'vitest';
import { hexLines, matches } from './packets';

const packet = {
  protocol: 'darren',
  peer: '10.0.0.5:10010',
  text: 'run, pose: pitch 1.5',
  hex: '80000000 0a0b',
  verdict: null,
};

test('packets are found by protocol, words, peer and bytes', () => {
  expect(matches(packet, '', '')).toBe(true);
  expect(matches(packet, 'mdof', '')).toBe(false);
  for (const words of ['PITCH', '10.0.0.5', '0a 0b', '800000'])
    expect(matches(packet, 'darren', words), words).toBe(true);
  for (const words of ['roll', '0c']) expect(matches(packet, '', words), words).toBe(false);
  expect(matches({ ...packet, verdict: 'wrong size' }, '', 'wrong')).toBe(true);
});

test('bytes are shown sixteen a line, with what can be printed beside', () => {
  expect(hexLines('39 20 30 0a')).toEqual([{ at: '0000', bytes: '39 20 30 0a', text: '9 0·' }]);
  const lines = hexLines('41'.repeat(20));
  expect(lines.map((line) => [line.at, line.text.length])).toEqual([
    ['0000', 16],
    ['0010', 4],
  ]);
  expect(hexLines('')).toEqual([]);
});
