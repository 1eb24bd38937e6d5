// The last minutes of telemetry, column by column, for the plots and the CSV file.

import type { Telemetry } from '../api/messages';

export type Column = readonly [name: string, unit: string, of: (t: Telemetry) => number];

const AXIS = ['X', 'Y', 'Z', 'RX', 'RY', 'RZ'];

export function columnsFor(legs: number): Column[] {
  const axisUnit = (i: number) => (i < 3 ? 'mm' : '°');
  const eachLeg = (name: string, unit: string, of: (t: Telemetry, leg: number) => number): Column[] =>
    Array.from(
      { length: legs },
      (_, leg) => [`${name}${leg + 1}`, unit, (t: Telemetry) => of(t, leg)] as const,
    );
  return [
    ...AXIS.map(
      (name, i) => [name, axisUnit(i), (t: Telemetry) => (t.pose_valid ? t.pose[i]! : NaN)] as const,
    ),
    ...AXIS.map((name, i) => [`${name}_commanded`, axisUnit(i), (t: Telemetry) => t.commanded[i]!] as const),
    ...eachLeg('leg', 'mm', (t, leg) => t.legs[leg]?.extension_mm ?? NaN),
    ...eachLeg('speed', 'mm/s', (t, leg) => t.legs[leg]?.velocity_mm_s ?? NaN),
    ...eachLeg('torque', 'Nm', (t, leg) => t.legs[leg]?.torque_Nm ?? NaN),
  ];
}

/**
 * A ring of samples: appended at the end, the oldest overwritten. Columns are laid out for plotting in place.
 */
export class History {
  private readonly time: Float64Array;
  private readonly values: Float64Array[];
  private start = 0;
  private count = 0;
  private last = -Infinity;

  constructor(
    legs: number,
    readonly capacity = 60 * 180,
    readonly columns: readonly Column[] = columnsFor(legs),
  ) {
    this.time = new Float64Array(capacity);
    this.values = this.columns.map(() => new Float64Array(capacity));
  }

  get length(): number {
    return this.count;
  }
  get newest(): number {
    return this.last;
  }
  get oldest(): number {
    return this.count > 0 ? this.time[this.start]! : NaN;
  }

  append(t: Telemetry): void {
    if (t.time_s < this.last) this.clear(); // the program was started anew
    if (!(t.time_s > this.last)) return;
    this.last = t.time_s;
    const at = (this.start + this.count) % this.capacity;
    this.time[at] = t.time_s;
    this.columns.forEach(([, , of], c) => (this.values[c]![at] = of(t)));
    if (this.count < this.capacity) this.count += 1;
    else this.start = (this.start + 1) % this.capacity;
  }

  clear(): void {
    this.start = this.count = 0;
    this.last = -Infinity;
  }

  /**
   * Time and the named columns between two times, at most about `most` samples, as plain arrays for uPlot.
   */
  slice(names: readonly string[], from: number, to: number, most = 2000): (number | null)[][] {
    const wanted = names.map((name) => this.columns.findIndex(([column]) => column === name));
    const first = this.lowerBound(from);
    const end = this.lowerBound(to + 1e-9);
    const step = Math.max(1, Math.ceil((end - first) / most));
    const out: (number | null)[][] = [[], ...wanted.map(() => [])];
    for (let i = first; i < end; i += step) {
      const at = (this.start + i) % this.capacity;
      out[0]!.push(this.time[at]!);
      wanted.forEach((column, k) => {
        const value = column < 0 ? NaN : this.values[column]![at]!;
        out[k + 1]!.push(Number.isFinite(value) ? value : null);
      });
    }
    return out;
  }

  /** Everything between two times, as a CSV file with units in its header. */
  csv(from = -Infinity, to = Infinity): string {
    const lines = [
      [
        'time_s',
        ...this.columns.map(([name, unit]) => `${name}_${unit === '°' ? 'deg' : unit.replace('/', '_per_')}`),
      ].join(','),
    ];
    const end = this.lowerBound(to + 1e-9);
    for (let i = this.lowerBound(from); i < end; ++i) {
      const at = (this.start + i) % this.capacity;
      const row = this.values.map((column) =>
        Number.isFinite(column[at]) ? String(+column[at]!.toFixed(4)) : '',
      );
      lines.push([this.time[at]!.toFixed(4), ...row].join(','));
    }
    return `${lines.join('\n')}\n`;
  }

  private lowerBound(time: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.time[(this.start + middle) % this.capacity]! < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
