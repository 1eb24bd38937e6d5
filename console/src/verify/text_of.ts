// The text of a file, whatever spreadsheet and country it comes from: UTF-8, UTF-16 ("Unicode text") or the
// code page of a Chinese Windows. What stands between cells and digits is the program's business.

const starts = (bytes: Uint8Array, ...mark: number[]): boolean => mark.every((byte, i) => bytes[i] === byte);

/** Letters of these files are ASCII: in UTF-16 every second byte is then zero, with a mark or without. */
function encodingOf(bytes: Uint8Array): string {
  if (starts(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (starts(bytes, 0xfe, 0xff)) return 'utf-16be';
  if (bytes.length >= 4 && bytes[0] !== 0 && bytes[1] === 0 && bytes[3] === 0) return 'utf-16le';
  if (bytes.length >= 4 && bytes[0] === 0 && bytes[1] !== 0 && bytes[2] === 0) return 'utf-16be';
  return 'utf-8';
}

export function textOf(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(encoding === 'utf-8' ? 'gb18030' : encoding).decode(bytes);
  }
}
export const textOfFile = async (file: Blob): Promise<string> =>
  textOf(new Uint8Array(await file.arrayBuffer()));
