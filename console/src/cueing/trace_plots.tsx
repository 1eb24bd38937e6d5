// The middle: vehicle against felt, the platform, and the tilt, over one time axis.

import { effect, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { prefs, store } from '../state/app';
import { fixed } from '../i18n/format';
import { known, t } from '../i18n';
import { CHOICES, linesOf, ROWS, scaleOf, UNIT, type Choice, type Line, type Row } from './lines';
import { pausedAt, seconds, shownSpan, traces, WINDOWS } from './live';

const REDRAW_MS = 100;
const MOST_POINTS = 900;
const choice = signal<Choice>('surge');
const cursor = signal<number | null>(null);

const LIGHT = ['#c0392b', '#1e8449', '#1f5fbf', '#b9770e', '#7d3c98', '#117a8b'];
const DARK = ['#ff7b72', '#56d364', '#79b8ff', '#f0b04f', '#d2a8ff', '#5ccfe6'];

const dataOf = (lines: Line[], from: number, to: number, most = MOST_POINTS): (number | null)[][] =>
  traces.history.slice(
    lines.map((line) => line.column),
    from,
    to,
    most,
  );

function makePlot(
  place: HTMLElement,
  row: Row,
  lines: Line[],
  dark: boolean,
): { plot: uPlot; refresh: () => void } {
  const colours = dark ? DARK : LIGHT;
  const grid = { stroke: dark ? '#2a323d' : '#e3e7ed', width: 1 };
  const axis = {
    stroke: dark ? '#a9b4c3' : '#55606f',
    grid,
    ticks: { ...grid, size: 4 },
    gap: 3,
    font: '11px system-ui',
  };
  const last = row === ROWS[ROWS.length - 1];
  const numbers = (_: uPlot, ticks: number[]) =>
    ticks.map((tick) => fixed(tick, Number.isInteger(tick) ? 0 : Math.abs(tick) < 1 ? 2 : 1));
  const range = (_: uPlot, low: number | null, high: number | null) => scaleOf(row, low, high);
  let ours = false;
  const plot = new uPlot(
    {
      width: Math.max(50, place.clientWidth),
      height: Math.max(40, place.clientHeight),
      legend: { show: false },
      padding: [4, 0, last ? 0 : 4, 0],
      cursor: {
        drag: { x: false, y: false },
        sync: { key: 'cueing', setSeries: false },
        points: { show: false },
      },
      scales: {
        x: { time: false, auto: false },
        y: { range },
        right: { range: (_, low, high) => scaleOf('rotation', low, high) },
      },
      axes: [
        {
          ...axis,
          size: last ? 22 : 0,
          values: (_, ticks) => ticks.map((tick) => (last ? `${tick} s` : '')),
        },
        { ...axis, size: 44, space: 20, values: numbers },
        // The right axis is there on every row, so that all begin and end at the same place.
        {
          ...axis,
          scale: row === 'platform' ? 'right' : 'y',
          side: 1,
          size: 40,
          space: 20,
          grid: { show: false },
          ticks: { show: row === 'platform', size: 4 },
          values: row === 'platform' ? (_, ticks) => ticks.map((tick) => `${fixed(tick, 0)}°`) : () => [],
        },
      ],
      series: [
        {},
        ...lines.map((line) => ({
          scale: line.scale,
          stroke: colours[line.colour]!,
          width: line.dash ? 1.2 : 1.8,
          ...(line.dash ? { dash: line.of === 'limit' ? [2, 3] : [6, 4] } : {}),
          points: { show: false },
        })),
      ],
      hooks: {
        setCursor: [
          (self) => {
            if (!ours)
              cursor.value =
                self.cursor.left != null && self.cursor.left >= 0
                  ? self.posToVal(self.cursor.left, 'x')
                  : null;
          },
        ],
      },
    },
    [[], ...lines.map(() => [])] as unknown as uPlot.AlignedData,
    place,
  );
  const refresh = () => {
    const [from, to] = shownSpan();
    if (!Number.isFinite(from)) return;
    ours = true;
    plot.setData(dataOf(lines, from, to) as uPlot.AlignedData, false);
    plot.setScale('x', { min: from, max: to });
    ours = false;
  };
  return { plot, refresh };
}

function Legend({ row, lines }: { row: Row; lines: Line[] }) {
  const colours = prefs.dark.value ? DARK : LIGHT;
  void store.shown.value; // the values move as the shown telemetry does
  const at = cursor.value ?? pausedAt.value ?? traces.history.newest;
  const [, ...values] = dataOf(lines, at - 0.25, at, 1000);
  // Of three axes at once there is no room for both: the vehicle is the dashed line of the same colour.
  const short = lines.length > 2 && row !== 'platform';
  return (
    <ul class="legend">
      {lines.map((line, i) => {
        if (short && line.of === 'vehicle') return null;
        const value = values[i]?.findLast((one) => one !== null) ?? NaN;
        const name = [
          line.axis !== null ? known('axis', String(line.axis)) : '',
          line.of === 'platform' ? '' : t(`cue.line.${line.of}`),
        ]
          .filter(Boolean)
          .join(' ');
        return (
          <li key={line.column} data-testid={`cue-value-${line.column}`} data-value={value}>
            <i class={line.dash ? 'dashed' : ''} style={`color:${colours[line.colour]}`} />
            {name} <span class="out">{fixed(value, row === 'platform' && line.scale === 'y' ? 1 : 2)}</span>
          </li>
        );
      })}
      {short && <li class="muted">{t('cue.line.dashed')}</li>}
    </ul>
  );
}

function RowPlot({ row }: { row: Row }) {
  const place = useRef<HTMLDivElement>(null);
  const dark = prefs.dark.value;
  const chosen = choice.value;
  const lines = linesOf(row, chosen);
  useEffect(() => {
    const box = place.current!;
    const { plot, refresh } = makePlot(box, row, linesOf(row, chosen), dark);
    const size = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: box.clientHeight }));
    size.observe(box);
    const timer = setInterval(() => {
      if (pausedAt.peek() === null) refresh();
    }, REDRAW_MS);
    const undo = effect(() => {
      void [pausedAt.value, seconds.value];
      refresh();
    });
    return () => {
      undo();
      clearInterval(timer);
      size.disconnect();
      plot.destroy();
    };
  }, [row, chosen, dark]);
  return (
    <section class={`cue-row ${row}`} data-testid={`cue-row-${row}`}>
      <h2>
        <span title={t(`cue.row.${row}.hint`)}>
          {t(`cue.row.${row}`)} <small>{UNIT[row]}</small>
        </span>
        <Legend row={row} lines={lines} />
      </h2>
      <div
        class="plot"
        ref={place}
        role="img"
        aria-label={t(`cue.row.${row}`)}
        onPointerLeave={() => (cursor.value = null)}
      />
    </section>
  );
}

/** No vehicle motion is turned into platform motion now: how to begin. */
function Idle() {
  if (!store.live.value || store.shown.value?.cue?.active) return null;
  return (
    <div class="cue-idle" role="status" data-testid="cue-idle">
      <b>{t('cue.idle')}</b> {t('cue.idle.how')} <code lang="en">hexad cue --input FILE</code>
    </div>
  );
}

/** Which lines, how long, and whether they stand still. */
export function TraceTools() {
  const paused = pausedAt.value !== null;
  return (
    <>
      <div class="segmented" role="group" aria-label={t('cue.axis')}>
        {CHOICES.map((name) => (
          <button
            key={name}
            aria-pressed={choice.value === name}
            onClick={() => (choice.value = name)}
            data-testid={`cue-show-${name}`}
          >
            {t(`cue.show.${name}`)}
          </button>
        ))}
      </div>
      <button
        data-testid="cue-pause"
        aria-pressed={paused}
        onClick={() => (pausedAt.value = paused ? null : traces.history.newest)}
      >
        {paused ? t('plots.live') : t('plots.pause')}
      </button>
      <select
        aria-label={t('plots.window')}
        title={t('plots.window')}
        value={seconds.value}
        onChange={(event) => (seconds.value = Number(event.currentTarget.value))}
      >
        {WINDOWS.map((n) => (
          <option key={n} value={n}>
            {t('plots.seconds', { n })}
          </option>
        ))}
      </select>
      <Idle />
    </>
  );
}

export function TracePlots() {
  const paused = pausedAt.value !== null;
  return (
    <div class={`cue-rows ${store.live.value || paused ? '' : 'grey'}`}>
      {ROWS.map((row) => (
        <RowPlot key={row} row={row} />
      ))}
    </div>
  );
}
