import { effect, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { AXES } from '../api/messages';
import { prefs, store } from '../state/app';
import { cursor, freeze, frozen, goLive, span, stretches, timeWindow, WINDOWS } from '../state/time_axis';
import { fixed } from '../i18n/format';
import { known, t } from '../i18n';
import { TONE } from './top_bar';

const GROUPS = ['pose', 'rotation', 'legs', 'speed', 'torque'] as const;
type Group = (typeof GROUPS)[number];
const group = signal<Group>('pose');
const REDRAW_MS = 120;

const LINE_LIGHT = ['#c0392b', '#1e8449', '#1f5fbf', '#b9770e', '#7d3c98', '#117a8b'];
const LINE_DARK = ['#ff7b72', '#56d364', '#79b8ff', '#f0b04f', '#d2a8ff', '#5ccfe6'];

interface Line {
  column: string;
  name: string;
  dash: boolean;
  colour: number;
}

function linesOf(which: Group, legs: number): { lines: Line[]; unit: string } {
  const leg = (prefix: string) =>
    Array.from({ length: legs }, (_, i) => ({
      column: `${prefix}${i + 1}`,
      name: String(i + 1),
      dash: false,
      colour: i,
    }));
  const axes = (from: number) =>
    [0, 1, 2].flatMap((i) => [
      { column: AXES[from + i]!, name: `${AXES[from + i]}`, dash: false, colour: i },
      { column: `${AXES[from + i]}_commanded`, name: `${AXES[from + i]} *`, dash: true, colour: i },
    ]);
  switch (which) {
    case 'pose':
      return { lines: axes(0), unit: 'mm' };
    case 'rotation':
      return { lines: axes(3), unit: '°' };
    case 'legs':
      return { lines: leg('leg'), unit: 'mm' };
    case 'speed':
      return { lines: leg('speed'), unit: 'mm/s' };
    case 'torque':
      return { lines: leg('torque'), unit: 'Nm' };
  }
}

/** Events of the shown span as upright marks: red for faults, amber for warnings. */
function drawEvents(plot: uPlot): void {
  const { ctx, bbox } = plot;
  const from = plot.scales['x']!.min ?? 0;
  const to = plot.scales['x']!.max ?? 0;
  ctx.save();
  for (const event of store.events.peek()) {
    if (!(event.t >= from && event.t <= to) || event.kind === 'log') continue;
    const x = Math.round(plot.valToPos(event.t, 'x', true));
    ctx.strokeStyle =
      event.level === 'error' ? '#dd3a36' : event.level === 'warn' ? '#e39a1b' : 'rgba(128,140,158,.55)';
    ctx.setLineDash(event.kind === 'transition' ? [] : [4, 4]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  const at = cursor.peek();
  if (at !== null && at >= from && at <= to) {
    const x = Math.round(plot.valToPos(at, 'x', true));
    ctx.strokeStyle = '#1f6fd0';
    ctx.setLineDash([]);
    ctx.lineWidth = 2;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}

/** A little room above and below; a line that does not move is no reason for a scale of nothing. */
function yRange(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [-1, 1];
  const room = Math.max(1, 0.08 * (high - low));
  return [low - room, high + room];
}

function makePlot(place: HTMLElement, which: Group, legs: number, dark: boolean): uPlot {
  const { lines } = linesOf(which, legs);
  const colours = dark ? LINE_DARK : LINE_LIGHT;
  const grid = { stroke: dark ? '#2a323d' : '#e3e7ed', width: 1 };
  const axis = { stroke: dark ? '#a9b4c3' : '#55606f', grid, ticks: grid, font: '11px system-ui' };
  let ours = false; // a scale set by the redraw is no zoom of the user
  const plot = new uPlot(
    {
      width: Math.max(50, place.clientWidth),
      height: Math.max(50, place.clientHeight),
      legend: { show: false },
      padding: [6, 10, 0, 0],
      cursor: {
        drag: { x: true, y: false },
        focus: { prox: 24 },
        bind: { dblclick: () => () => (goLive(), null) },
      },
      scales: { x: { time: false, auto: false }, y: { range: (_, low, high) => yRange(low, high) } },
      axes: [
        { ...axis, size: 24, values: (_, ticks) => ticks.map((tick) => `${tick} s`) },
        {
          ...axis,
          size: 52,
          space: 18,
          values: (_, ticks) => ticks.map((tick) => fixed(tick, Number.isInteger(tick) ? 0 : 2)),
        },
      ],
      series: [
        {},
        ...lines.map((line) => ({
          label: line.name,
          stroke: colours[line.colour]!,
          width: line.dash ? 1 : 1.5,
          ...(line.dash ? { dash: [5, 4] } : {}),
          points: { show: false },
        })),
      ],
      hooks: {
        draw: [drawEvents],
        setSelect: [
          (self) => {
            if (self.select.width < 4) return;
            frozen.value = [
              self.posToVal(self.select.left, 'x'),
              self.posToVal(self.select.left + self.select.width, 'x'),
            ];
            self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          },
        ],
        setCursor: [
          (self) =>
            (cursor.value =
              !ours && self.cursor.left != null && self.cursor.left >= 0
                ? self.posToVal(self.cursor.left, 'x')
                : cursor.peek()),
        ],
      },
    },
    [[], ...lines.map(() => [])] as unknown as uPlot.AlignedData,
    place,
  );
  (plot as { refresh?: () => void }).refresh = () => {
    const history = store.history.current;
    const [from, to] = span(history.newest);
    if (!Number.isFinite(from)) return;
    ours = true;
    plot.setData(
      history.slice(
        lines.map((line) => line.column),
        from,
        to,
        1200,
      ) as uPlot.AlignedData,
      false,
    );
    plot.setScale('x', { min: from, max: to });
    ours = false;
  };
  return plot;
}

/** Percent of the narrowest strip (a phone's) that a word needs; Chinese letters are twice as wide. */
const roomFor = (word: string): number => 3 + 2.2 * [...word].reduce((sum, c) => sum + (c > 'ÿ' ? 2 : 1), 0);

/** Which state it was in, over the same time: a strip above the lines. */
function StateStrip() {
  const now = store.shown.value;
  const [from, to] = span(now?.time_s ?? NaN);
  const pieces = stretches(store.events.value, from, to, now?.state ?? 'init');
  const share = (time: number) => (100 * (time - from)) / Math.max(1e-9, to - from);
  return (
    <div class="strip" role="img" aria-label={t('plots.states')}>
      {pieces.map((piece) => {
        const width = share(piece.to) - share(piece.from);
        return (
          <span
            key={piece.from}
            data-tone={TONE[piece.state as keyof typeof TONE] ?? 'wait'}
            style={`left:${share(piece.from)}%;width:${width}%`}
            title={known('state', piece.state)}
          >
            {width > roomFor(known('state', piece.state)) ? known('state', piece.state) : ''}
          </span>
        );
      })}
    </div>
  );
}

function Legend({ legs, which }: { legs: number; which: Group }) {
  const { lines, unit } = linesOf(which, legs);
  const colours = prefs.dark.value ? LINE_DARK : LINE_LIGHT;
  const at = cursor.value;
  const now = store.shown.value?.time_s;
  const time = at ?? now ?? NaN;
  const names = lines.filter((line) => !line.dash);
  const [, ...values] = store.history.current.slice(
    names.map((line) => line.column),
    time - 0.2,
    time + 0.02,
    1000,
  );
  return (
    <ul class="legend">
      {names.map((line, i) => (
        <li key={line.column}>
          <i style={`background:${colours[line.colour]}`} />
          {line.name}
          <span class="out">{fixed(values[i]?.at(-1) ?? NaN, which === 'torque' ? 2 : 1)}</span>
        </li>
      ))}
      <li class="muted" title={t('plots.commanded')}>
        {unit}
        {at !== null ? ` · ${t('plots.cursor', { time: fixed(at, 2) })}` : ''}
      </li>
    </ul>
  );
}

function save(): void {
  const [from, to] = span(store.history.current.newest);
  const url = URL.createObjectURL(new Blob([store.history.current.csv(from, to)], { type: 'text/csv' }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = `hexad-${(store.machine.peek()?.platform ?? 'platform').replace(/[^\w.-]/g, '_')}-${to.toFixed(0)}s.csv`;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function PlotsTab() {
  const place = useRef<HTMLDivElement>(null);
  const legs = store.machine.value?.legs ?? 6;
  const ranges = store.machine.value?.ranges ?? [];
  const has = (from: number) => ranges.slice(from, from + 3).some(([low, high]) => high > low);
  // A machine that cannot go sideways or up has nothing to show there.
  const groups = GROUPS.filter((name) => (name === 'pose' ? has(0) : name === 'rotation' ? has(3) : true));
  const which = groups.includes(group.value) ? group.value : groups[0]!;
  const dark = prefs.dark.value;
  useEffect(() => {
    const box = place.current!;
    const plot = makePlot(box, which, legs, dark);
    const refresh = () => (plot as { refresh?: () => void }).refresh!();
    const size = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: box.clientHeight }));
    size.observe(box);
    const timer = setInterval(() => {
      if (!frozen.peek()) refresh();
    }, REDRAW_MS);
    const undo = effect(() => {
      void [frozen.value, timeWindow.value, store.events.value];
      refresh();
    });
    return () => {
      undo();
      clearInterval(timer);
      size.disconnect();
      plot.destroy();
    };
  }, [which, legs, dark]);
  const paused = frozen.value !== null;
  return (
    <div class="plots">
      <div class="tools">
        <div class="segmented" role="group" aria-label={t('plots.quantity')}>
          {groups.map((name) => (
            <button
              key={name}
              aria-pressed={which === name}
              onClick={() => (group.value = name)}
              data-testid={`plot-${name}`}
            >
              {t(`plots.${name}`)}
            </button>
          ))}
        </div>
        <button
          data-testid="plot-pause"
          aria-pressed={paused}
          onClick={() => (paused ? goLive() : freeze(store.history.current.newest))}
        >
          {paused ? t('plots.live') : t('plots.pause')}
        </button>
        <select
          aria-label={t('plots.window')}
          title={t('plots.window')}
          value={timeWindow.value}
          onChange={(event) => ((timeWindow.value = Number(event.currentTarget.value)), goLive())}
        >
          {WINDOWS.map((n) => (
            <option key={n} value={n}>
              {t('plots.seconds', { n })}
            </option>
          ))}
        </select>
        <button title={t('plots.csv.hint')} onClick={save} data-testid="plot-csv">
          {t('plots.csv')}
        </button>
        <Legend legs={legs} which={which} />
      </div>
      <StateStrip />
      <div
        class="plot"
        ref={place}
        role="img"
        aria-label={t('tab.plots')}
        data-testid="plot"
        title={t('plots.zoom')}
        onPointerLeave={() => (cursor.value = null)}
      />
    </div>
  );
}
