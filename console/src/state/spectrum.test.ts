import { expect, test } from 'vitest';
import { spectrum } from './spectrum';

const sampled = (seconds: number, rate: number, of: (t: number) => number) => {
  const times = Array.from({ length: Math.round(seconds * rate) }, (_, i) => 100 + i / rate);
  return spectrum(times, times.map(of));
};
const peak = ({ hertz, amplitude }: { hertz: number[]; amplitude: number[] }) => {
  const at = amplitude.indexOf(Math.max(...amplitude));
  return [hertz[at]!, amplitude[at]!] as const;
};

test('a sine is a peak of its amplitude at its frequency, whatever it stands on', () => {
  const [hertz, amplitude] = peak(sampled(30, 60, (t) => 250 + 2 * Math.sin(2 * Math.PI * 1.5 * t)));
  expect(hertz).toBeCloseTo(1.5, 1);
  expect(amplitude).toBeGreaterThan(1.7);
  expect(amplitude).toBeLessThan(2.05);
});

test('two sines are two peaks, and between them is nothing', () => {
  const both = sampled(30, 60, (t) => Math.sin(2 * Math.PI * 0.5 * t) + 0.3 * Math.sin(2 * Math.PI * 6 * t));
  const near = (hertz: number) =>
    Math.max(...both.amplitude.filter((_, i) => Math.abs(both.hertz[i]! - hertz) < 0.15));
  expect(near(0.5)).toBeGreaterThan(0.85);
  expect(near(6)).toBeGreaterThan(0.25);
  expect(near(3)).toBeLessThan(0.02);
});

test('nothing above half the rate of the samples is claimed, and too few samples are no spectrum', () => {
  expect(Math.max(...sampled(20, 20, Math.sin).hertz)).toBeLessThanOrEqual(10.01);
  expect(spectrum([1, 2, 3], [1, 2, 3]).hertz).toEqual([]);
  expect(spectrum([], []).hertz).toEqual([]);
});

test('samples that are missing are bridged', () => {
  const times = Array.from({ length: 1200 }, (_, i) => i / 60);
  const values = times.map((t) => (t > 5 && t < 5.2 ? null : Math.sin(2 * Math.PI * t)));
  expect(peak(spectrum(times, values))[0]).toBeCloseTo(1, 1);
});
