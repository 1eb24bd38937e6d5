// The amplitudes a signal is made of: evenly spaced by straight lines between its samples, its mean taken
// away, a Hann window, a fast Fourier transform. A sine of amplitude A shows as a peak of A.

const MOST_POINTS = 4096;
const LEAST_POINTS = 32;

export interface Spectrum {
  hertz: number[];
  amplitude: number[];
}
const NOTHING: Spectrum = { hertz: [], amplitude: [] };

/** In place, of a length that is a power of two. */
function transform(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; ++i) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j]!, re[i]!];
      [im[i], im[j]] = [im[j]!, im[i]!];
    }
  }
  for (let size = 2; size <= n; size <<= 1) {
    const half = size >> 1;
    for (let start = 0; start < n; start += size)
      for (let k = 0; k < half; ++k) {
        const angle = (-2 * Math.PI * k) / size;
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        const [a, b] = [start + k, start + k + half];
        const x = re[b]! * c - im[b]! * s;
        const y = re[b]! * s + im[b]! * c;
        re[b] = re[a]! - x;
        im[b] = im[a]! - y;
        re[a]! += x;
        im[a]! += y;
      }
  }
}

/** Up to half the mean rate of the samples. */
export function spectrum(times: readonly (number | null)[], values: readonly (number | null)[]): Spectrum {
  const good = times.flatMap((time, i) => (time !== null && values[i] != null ? [i] : []));
  if (good.length < LEAST_POINTS) return NOTHING;
  const [first, last] = [times[good[0]!]!, times[good.at(-1)!]!];
  const length = last - first;
  if (!(length > 0)) return NOTHING;
  let n = LEAST_POINTS;
  while (n < good.length && n < MOST_POINTS) n <<= 1;
  const step = length / (n - 1);
  const re = new Float64Array(n);
  let at = 0;
  for (let i = 0; i < n; ++i) {
    const time = first + i * step;
    while (at + 2 < good.length && times[good[at + 1]!]! < time) ++at;
    const [a, b] = [good[at]!, good[at + 1]!];
    const share = Math.min(1, Math.max(0, (time - times[a]!) / (times[b]! - times[a]!)));
    re[i] = values[a]! + share * (values[b]! - values[a]!);
  }
  const mean = re.reduce((sum, value) => sum + value, 0) / n;
  for (let i = 0; i < n; ++i) re[i] = (re[i]! - mean) * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / n));
  const im = new Float64Array(n);
  transform(re, im);
  const highest = 0.5 * Math.min(1 / step, good.length / length);
  const out: Spectrum = { hertz: [], amplitude: [] };
  for (let k = 1; k < n / 2; ++k) {
    const hertz = k / (n * step);
    if (hertz > highest) break;
    out.hertz.push(hertz);
    out.amplitude.push((4 * Math.hypot(re[k]!, im[k]!)) / n); // the window takes half, the other sign another
  }
  return out;
}
