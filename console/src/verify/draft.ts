// What is being edited, as typed: texts, so that an empty field stays empty (it counts as 0 and is marked)
// and one that is no number stays as it is (and nothing is computed). Every change is a new value: undo is
// going back to an old one.

import { signal } from '@preact/signals';
import { parseNumber } from '../i18n/format';

export const FILE_ITEMS = [
  'height',
  'leg_length',
  'stroke',
  'lead',
  'ratio',
  'rpm',
  'gear',
  'big_teeth',
  'small_teeth',
  'rotary_rpm',
  'servo',
] as const;
export const OTHER_ITEMS = [
  'torque',
  'load',
  'mass',
  'joint_angle',
  'translation_velocity',
  'translation_acceleration',
  'rotation_velocity',
  'rotation_acceleration',
  'leg_acceleration',
  'peak_torque',
  'friction',
  'efficiency',
  'rotor_inertia',
  'inertia_x',
  'inertia_y',
  'inertia_z',
  'cylinder_mass',
  'cylinder_centre',
  'cylinder_inertia',
  'rod_mass',
  'rod_centre',
  'rod_inertia',
  'leg_velocity',
  'translation_jerk',
  'rotation_jerk',
  'leg_jerk',
  'rotation_angle',
  'stroke_margin',
] as const;
export type FileItem = (typeof FILE_ITEMS)[number];
export type OtherItem = (typeof OTHER_ITEMS)[number];
export type Item = FileItem | OtherItem;
export const ITEMS: readonly Item[] = [...FILE_ITEMS, ...OTHER_ITEMS];

export type End = 'base' | 'platform';
export const ENDS = ['base', 'platform'] as const;
export type Texts = readonly string[];
/** What decides: the pose, or the legs. */
export type Given = 'pose' | 'legs';
export const ROWS = ['pose', 'velocity', 'acceleration', 'extensions'] as const;
export type Row = (typeof ROWS)[number];

export interface Draft {
  project: string;
  notes: string;
  base: readonly Texts[]; // six joints, x y z
  platform: readonly Texts[];
  legs: Texts; // retracted lengths of their own, 0 = leg_length
  items: Readonly<Record<Item, string>>;
  centre: Texts;
  given: Given;
  pose: Texts;
  velocity: Texts;
  acceleration: Texts;
  extensions: Texts;
  rotary: string;
}

/** Numbers of a set as the program gives and takes them; null = empty. */
export interface NumberSet {
  base: readonly (readonly (number | null)[])[];
  platform: readonly (readonly (number | null)[])[];
  centre?: readonly (number | null)[];
  legs?: readonly (number | null)[];
  [item: string]: unknown;
}

const times = <T>(n: number, value: T): T[] => Array.from({ length: n }, () => value);

/** Every value 0: what "clear all" leaves. */
export function cleared(project = ''): Draft {
  return {
    project,
    notes: '',
    base: times(6, times(3, '0')),
    platform: times(6, times(3, '0')),
    legs: times(6, '0'),
    items: Object.fromEntries(ITEMS.map((item) => [item, '0'])) as Record<Item, string>,
    centre: times(3, '0'),
    given: 'pose',
    pose: times(6, '0'),
    velocity: times(6, '0'),
    acceleration: times(6, '0'),
    extensions: times(6, '0'),
    rotary: '0',
  };
}

/** A number as a person would type it. */
export const typed = (value: unknown): string =>
  typeof value === 'number' && Number.isFinite(value) ? String(value) : '';

/** What a file or a preset brings; what it does not have stays. */
export function withSet(draft: Draft, set: NumberSet): Draft {
  const items = { ...draft.items };
  for (const item of ITEMS) if (item in set) items[item] = typed(set[item]);
  const joints = (end: End) => set[end].map((joint) => joint.map(typed));
  return {
    ...draft,
    items,
    base: joints('base'),
    platform: joints('platform'),
    ...(set.centre ? { centre: set.centre.map(typed) } : {}),
    ...(set.legs ? { legs: set.legs.map(typed) } : {}),
  };
}

/** null = empty, counts as 0; NaN = no number. */
export const numberOf = (text: string): number | null => (text.trim() === '' ? null : parseNumber(text));

export const MOST = 1e6;
export const isBad = (text: string): boolean => {
  const value = numberOf(text);
  return value !== null && !(Math.abs(value) <= MOST);
};
export const isEmpty = (text: string): boolean => text.trim() === '';

/** As the program takes it, or null when a field holds no number. */
export function setOf(draft: Draft): NumberSet | null {
  const texts = [
    ...draft.base.flat(),
    ...draft.platform.flat(),
    ...ITEMS.map((item) => draft.items[item]),
    ...draft.centre,
    ...draft.legs,
  ];
  if (texts.some(isBad)) return null;
  const set: Record<string, unknown> = {};
  for (const item of ITEMS) set[item] = numberOf(draft.items[item]);
  return {
    ...set,
    base: draft.base.map((joint) => joint.map(numberOf)),
    platform: draft.platform.map((joint) => joint.map(numberOf)),
    centre: draft.centre.map(numberOf),
    legs: draft.legs.map(numberOf),
  };
}

export function rowOf(draft: Draft, row: Row): (number | null)[] | null {
  return draft[row].some(isBad) ? null : draft[row].map(numberOf);
}

// ----------------------------------------------------------------------------------------------------- edits

const MOST_STEPS = 200;

/** The draft with its past and its undone future. Typing on in one field is one step. */
export function createEditor(first: Draft) {
  const draft = signal(first);
  const past = signal<readonly Draft[]>([]);
  const future = signal<readonly Draft[]>([]);
  let field = '';

  function edit(next: Draft, where = ''): void {
    if (next === draft.peek()) return;
    if (where === '' || where !== field) past.value = [...past.peek(), draft.peek()].slice(-MOST_STEPS);
    field = where;
    future.value = [];
    draft.value = next;
  }
  const step = (from: typeof past, to: typeof past) => {
    const there = from.peek().at(-1);
    if (!there) return;
    from.value = from.peek().slice(0, -1);
    to.value = [...to.peek(), draft.peek()];
    draft.value = there;
    field = '';
  };
  return {
    draft,
    past,
    future,
    edit,
    /** The next change is a step of its own, in whatever field. */
    settle: () => (field = ''),
    undo: () => step(past, future),
    redo: () => step(future, past),

    joint: (end: End, leg: number, axis: number, text: string) =>
      edit(
        {
          ...draft.peek(),
          [end]: draft
            .peek()
            [end].map((joint, i) => (i === leg ? joint.map((old, k) => (k === axis ? text : old)) : joint)),
        },
        `${end}.${leg}.${axis}`,
      ),
    item: (item: Item, text: string) =>
      edit({ ...draft.peek(), items: { ...draft.peek().items, [item]: text } }, item),
    centre: (axis: number, text: string) =>
      edit(
        { ...draft.peek(), centre: draft.peek().centre.map((old, k) => (k === axis ? text : old)) },
        `centre.${axis}`,
      ),
    leg: (leg: number, text: string) =>
      edit(
        { ...draft.peek(), legs: draft.peek().legs.map((old, i) => (i === leg ? text : old)) },
        `legs.${leg}`,
      ),
    notes: (text: string) => edit({ ...draft.peek(), notes: text }, 'notes'),
    project: (text: string) => edit({ ...draft.peek(), project: text }, 'project'),
    rotary: (text: string) => edit({ ...draft.peek(), rotary: text }, 'rotary'),
    /**
     * Typing a pose makes the legs follow, typing legs the pose: what followed until then is what one goes on
     * from.
     */
    row: (row: Row, i: number, text: string, followed: Texts | null) => {
      const now = draft.peek();
      const given: Given = row === 'extensions' ? 'legs' : row === 'pose' ? 'pose' : now.given;
      const before = given !== now.given && followed ? followed : now[row];
      edit({ ...now, given, [row]: before.map((old, k) => (k === i ? text : old)) }, `${row}.${i}`);
    },
  };
}
export type Desk = ReturnType<typeof createEditor>;

// ------------------------------------------------------------------------------------------------ file names

/** config_<project>.csv: what a file system does not take in a name becomes '_'. */
export const fileName = (project: string): string => `config_${plainName(project)}.csv`;
export const plainName = (project: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  project.trim().replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_') || 'project';
export const projectOf = (name: string): string =>
  /^(?:config_)?(.*?)(?:\.(?:csv|toml))?$/i.exec(name)?.[1] ?? name;
