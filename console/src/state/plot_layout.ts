// What the plots show: one to four panels, each a quantity or "whatever moves". Layouts can be kept by name.

import { computed, signal } from '@preact/signals';
import { AXES, type Machine } from '../api/messages';
import type { History } from './history';

export const QUANTITIES = ['pose', 'rotation', 'error', 'turn_error', 'legs', 'speed', 'torque'] as const;
export type Quantity = (typeof QUANTITIES)[number];
export type Choice = Quantity | 'auto';
export const MOST_PANELS = 4;

export interface Layout {
  panels: readonly Choice[];
  spectrum: boolean;
}
/** Those there always are, by the names their words have. */
export const STANDARD: Readonly<Record<string, Layout>> = {
  automatic: { panels: ['auto', 'auto'], spectrum: false },
  following: { panels: ['pose', 'rotation', 'error', 'turn_error'], spectrum: false },
  drives: { panels: ['legs', 'speed', 'torque'], spectrum: false },
  vibration: { panels: ['auto', 'torque'], spectrum: true },
};

export const UNITS: Readonly<Record<Quantity, string>> = {
  pose: 'mm',
  rotation: '°',
  error: 'mm',
  turn_error: '°',
  legs: 'mm',
  speed: 'mm/s',
  torque: 'Nm',
};
export const DIGITS: Readonly<Record<Quantity, number>> = {
  pose: 1,
  rotation: 2,
  error: 2,
  turn_error: 3,
  legs: 1,
  speed: 1,
  torque: 2,
};

export interface Line {
  column: string;
  name: string;
  dash: boolean; // commanded, beside what is
  colour: number;
}
export function linesOf(quantity: Quantity, legs: number): Line[] {
  const each = (names: readonly string[], column: (name: string) => string): Line[] =>
    names.map((name, i) => ({ column: column(name), name, dash: false, colour: i }));
  const axes = quantity === 'pose' || quantity === 'error' ? AXES.slice(0, 3) : AXES.slice(3);
  const numbers = Array.from({ length: legs }, (_, i) => String(i + 1));
  switch (quantity) {
    case 'pose':
    case 'rotation':
      return [
        ...each(axes, (axis) => axis),
        ...each(axes, (axis) => `${axis}_commanded`).map((line) => ({ ...line, dash: true })),
      ];
    case 'error':
    case 'turn_error':
      return each(axes, (axis) => `${axis}_error`);
    case 'legs':
      return each(numbers, (leg) => `leg${leg}`);
    case 'speed':
    case 'torque':
      return each(numbers, (leg) => `${quantity}${leg}`);
  }
}

/** A machine that cannot go sideways or up, or not turn, has nothing to show there. */
export function quantitiesOf(machine: Pick<Machine, 'ranges'> | null): Quantity[] {
  const ranges = machine?.ranges ?? [];
  const has = (from: number) => ranges.slice(from, from + 3).some(([low, high]) => high > low);
  return QUANTITIES.filter((name) =>
    name === 'pose' || name === 'error'
      ? has(0)
      : name === 'rotation' || name === 'turn_error'
        ? has(3)
        : true,
  );
}

/** Less than this share of its reach is no motion. */
const MOVES = 0.002;
const SAMPLES = 120;

/** How far each quantity moved between two times, as a share of its reach. */
export function motionIn(
  history: History,
  from: number,
  to: number,
  machine: Machine | null,
): Record<string, number> {
  const swing = (columns: string[], reach: (i: number) => number): number => {
    const [, ...values] = history.slice(columns, from, to, SAMPLES);
    return Math.max(
      0,
      ...values.map((column, i) => {
        const good = column.filter((value): value is number => value !== null);
        return good.length > 1 ? (Math.max(...good) - Math.min(...good)) / reach(i) : 0;
      }),
    );
  };
  const range = (axis: number) => {
    const [low, high] = machine?.ranges[axis] ?? [0, 0];
    return high > low ? high - low : Infinity;
  };
  const legs = linesOf('legs', machine?.legs ?? 6).map((line) => line.column);
  return {
    pose: swing(['X', 'Y', 'Z'], (i) => range(i)),
    rotation: swing(['RX', 'RY', 'RZ'], (i) => range(3 + i)),
    legs: swing(legs, () => machine?.stroke_mm ?? Infinity),
  };
}

/**
 * Which quantity each panel shows. What moves most comes first; what is shown stays while nothing that moves
 * is missing, so that panels do not change places under the eye.
 */
export function resolve(
  panels: readonly Choice[],
  possible: readonly Quantity[],
  motion: Readonly<Record<string, number>>,
  before: readonly Quantity[] = [],
): Quantity[] {
  const free = panels.filter((panel) => panel === 'auto').length;
  const taken = panels.filter((panel): panel is Quantity => panel !== 'auto');
  const open = possible.filter((name) => !taken.includes(name));
  const moving = ['pose', 'rotation', 'legs']
    .filter((name) => (motion[name] ?? 0) > MOVES && open.includes(name as Quantity))
    .sort((a, b) => motion[b]! - motion[a]!) as Quantity[];
  // Legs move with everything: they are news only where no pose moves.
  const news = moving.filter((name) => name !== 'legs' || moving.length === 1);
  const kept = before.filter((_, i) => panels[i] === 'auto');
  const stays =
    before.length === panels.length &&
    kept.every((name) => open.includes(name)) &&
    news.slice(0, free).every((name) => kept.includes(name));
  const fill = stays ? kept : [...new Set([...news, ...open])].slice(0, free);
  let next = 0;
  return panels.flatMap((panel) => {
    if (panel !== 'auto') return possible.includes(panel) ? [panel] : [];
    const name = fill[next++];
    return name ? [name] : [];
  });
}

// ------------------------------------------------------------------------------------------- what is chosen

const KEY = 'hexad.plots';
interface Kept {
  now: Layout;
  named: Record<string, Layout>;
}
const isLayout = (value: unknown): value is Layout => {
  const one = value as Partial<Layout> | null;
  const known = (panel: unknown) => panel === 'auto' || QUANTITIES.includes(panel as Quantity);
  return (
    Array.isArray(one?.panels) &&
    one.panels.length > 0 &&
    one.panels.length <= MOST_PANELS &&
    one.panels.every(known)
  );
};
function load(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
    return {
      now: isLayout(kept.now) ? kept.now : STANDARD['automatic']!,
      named: Object.fromEntries(Object.entries(kept.named ?? {}).filter(([, one]) => isLayout(one))),
    };
  } catch {
    return { now: STANDARD['automatic']!, named: {} };
  }
}

const kept = signal<Kept>(load());
function keep(next: Kept): void {
  kept.value = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // A browser that keeps nothing: the choice lasts as long as the page.
  }
}

export const layout = computed(() => kept.value.now);
export const named = computed(() => kept.value.named);
/** The name of the layout that is shown, of the standard ones `*name`; empty = it has none. */
export const layoutName = computed(() => {
  const now = JSON.stringify(layout.value);
  const of = (layouts: Readonly<Record<string, Layout>>) =>
    Object.keys(layouts).find((name) => JSON.stringify(layouts[name]) === now);
  const standard = of(STANDARD);
  return of(named.value) ?? (standard ? `*${standard}` : '');
});

const change = (next: Partial<Layout>): void =>
  keep({
    ...kept.peek(),
    now: { panels: kept.peek().now.panels, spectrum: kept.peek().now.spectrum, ...next },
  });
export const setPanel = (at: number, choice: Choice): void =>
  change({ panels: layout.peek().panels.map((panel, i) => (i === at ? choice : panel)) });
export const addPanel = (): void => {
  if (layout.peek().panels.length < MOST_PANELS) change({ panels: [...layout.peek().panels, 'auto'] });
};
export const removePanel = (at: number): void => {
  if (layout.peek().panels.length > 1) change({ panels: layout.peek().panels.filter((_, i) => i !== at) });
};
export const setSpectrum = (on: boolean): void => change({ spectrum: on });
export function choose(name: string): void {
  const found = name.startsWith('*') ? STANDARD[name.slice(1)] : named.peek()[name];
  if (found) change(found);
}
export function saveAs(name: string): void {
  const plain = name.trim().slice(0, 40);
  if (plain && !plain.startsWith('*'))
    keep({ ...kept.peek(), named: { ...named.peek(), [plain]: layout.peek() } });
}
export function forget(name: string): void {
  const { [name]: _, ...rest } = named.peek();
  keep({ ...kept.peek(), named: rest });
}
