// Two tunings on one manoeuvre: their numbers beside each other, and what is felt of the vehicle's forces.

import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { prefs } from '../state/app';
import { fixed } from '../i18n/format';
import { known, t } from '../i18n';
import { Told } from '../panels/controls';
import { compared } from './tried';
import { better, NOW, QUANTITIES, type Comparison } from './tried_answers';
import { manoeuvreName } from './try_panel';

/** A, B; the vehicle is the dashed line. */
const LIGHT = ['#1f5fbf', '#b9770e'];
const DARK = ['#79b8ff', '#f0b04f'];
const LETTERS = ['A', 'B'];

const shownName = (name: string): string => (name === NOW ? t('try.now') : name);
const digitsOf = (unit: string): number => (unit === '%' || unit === 'ms' || unit === '' ? 0 : 2);
const numberText = (value: number, unit: string): string =>
  Number.isFinite(value) ? `${fixed(value, digitsOf(unit))}${unit ? ` ${unit}` : ''}` : '–';

function Numbers({ answer }: { answer: Comparison }) {
  const [a, b] = answer.results;
  return (
    <table class="cue-compared" data-testid="compared">
      <thead>
        <tr>
          <td />
          {answer.results.map((one, i) => (
            <th key={i} scope="col" title={one.words} class={`place-${i}`}>
              {LETTERS[i]} <span lang="en">{shownName(one.tuning)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {QUANTITIES.map((quantity) => {
          const [name, unit] = quantity;
          const best = a && b ? better(quantity, a.values[name], b.values[name]) : null;
          return (
            <tr key={name} title={known('compared.hint', name)}>
              <th scope="row">{t(`compared.${name}`)}</th>
              {answer.results.map((one, i) => (
                <td
                  key={i}
                  class={`num ${best === i ? 'better' : ''}`}
                  data-testid={`compared-${name}-${i}`}
                  data-value={one.values[name]}
                >
                  {numberText(one.values[name], unit)}
                  {best === i && <span title={t('compared.better')}> ✓</span>}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Felt({ answer, axis }: { answer: Comparison; axis: number }) {
  const place = useRef<HTMLDivElement>(null);
  const dark = prefs.dark.value;
  useEffect(() => {
    const box = place.current!;
    const grid = { stroke: dark ? '#2a323d' : '#e3e7ed', width: 1 };
    const line = {
      stroke: dark ? '#a9b4c3' : '#55606f',
      grid,
      ticks: { ...grid, size: 4 },
      gap: 3,
      font: '11px system-ui',
    };
    const plot = new uPlot(
      {
        width: Math.max(50, box.clientWidth),
        height: Math.max(40, box.clientHeight),
        legend: { show: false },
        padding: [4, 10, 0, 0],
        cursor: { drag: { x: false, y: false }, sync: { key: 'cueing-compared', setSeries: false } },
        scales: {
          x: { time: false },
          y: {
            range: (_, low, high) => [Math.min(-0.5, 1.1 * (low ?? 0)), Math.max(0.5, 1.1 * (high ?? 0))],
          },
        },
        axes: [
          { ...line, size: 22, values: (_, ticks) => ticks.map((tick) => `${tick} s`) },
          { ...line, size: 44, space: 20, values: (_, ticks) => ticks.map((tick) => fixed(tick, 1)) },
        ],
        series: [
          {},
          { stroke: dark ? '#8b98a8' : '#7b8794', width: 1.2, dash: [6, 4], points: { show: false } },
          ...answer.results.map((_, i) => ({
            stroke: (dark ? DARK : LIGHT)[i]!,
            width: 1.8,
            points: { show: false },
          })),
        ],
      },
      [answer.t, answer.vehicle[axis]!, ...answer.results.map((one) => one.felt[axis]!)] as uPlot.AlignedData,
      box,
    );
    const size = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: box.clientHeight }));
    size.observe(box);
    return () => {
      size.disconnect();
      plot.destroy();
    };
  }, [answer, axis, dark]);
  const name = known('axis', String(axis));
  return (
    <section class="cue-row" data-testid={`compared-felt-${axis}`} data-points={answer.t.length}>
      <h2>
        <span>
          {name} <small>m/s²</small>
        </span>
        <ul class="legend">
          <li>
            <i class="dashed" style={`color:${dark ? '#8b98a8' : '#7b8794'}`} />
            {t('cue.line.vehicle')}
          </li>
          {answer.results.map((_, i) => (
            <li key={i}>
              <i style={`color:${(dark ? DARK : LIGHT)[i]}`} />
              {t('compared.felt', { letter: LETTERS[i]! })}
            </li>
          ))}
        </ul>
      </h2>
      <div class="plot" ref={place} role="img" aria-label={t('compared.plot', { axis: name })} />
    </section>
  );
}

export function CompareView() {
  const { answer, busy, failed } = compared.state.value;
  return (
    <div class={`cue-compare-view ${busy ? 'busy' : ''}`} data-testid="compare-view" data-busy={busy}>
      {failed && (
        <p class="bad pad" data-testid="compare-failed">
          <Told said={failed} />
        </p>
      )}
      {!answer && !failed && <p class="pad muted">{busy ? t('cue.response.busy') : t('compared.none')}</p>}
      {answer && (
        <>
          <h2 class="pad">{t('compared', { manoeuvre: manoeuvreName(answer.manoeuvre) })}</h2>
          <Numbers answer={answer} />
          <p class="note pad">{t('compared.note')}</p>
          <div class="cue-rows">
            {[0, 1, 2].map((axis) => (
              <Felt key={axis} answer={answer} axis={axis} />
            ))}
          </div>
        </>
      )}
    </div>
  );
}
