// Numbers as they stand on the screen: fixed digits, a true minus sign, no "-0.0", a dash for what is not
// known.

export function fixed(value: number | null | undefined, digits: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  const text = Math.abs(value).toFixed(digits);
  const zero = Number(text) === 0;
  return value < 0 && !zero ? `−${text}` : text;
}

/** With as many digits as the size of the number deserves. */
export function brief(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  return fixed(value, size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2);
}

export const axisUnit = (axis: number): string => (axis < 3 ? 'mm' : '°');
export const axisDigits = (axis: number): number => (axis < 3 ? 1 : 2);

export function bytes(size: number): string {
  if (size < 1024) return `${size} B`;
  return size < 1024 * 1024 ? `${(size / 1024).toFixed(1)} KiB` : `${(size / 1024 / 1024).toFixed(1)} MiB`;
}

/** Time of day from unix seconds, in the zone of the browser. */
export function timeOfDay(unix: number, digits = 1): string {
  if (!Number.isFinite(unix)) return '–';
  const date = new Date(unix * 1000);
  const two = (n: number) => String(n).padStart(2, '0');
  const fraction = (unix % 60).toFixed(digits).padStart(digits + 3, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${fraction}`;
}

/** Day and time from unix seconds, in the zone of the browser. */
export function dateTime(unix: number): string {
  if (!Number.isFinite(unix)) return '–';
  const date = new Date(unix * 1000);
  const two = (n: number) => String(n).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** What a number field holds; NaN for anything that is not one whole number text. Accepts a decimal comma. */
export function parseNumber(text: string): number {
  const plain = text.trim().replace('−', '-').replace(',', '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
}

/** Rows of numbers from a pasted table; rows that are none are left out. */
export function parseTable(text: string): number[][] {
  return text
    .split(/\r?\n/)
    .map((line) =>
      line
        .trim()
        .split(/[\t;,\s]+/)
        .map(parseNumber),
    )
    .filter((row) => row.length > 1 && row.every(Number.isFinite));
}
