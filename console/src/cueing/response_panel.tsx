// How much of the vehicle's motion arrives, and how late, over its frequency.

import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { prefs } from '../state/app';
import { fixed } from '../i18n/format';
import { t } from '../i18n';
import { told } from '../i18n/message';
import { Section, Told } from '../panels/controls';
import { TESTS, type Response, type Test } from './answers';
import { asked, responseBefore, test } from './live';

type Quantity = 'gain' | 'phase';

function scale(quantity: Quantity, low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [0, 1];
  if (quantity === 'gain') return [0, 1.08 * Math.max(1, high)];
  return [Math.min(-180, low) - 10, Math.max(0, high) + 20];
}

function Curve({
  answer,
  before,
  quantity,
}: {
  answer: Response;
  before: Response | null;
  quantity: Quantity;
}) {
  const place = useRef<HTMLDivElement>(null);
  const dark = prefs.dark.value;
  useEffect(() => {
    const box = place.current!;
    const grid = { stroke: dark ? '#2a323d' : '#e3e7ed', width: 1 };
    const axis = {
      stroke: dark ? '#a9b4c3' : '#55606f',
      grid,
      ticks: { ...grid, size: 4 },
      gap: 3,
      font: '11px system-ui',
    };
    const colour = quantity === 'gain' ? (dark ? '#79b8ff' : '#1f5fbf') : dark ? '#f0b04f' : '#b9770e';
    const old =
      before && before.omega.join() === answer.omega.join() ? before[quantity] : answer.omega.map(() => NaN);
    const nulls = (line: number[]) => line.map((value) => (Number.isFinite(value) ? value : null));
    const plot = new uPlot(
      {
        width: Math.max(50, box.clientWidth),
        height: Math.max(40, box.clientHeight),
        legend: { show: false },
        padding: [6, 10, 0, 0],
        cursor: { drag: { x: false, y: false }, sync: { key: 'cueing-response', setSeries: false } },
        scales: {
          x: { time: false, distr: 3, log: 10, range: () => [0.085, 19] },
          y: { range: (_, low, high) => scale(quantity, low, high) },
        },
        axes: [
          {
            ...axis,
            size: quantity === 'phase' ? 20 : 6,
            space: 26,
            values: (_, ticks) =>
              ticks.map((tick) =>
                quantity === 'phase' && [0.1, 0.3, 1, 3, 10].some((one) => Math.abs(tick / one - 1) < 1e-6)
                  ? String(+tick.toPrecision(1))
                  : '',
              ),
          },
          {
            ...axis,
            size: 46,
            space: 18,
            values: (_, ticks) =>
              ticks.map((tick) => (quantity === 'gain' ? fixed(tick, 1) : `${fixed(tick, 0)}°`)),
          },
        ],
        series: [
          {},
          { stroke: dark ? '#64717f' : '#98a3b3', width: 1.2, dash: [4, 4], points: { show: false } },
          { stroke: colour, width: 1.8, points: { show: true, size: 5, fill: colour } },
        ],
      },
      [answer.omega, nulls(old), nulls(answer[quantity])] as uPlot.AlignedData,
      box,
    );
    const size = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: box.clientHeight }));
    size.observe(box);
    return () => {
      size.disconnect();
      plot.destroy();
    };
  }, [answer, before, quantity, dark]);
  return (
    <div class={`cue-curve ${quantity}`}>
      <small>
        {quantity === 'gain'
          ? [t('cue.response.gain'), told(answer.unit)].filter(Boolean).join(', ')
          : t('cue.response.phase')}
      </small>
      <div
        class="plot"
        ref={place}
        role="img"
        aria-label={t(`cue.response.${quantity}`)}
        data-testid={`cue-${quantity}`}
        data-points={answer[quantity].filter(Number.isFinite).length}
        data-sum={answer[quantity].reduce((sum, one) => sum + one, 0)}
      />
    </div>
  );
}

export function ResponsePanel() {
  const { answer, busy, failed } = asked.state.value;
  const choice = (
    <select
      aria-label={t('cue.test')}
      value={test.value}
      onChange={(event) => (test.value = event.currentTarget.value as Test)}
      data-testid="cue-test"
    >
      {TESTS.map((name) => (
        <option key={name} value={name}>
          {t(`cue.test.${name}`)}
        </option>
      ))}
    </select>
  );
  return (
    <Section title={t('cue.response')} extra={choice} help="cueing">
      <div
        class={`cue-response ${busy ? 'busy' : ''}`}
        title={t('cue.response.hint')}
        data-testid="cue-response"
        data-busy={busy}
        data-engine={answer?.engine ?? ''}
        data-test={answer?.test ?? ''}
      >
        {failed && (
          <p class="bad">
            <Told said={failed} />
          </p>
        )}
        {answer && (
          <>
            <Curve answer={answer} before={responseBefore.value} quantity="gain" />
            <Curve answer={answer} before={responseBefore.value} quantity="phase" />
            <p class="note">
              {t('cue.response.axis')}
              {responseBefore.value ? ` · ${t('cue.response.before')}` : ''}
              {busy ? ` · ${t('cue.response.busy')}` : ''}
            </p>
          </>
        )}
        {!answer && !failed && <p class="muted">{t('cue.response.busy')}</p>}
      </div>
    </Section>
  );
}
