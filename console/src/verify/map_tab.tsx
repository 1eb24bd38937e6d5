// What two axes can do together, asked for in slices: progress is shown, and a map nobody wants is not
// finished.

import { effect, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { AXES } from '../api/messages';
import { http, prefs } from '../state/app';
import { axisUnit, fixed } from '../i18n/format';
import { told, type Said } from '../i18n/message';
import { known, t } from '../i18n';
import { mapAnswer, type MapRow } from './answers';
import { set, shownPose } from './editor';
import { reasonOf } from '../api/http';
import { Told } from '../panels/controls';

const NAMES = ['sway', 'surge', 'heave', 'pitch', 'roll', 'yaw'] as const;
const SHOWN = ['condition', 'force', 'singular'] as const;
type Shown = (typeof SHOWN)[number];
const ROWS_A_SLICE = 6;

interface MapState {
  axes: [number, number];
  x: number[];
  y: number[];
  rows: MapRow[];
  points: number;
}
const axes = signal<[number, number]>([1, 3]);
const show = signal<Shown>('condition');
const points = signal(41);
const map = signal<MapState | null>(null);
const running = signal(false);
const problem = signal<Said | null>(null);
const hovered = signal('');
let wanted = 0;

async function start(): Promise<void> {
  const mine = ++wanted;
  const body = {
    set: set.peek(),
    from: shownPose.peek(),
    axes: axes.peek().map((axis) => NAMES[axis]),
    points: points.peek(),
  };
  const state: MapState = { axes: axes.peek(), x: [], y: [], rows: [], points: points.peek() };
  problem.value = null;
  hovered.value = '';
  running.value = true;
  map.value = null;
  try {
    while (state.rows.length < state.points) {
      const answer = mapAnswer(
        await http.verify('map', { ...body, first_row: state.rows.length, rows: ROWS_A_SLICE }),
      );
      if (mine !== wanted) return;
      if ('error' in answer) {
        problem.value = answer.error;
        break;
      }
      if (answer.rows.length === 0) break;
      Object.assign(state, { x: answer.x, y: answer.y });
      state.rows = [...state.rows, ...answer.rows];
      map.value = { ...state };
    }
  } catch (error) {
    if (mine === wanted) problem.value = reasonOf(error);
  }
  if (mine === wanted) running.value = false;
}

function cancel(): void {
  ++wanted;
  running.value = false;
}

const mix = (a: number, b: number, x: number) => Math.round(a + (b - a) * x);
/** Pale to dark blue-green; out of reach is grey. */
function colour(share: number, dark: boolean): string {
  const x = Math.min(1, Math.max(0, share));
  return dark
    ? `rgb(${mix(18, 140, x)},${mix(58, 232, x)},${mix(70, 214, x)})`
    : `rgb(${mix(232, 11, x)},${mix(243, 79, x)},${mix(238, 108, x)})`;
}

export function rangeOf(rows: readonly MapRow[], what: Shown): [number, number] {
  const values = rows.flatMap((row) =>
    row[what].filter((value, i) => row.limit[i] === null && Number.isFinite(value)),
  );
  if (values.length === 0) return [0, 1];
  const low = values.reduce((a, b) => Math.min(a, b));
  const high = values.reduce((a, b) => Math.max(a, b));
  return [low, high > low ? high : low + 1];
}

function paint(canvas: HTMLCanvasElement, state: MapState, what: Shown, dark: boolean): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  canvas.width = canvas.height = state.points;
  const [low, high] = rangeOf(state.rows, what);
  state.rows.forEach((row, j) =>
    row[what].forEach((value, i) => {
      context.fillStyle =
        row.limit[i] !== null ? (dark ? '#2b3440' : '#d5dae2') : colour((value - low) / (high - low), dark);
      context.fillRect(i, state.points - 1 - j, 1, 1);
    }),
  );
}

function AxisChoice({ which, label }: { which: 0 | 1; label: string }) {
  return (
    <label>
      {label}{' '}
      <select
        value={axes.value[which]}
        data-testid={`v-map-${which}`}
        onChange={(event) => {
          const chosen = Number(event.currentTarget.value);
          const [a, b] = axes.value;
          axes.value = which === 0 ? [chosen, chosen === b ? a : b] : [chosen === a ? b : a, chosen];
        }}
      >
        {AXES.map((axis, i) => (
          <option key={axis} value={i}>
            {known('axis', String(i))} {axis}
          </option>
        ))}
      </select>
    </label>
  );
}

export function MapTab() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(
    () =>
      effect(() => {
        if (map.value && canvas.current) paint(canvas.current, map.value, show.value, prefs.dark.value);
      }),
    [],
  );
  useEffect(() => cancel, []);
  const state = map.value;
  const done = state ? state.rows.length / state.points : 0;
  const cells = state?.rows.flatMap((row) => row.limit) ?? [];
  const [low, high] = rangeOf(state?.rows ?? [], show.value);
  const label = (i: number) => known('axis', String(i));
  const at = (event: PointerEvent) => {
    const box = canvas.current!.getBoundingClientRect();
    const i = Math.floor(((event.clientX - box.left) / box.width) * state!.points);
    const j = Math.floor((1 - (event.clientY - box.top) / box.height) * state!.points);
    const row = state!.rows[j];
    if (!row || !(i in row.limit)) return;
    const value = (axis: number, list: number[], k: number) =>
      `${AXES[axis]} ${fixed(list[k], 1)} ${axisUnit(axis)}`;
    const limit = row.limit[i];
    hovered.value = t('map.at', {
      a: value(state!.axes[0], state!.x, i),
      b: value(state!.axes[1], state!.y, j),
      what: limit ? told(limit) : fixed(row[show.peek()][i], 2),
    });
  };
  return (
    <div class="vmap">
      <div class="vmap-side">
        <AxisChoice which={0} label={t('map.across')} />
        <AxisChoice which={1} label={t('map.up')} />
        <label>
          {t('map.show')}{' '}
          <select
            value={show.value}
            onChange={(event) => (show.value = event.currentTarget.value as Shown)}
            data-testid="v-map-show"
          >
            {SHOWN.map((name) => (
              <option key={name} value={name}>
                {t(`map.${name}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('map.points')}{' '}
          <select
            value={points.value}
            onChange={(event) => (points.value = Number(event.currentTarget.value))}
          >
            {[21, 41, 81, 121].map((n) => (
              <option key={n} value={n}>
                {n} × {n}
              </option>
            ))}
          </select>
        </label>
        <div class="vrow">
          <button
            class="primary"
            disabled={!set.value || !shownPose.value || running.value}
            onClick={() => void start()}
            data-testid="v-map-start"
          >
            {t('map.start')}
          </button>
          {running.value && (
            <button onClick={cancel} data-testid="v-map-cancel">
              {t('map.cancel')}
            </button>
          )}
        </div>
        {running.value && (
          <progress max={1} value={done} aria-label={t('map.progress', { percent: fixed(100 * done, 0) })} />
        )}
        {problem.value && (
          <p class="verdict bad">
            <Told said={problem.value} />
          </p>
        )}
        {state && done >= 1 && (
          <p data-testid="v-map-share">
            {t('map.share', {
              percent: fixed((100 * cells.filter((limit) => limit === null).length) / cells.length, 1),
            })}
          </p>
        )}
        <p class="note" aria-live="polite">
          {hovered.value}
        </p>
      </div>
      <figure class="vmap-picture" hidden={!state}>
        <div class="vmap-frame">
          <canvas
            ref={canvas}
            role="img"
            aria-label={state ? t('map.label', { a: label(state.axes[0]), b: label(state.axes[1]) }) : ''}
            data-testid="v-map"
            data-done={done}
            onPointerMove={at}
            onPointerLeave={() => (hovered.value = '')}
          />
          {state && (
            <>
              <span class="y hi">{fixed(state.y.at(-1), 0)}</span>
              <span class="y lo">{fixed(state.y[0], 0)}</span>
              <span class="y name">
                {AXES[state.axes[1]]} {axisUnit(state.axes[1])}
              </span>
              <span class="x lo">{fixed(state.x[0], 0)}</span>
              <span class="x name">
                {AXES[state.axes[0]]} {axisUnit(state.axes[0])}
              </span>
              <span class="x hi">{fixed(state.x.at(-1), 0)}</span>
            </>
          )}
        </div>
        {state && (
          <figcaption>
            <span>{t(`map.${show.value}`)}</span>
            <i
              class="vscale"
              style={`background:linear-gradient(to right, ${colour(0, prefs.dark.value)}, ${colour(1, prefs.dark.value)})`}
            />
            <span>
              {fixed(low, 2)} … {fixed(high, 2)}
            </span>
            <i class="vout" /> <span>{t('map.out')}</span>
          </figcaption>
        )}
      </figure>
    </div>
  );
}
