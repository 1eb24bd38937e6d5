// One plot on the canvas: lines over time, or what they are made of; events, cursor and marks on it.

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { store } from '../state/app';
import { linesOf, type Line, type Quantity } from '../state/plot_layout';
import { spectrum } from '../state/spectrum';
import { cursor, frozen, goLive, marks, putMark, span } from '../state/time_axis';
import { fixed } from '../i18n/format';
import { eventText } from '../i18n/sentences';
import { known } from '../i18n';

const MOST_POINTS = 1200;
const SPECTRUM_POINTS = 4096;
const CLICK_PX = 4;
const LABEL_LETTERS = 26;

const LINE_LIGHT = ['#c0392b', '#1e8449', '#1f5fbf', '#b9770e', '#7d3c98', '#117a8b'];
const LINE_DARK = ['#ff7b72', '#56d364', '#79b8ff', '#f0b04f', '#d2a8ff', '#5ccfe6'];
export const coloursOf = (dark: boolean): readonly string[] => (dark ? LINE_DARK : LINE_LIGHT);

function upright(plot: uPlot, time: number, colour: string, dash: number[] = [], width = 1): number | null {
  const { ctx, bbox, scales } = plot;
  if (!(time >= (scales['x']!.min ?? NaN) && time <= (scales['x']!.max ?? NaN))) return null;
  const x = Math.round(plot.valToPos(time, 'x', true));
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.setLineDash(dash);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  return x;
}

/** Few words for a line: a state that begins, or the beginning of what happened. */
function labelOf(event: Parameters<typeof eventText>[0]): string {
  const words = event.kind === 'transition' && event.to ? known('state', event.to) : eventText(event);
  return words.length > LABEL_LETTERS ? `${words.slice(0, LABEL_LETTERS - 1)}…` : words;
}

/** Events of the shown span as upright lines: red for faults, amber for warnings; with words where there is room. */
function drawEvents(plot: uPlot, dark: boolean, labels: boolean): void {
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  let free = bbox.left;
  ctx.save();
  ctx.font = `${10 * scale}px system-ui`;
  ctx.textBaseline = 'top';
  ctx.textAlign = 'left';
  for (const event of [...store.events.peek()].sort((a, b) => a.t - b.t)) {
    if (event.kind === 'log') continue;
    const colour =
      event.level === 'error' ? '#dd3a36' : event.level === 'warn' ? '#e39a1b' : 'rgba(128,140,158,.55)';
    const x = upright(plot, event.t, colour, event.kind === 'transition' ? [] : [4, 4]);
    if (x === null || !labels || x < free) continue;
    const words = labelOf(event);
    const width = ctx.measureText(words).width + 6 * scale;
    if (x + width > bbox.left + bbox.width) continue;
    ctx.fillStyle = dark ? '#a9b4c3' : '#55606f';
    ctx.fillText(words, x + 3 * scale, bbox.top + 2 * scale);
    free = x + width;
  }
  ctx.restore();
}

function drawMarks(plot: uPlot, dark: boolean): void {
  const { ctx, bbox } = plot;
  ctx.save();
  const at = cursor.peek();
  if (at !== null) upright(plot, at, dark ? '#79b8ff' : '#1f6fd0', [], 2);
  ctx.font = `bold ${11 * devicePixelRatio}px system-ui`;
  ctx.textAlign = 'left';
  ctx.fillStyle = dark ? '#ffffff' : '#18202b';
  marks.peek().forEach((time, i) => {
    const x = upright(plot, time, dark ? '#ffffff' : '#18202b', [6, 3], 1.5);
    if (x !== null) ctx.fillText('AB'[i]!, x + 4 * devicePixelRatio, bbox.top + bbox.height - 4);
  });
  ctx.restore();
}

/** A little room above and below; a line that does not move is no reason for a scale of nothing. */
function yRange(quantity: Quantity, low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [-1, 1];
  const least = quantity === 'error' || quantity === 'turn_error' ? 0.05 : 1;
  const room = Math.max(least, 0.08 * (high - low));
  return [low - room, high + room];
}

const tickText = (ticks: readonly number[]): string[] => {
  const step = ticks.length > 1 ? ticks[1]! - ticks[0]! : 1;
  const digits = Math.max(0, Math.min(4, Math.ceil(-Math.log10(step) - 1e-9)));
  return ticks.map((tick) => fixed(tick, digits));
};

export interface View {
  refresh: () => void;
  resize: () => void;
  destroy: () => void;
}

interface Look {
  quantity: Quantity;
  legs: number;
  dark: boolean;
  spectrum: boolean;
  labels: boolean; // words on the lines of events
}

const dataOf = (lines: Line[], most: number): (number | null)[][] => {
  const [from, to] = span(store.history.current.newest);
  return store.history.current.slice(
    lines.map((line) => line.column),
    from,
    to,
    most,
  );
};

export function makeView(place: HTMLElement, look: Look): View {
  const { quantity, dark } = look;
  const lines = linesOf(quantity, look.legs).filter((line) => !look.spectrum || !line.dash);
  const grid = { stroke: dark ? '#2a323d' : '#e3e7ed', width: 1 };
  const axis = { stroke: dark ? '#a9b4c3' : '#55606f', grid, ticks: grid, font: '11px system-ui' };
  const size = () => ({
    width: Math.max(50, place.clientWidth),
    height: Math.max(40, place.clientHeight),
  });
  let ours = false; // a scale or cursor set by the redraw is none of the user's
  const overTime: Partial<uPlot.Options> = {
    cursor: {
      drag: { x: true, y: false },
      focus: { prox: 24 },
      sync: { key: 'plots', setSeries: false },
      bind: { dblclick: () => () => (goLive(), null) },
    },
    scales: {
      x: { time: false, auto: false },
      y: { range: (_, low, high) => yRange(quantity, low, high) },
    },
    hooks: {
      draw: [(plot) => (drawEvents(plot, dark, look.labels), drawMarks(plot, dark))],
      setSelect: [
        (plot) => {
          if (plot.select.width < CLICK_PX) return;
          frozen.value = [
            plot.posToVal(plot.select.left, 'x'),
            plot.posToVal(plot.select.left + plot.select.width, 'x'),
          ];
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
      setCursor: [
        (plot) => {
          if (!ours && plot.cursor.left != null && plot.cursor.left >= 0)
            cursor.value = plot.posToVal(plot.cursor.left, 'x');
        },
      ],
    },
  };
  const overHertz: Partial<uPlot.Options> = {
    cursor: { drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false },
      y: { range: (_, _low, high) => [0, 1.1 * Math.max(quantity === 'turn_error' ? 0.01 : 0.1, high ?? 0)] },
    },
  };
  const plot = new uPlot(
    {
      ...size(),
      ...(look.spectrum ? overHertz : overTime),
      legend: { show: false },
      padding: [6, 10, 0, 0],
      axes: [
        {
          ...axis,
          size: 24,
          values: (_, ticks) => tickText(ticks).map((tick) => `${tick} ${look.spectrum ? 'Hz' : 's'}`),
        },
        { ...axis, size: 52, space: 18, values: (_, ticks) => tickText(ticks) },
      ],
      series: [
        {},
        ...lines.map((line) => ({
          label: line.name,
          stroke: coloursOf(dark)[line.colour]!,
          width: line.dash ? 1 : 1.5,
          ...(line.dash ? { dash: [5, 4] } : {}),
          points: { show: false },
        })),
      ],
    },
    [[], ...lines.map(() => [])] as unknown as uPlot.AlignedData,
    place,
  );
  plot.ctx.canvas.setAttribute('role', 'img');
  plot.ctx.canvas.setAttribute('aria-label', place.getAttribute('aria-label') ?? '');
  let pressed = NaN;
  plot.over.addEventListener('pointerdown', (event) => (pressed = event.clientX));
  plot.over.addEventListener('click', (event) => {
    const moved = Math.abs(event.clientX - pressed) >= CLICK_PX;
    if (!look.spectrum && !moved)
      putMark(plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, 'x'));
  });
  const refreshTime = () => {
    const [from, to] = span(store.history.current.newest);
    if (!Number.isFinite(from)) return;
    ours = true;
    plot.setData(dataOf(lines, MOST_POINTS) as uPlot.AlignedData, false);
    plot.setScale('x', { min: from, max: to });
    ours = false;
  };
  const refreshHertz = () => {
    const [times = [], ...columns] = dataOf(lines, SPECTRUM_POINTS);
    const found = columns.map((column) => spectrum(times, column));
    const longest = found.find((one) => one.hertz.length > 0)?.hertz ?? [];
    const data = found.map(({ amplitude }) =>
      amplitude.length === longest.length ? amplitude : longest.map(() => null),
    );
    plot.setData([longest, ...data] as unknown as uPlot.AlignedData);
    let [peak, at] = [0, ''];
    for (const column of data)
      column.forEach((value, i) => {
        if ((value ?? 0) > peak) [peak, at] = [value!, longest[i]!.toFixed(3)];
      });
    place.dataset['peak'] = at;
  };
  return {
    refresh: look.spectrum ? refreshHertz : refreshTime,
    resize: () => plot.setSize(size()),
    destroy: () => plot.destroy(),
  };
}
