// Lines of all legs over time or over the rows of a table.

import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { prefs } from '../state/app';
import { fixed } from '../i18n/format';
import { t } from '../i18n';
import { QUANTITIES, UNITS, type Lines, type Quantity } from './series_answers';

const LIGHT = ['#c0392b', '#1e8449', '#1f5fbf', '#b9770e', '#7d3c98', '#117a8b'];
const DARK = ['#ff7b72', '#56d364', '#79b8ff', '#f0b04f', '#d2a8ff', '#5ccfe6'];

export function QuantityChoice({
  value,
  change,
  lines,
}: {
  value: Quantity;
  change: (quantity: Quantity) => void;
  lines: Lines;
}) {
  return (
    <div class="segmented" role="group">
      {QUANTITIES.filter((name) => name !== 'acceleration' || lines.acceleration.length > 0).map((name) => (
        <button
          key={name}
          aria-pressed={value === name}
          onClick={() => change(name)}
          data-testid={`v-quantity-${name}`}
        >
          {t(`quantity.${name}`)}
        </button>
      ))}
    </div>
  );
}

interface PlotProps {
  x: number[];
  xUnit: string;
  lines: number[][];
  quantity: Quantity;
}

export function LegsPlot({ x, xUnit, lines, quantity }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const dark = prefs.dark.value;
  const colours = dark ? DARK : LIGHT;
  useEffect(() => {
    const box = place.current;
    if (!box || lines.length === 0) return;
    const grid = { stroke: dark ? '#2a323d' : '#e3e7ed', width: 1 };
    const axis = { stroke: dark ? '#a9b4c3' : '#55606f', grid, ticks: grid, font: '11px system-ui' };
    const plot = new uPlot(
      {
        width: Math.max(50, box.clientWidth),
        height: Math.max(50, box.clientHeight),
        legend: { show: false },
        padding: [8, 12, 0, 0],
        scales: { x: { time: false } },
        axes: [
          { ...axis, size: 24, values: (_, ticks) => ticks.map((tick) => `${tick} ${xUnit}`) },
          {
            ...axis,
            size: 58,
            space: 20,
            values: (_, ticks) => ticks.map((tick) => fixed(tick, Number.isInteger(tick) ? 0 : 2)),
          },
        ],
        series: [
          {},
          ...lines.map((_, i) => ({
            label: String(i + 1),
            stroke: colours[i]!,
            width: 1.5,
            points: { show: x.length < 12 },
          })),
        ],
      },
      [
        x,
        ...lines.map((line) => line.map((value) => (Number.isFinite(value) ? value : null))),
      ] as uPlot.AlignedData,
      box,
    );
    const size = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: box.clientHeight }));
    size.observe(box);
    return () => {
      size.disconnect();
      plot.destroy();
    };
  }, [x, lines, dark, xUnit]);
  if (lines.length === 0) return <p class="pad muted">{t('quantity.none')}</p>;
  return (
    <div class="vplot">
      <ul class="legend">
        {lines.map((_, i) => (
          <li key={i}>
            <i style={`background:${colours[i]}`} />
            {i + 1}
          </li>
        ))}
        <li class="muted">{UNITS[quantity]}</li>
      </ul>
      <div
        class="plot"
        ref={place}
        role="img"
        aria-label={t('series.plot', { what: t(`quantity.${quantity}`) })}
        data-testid="v-plot"
        data-lines={lines.length}
      />
    </div>
  );
}
