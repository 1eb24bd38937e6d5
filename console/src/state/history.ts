// The last ten minutes of telemetry, column by column, for the plots and the CSV file. What was before the
// page was opened, or while its line was dead, comes from the program's own ring (GET /api/history).

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

const headingOf = ([name, unit]: Column): string =>
  `${name}_${unit === '°' ? 'deg' : unit.replace('/', '_per_')}`;

/** Commanded less actual, of the axis before it. */
const ERROR = '_error';
/** Farther apart than this, what was seen here has a gap that the program's ring may fill, s. */
const GAP_S = 0.2;

/**
 * A ring of samples: appended at the end, the oldest overwritten. Columns are laid out for plotting in place.
 */
export class History {
  private readonly time: Float64Array;
  private readonly values: Float32Array[];
  private start = 0;
  private count = 0;
  private last = -Infinity;

  constructor(
    legs: number,
    readonly capacity = 60 * 600,
    readonly columns: readonly Column[] = columnsFor(legs),
  ) {
    this.time = new Float64Array(capacity);
    this.values = this.columns.map(() => new Float32Array(capacity));
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
    this.put(t.time_s, (c) => this.columns[c]![2](t));
  }

  private put(time: number, of: (column: number) => number): void {
    this.last = time;
    const at = (this.start + this.count) % this.capacity;
    this.time[at] = time;
    this.values.forEach((column, c) => (column[at] = of(c)));
    if (this.count < this.capacity) this.count += 1;
    else this.start = (this.start + 1) % this.capacity;
  }

  /** Fills what is missing here with the rows of the program's own table; gives how many were taken. */
  merge(csv: string): number {
    const [head = '', ...lines] = csv.trimEnd().split('\n');
    const names = head.split(',');
    const places = this.columns.map((column) => names.indexOf(headingOf(column)));
    if (names[0] !== 'time_s' || places.every((place) => place < 0)) return 0;
    const before = Array.from({ length: this.count }, (_, i) => {
      const at = (this.start + i) % this.capacity;
      return [this.time[at]!, ...this.values.map((column) => column[at]!)];
    });
    const newest = this.last;
    let taken = 0;
    let next = 0;
    this.clear();
    const putOwn = (until: number) => {
      for (; next < before.length && before[next]![0]! <= until; ++next) {
        const row = before[next]!;
        this.put(row[0]!, (c) => row[c + 1]!);
      }
    };
    for (const line of lines) {
      const row = line.split(',');
      const time = Number(row[0]);
      if (!Number.isFinite(time) || !(time < newest || before.length === 0)) continue;
      putOwn(time);
      const behind = next > 0 ? time - before[next - 1]![0]! : Infinity;
      const ahead = next < before.length ? before[next]![0]! - time : Infinity;
      if (behind + ahead < GAP_S || !(time > this.last)) continue;
      this.put(time, (c) => (places[c]! < 0 || !row[places[c]!] ? NaN : Number(row[places[c]!])));
      taken += 1;
    }
    putOwn(Infinity);
    return taken;
  }

  /** How a named column is read: one that was kept, or the error of an axis. */
  private reader(name: string): (at: number) => number {
    const index = (column: string) => this.columns.findIndex(([one]) => one === column);
    if (name.endsWith(ERROR)) {
      const axis = name.slice(0, -ERROR.length);
      const [actual, commanded] = [this.values[index(axis)], this.values[index(`${axis}_commanded`)]];
      return (at) => (actual && commanded ? commanded[at]! - actual[at]! : NaN);
    }
    const values = this.values[index(name)];
    return (at) => (values ? values[at]! : NaN);
  }

  clear(): void {
    this.start = this.count = 0;
    this.last = -Infinity;
  }

  /**
   * Time and the named columns between two times, at most about `most` samples, as plain arrays for uPlot.
   * Where there are more, the smallest and the largest of each stretch: no peak is lost.
   */
  slice(names: readonly string[], from: number, to: number, most = 2000): (number | null)[][] {
    const readers = names.map((name) => this.reader(name));
    const first = this.lowerBound(from);
    const end = this.lowerBound(to + 1e-9);
    const step = end - first <= most ? 1 : 2 * Math.ceil((end - first) / most);
    const out: (number | null)[][] = [[], ...readers.map(() => [])];
    const place = (i: number) => (this.start + i) % this.capacity;
    const finite = (value: number) => (Number.isFinite(value) ? value : null);
    for (let i = first; i < end; i += step) {
      const stop = Math.min(end, i + step);
      out[0]!.push(this.time[place(i)]!);
      if (step > 1) out[0]!.push(this.time[place((i + stop) >> 1)]!);
      readers.forEach((read, k) => {
        if (step === 1) return out[k + 1]!.push(finite(read(place(i))));
        let [low, high] = [Infinity, -Infinity];
        for (let j = i; j < stop; ++j) {
          const value = read(place(j));
          if (value < low) low = value;
          if (value > high) high = value;
        }
        return out[k + 1]!.push(finite(low), finite(high));
      });
    }
    return out;
  }

  /** Everything between two times, as a CSV file with units in its header. */
  csv(from = -Infinity, to = Infinity): string {
    const lines = [['time_s', ...this.columns.map(headingOf)].join(',')];
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
