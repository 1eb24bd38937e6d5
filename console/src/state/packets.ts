// Which packets are shown, and their bytes as lines.

import type { Packet } from '../api/messages';

export function matches(
  packet: Pick<Packet, 'protocol' | 'peer' | 'text' | 'hex' | 'verdict'>,
  only: string,
  words: string,
): boolean {
  if (only && packet.protocol !== only) return false;
  const text = words.trim().toLowerCase();
  if (!text) return true;
  const hex = text.replaceAll(/\s/g, '');
  const inHex = /^[0-9a-f]{2,}$/.test(hex) && packet.hex.toLowerCase().replaceAll(/\s/g, '').includes(hex);
  return inHex || `${packet.peer} ${packet.text} ${packet.verdict ?? ''}`.toLowerCase().includes(text);
}

/** Sixteen bytes a line: place, bytes, characters. */
export function hexLines(hex: string): { at: string; bytes: string; text: string }[] {
  const pairs = hex.replaceAll(/\s/g, '').match(/../g) ?? [];
  const lines = [];
  for (let at = 0; at < pairs.length; at += 16) {
    const part = pairs.slice(at, at + 16);
    const text = part.map((pair) => {
      const code = parseInt(pair, 16);
      return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : '·';
    });
    lines.push({ at: at.toString(16).padStart(4, '0'), bytes: part.join(' '), text: text.join('') });
  }
  return lines;
}
