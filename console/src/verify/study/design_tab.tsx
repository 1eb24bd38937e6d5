// From a requirement to a machine: excursions, speeds, accelerations and a payload in; circles, stroke, leg
// length and motor out, the good ones on a trade-off picture, each a click from being the set.

import { signal } from '@preact/signals';
import { http } from '../../state/app';
import { fixed } from '../../i18n/format';
import type { Said } from '../../i18n/message';
import { t } from '../../i18n';
import { Told } from '../../panels/controls';
import { withSet } from '../draft';
import { cleanSlate, editor, said } from '../editor';
import { designAnswer, type Design } from './answers';
import { LongWork } from './long_work';
import { anyBad, AxisFields, Bad, NumberFields, numbersOf, Progress, RunButton, sixOf } from './parts';

const STEPS = 20;
const rows = signal({
  low: ['-100', '-100', '-100', '-12', '-12', '-12'],
  high: ['100', '100', '100', '12', '12', '12'],
  velocity: ['200', '200', '200', '20', '20', '20'],
  acceleration: ['2000', '2000', '2000', '100', '100', '100'],
});
type Row = keyof typeof rows.value;
const ROWS: readonly Row[] = ['low', 'high', 'velocity', 'acceleration'];
const one = signal({
  mass: '500',
  together_percent: '60',
  joint_angle: '45',
  dead_length: '250',
  largest_diameter: '2500',
  largest_height: '2000',
});
const UNITS = {
  mass: 'kg',
  together_percent: '%',
  joint_angle: '°',
  dead_length: 'mm',
  largest_diameter: 'mm',
  largest_height: 'mm',
};
const found = signal<Design[]>([]);
const verdict = signal<Said | null>(null);
const work = new LongWork();

function find(): Promise<void> {
  verdict.value = null;
  found.value = [];
  const requirement = {
    ...Object.fromEntries(ROWS.map((row) => [row, sixOf(rows.peek()[row])])),
    ...numbersOf(one.peek()),
  };
  let before: unknown[] = [];
  return work.run(async (step, abort) => {
    const answer = designAnswer(
      await http.verify('design', { requirement, step, steps: STEPS, found: before }, abort),
    );
    if ('error' in answer) return { problem: answer.error };
    if (abort.aborted) return { done: step, of: 0 };
    before = answer.raw;
    found.value = answer.designs;
    verdict.value = answer.verdict;
    return { done: answer.done ? STEPS : step + 1, of: STEPS };
  });
}

function take(design: Design): void {
  editor.edit({ ...withSet(cleanSlate(), design.set), project: design.name });
  said('loaded', design.name);
}

const WIDTH = 360;
const HEIGHT = 220;
/** Footprint across, power up, stroke as the size: nothing on it is better in all three than another. */
function TradeOff() {
  const designs = found.value;
  const range = (key: string): [number, number] => {
    const values = designs.map((design) => design.numbers[key] ?? NaN).filter(Number.isFinite);
    const [a, b] = [Math.min(...values), Math.max(...values)];
    return [a - 0.05 * (b - a || a || 1), b + 0.05 * (b - a || a || 1)];
  };
  const [x0, x1] = range('diameter');
  const [y0, y1] = range('power_W');
  const [s0, s1] = range('stroke');
  const x = (value: number) => 44 + ((value - x0) / (x1 - x0)) * (WIDTH - 56);
  const y = (value: number) => HEIGHT - 30 - ((value - y0) / (y1 - y0)) * (HEIGHT - 44);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      class="vdes-picture"
      role="group"
      aria-label={t('vdes.picture')}
      data-testid="vdes-picture"
    >
      <line x1="40" x2={WIDTH} y1={HEIGHT - 26} y2={HEIGHT - 26} class="axis" />
      <line x1="40" x2="40" y1="6" y2={HEIGHT - 26} class="axis" />
      <text x={WIDTH - 4} y={HEIGHT - 8} class="end">
        {t('vdes.diameter')} mm
      </text>
      <text x="44" y="14">
        {t('vdes.power')} W
      </text>
      {designs.map((design) => (
        <g
          key={design.name}
          role="button"
          tabIndex={0}
          onClick={() => take(design)}
          onKeyDown={(event) => event.key === 'Enter' && take(design)}
          aria-label={design.name}
        >
          <circle
            cx={x(design.numbers['diameter']!)}
            cy={y(design.numbers['power_W']!)}
            r={4 + (8 * (design.numbers['stroke']! - s0)) / (s1 - s0)}
            class="point"
          />
          <text x={x(design.numbers['diameter']!)} y={y(design.numbers['power_W']!) - 10} class="mid">
            {design.name.replace(/^design-/, '')}
          </text>
        </g>
      ))}
    </svg>
  );
}

export function DesignTab() {
  const bad = anyBad(one.value, ...ROWS.map((row) => rows.value[row]));
  return (
    <div class="scroll vstudy" tabIndex={0}>
      <div class="vstudy-side wide">
        <AxisFields of={rows} testid="vdes" />
        <NumberFields of={one} words="vdes" unit={UNITS} />
        <div class="vrow">
          <RunButton work={work} label={t('vdes.find')} testid="vdes" disabled={bad} start={find} />
          <Progress work={work} label={t('vdes.find')} />
        </div>
      </div>
      <div class="vstudy-main">
        <Bad said={work.problem.value} />
        {verdict.value && (
          <p class="verdict" data-testid="vdes-verdict">
            <Told said={verdict.value} />
          </p>
        )}
        {found.value.length > 0 && (
          <div class="vsize-both">
            <table class="data" data-testid="vdes-table">
              <thead>
                <tr>
                  <td />
                  <th scope="col" class="num">
                    {t('vdes.power')} <small>W</small>
                  </th>
                  <th scope="col" class="num">
                    {t('vdes.diameter')} <small>mm</small>
                  </th>
                  <th scope="col" class="num">
                    {t('item.stroke')} <small>mm</small>
                  </th>
                  <th scope="col" class="num">
                    {t('item.leg_length')} <small>mm</small>
                  </th>
                  <th scope="col" class="num">
                    {t('item.lead')} <small>mm</small>
                  </th>
                  <th scope="col">{t('vsize.motor')}</th>
                  <td />
                </tr>
              </thead>
              <tbody>
                {found.value.map((design) => (
                  <tr key={design.name} data-testid="vdes-row">
                    <th scope="row" lang="en">
                      {design.name}
                    </th>
                    {['power_W', 'diameter', 'stroke', 'leg_length', 'lead'].map((key) => (
                      <td key={key} class="num">
                        {fixed(design.numbers[key], 0)}
                      </td>
                    ))}
                    <td lang="en">{design.motor || '–'}</td>
                    <td>
                      <button onClick={() => take(design)} data-testid="vdes-take">
                        {t('vdes.take')}
                      </button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <TradeOff />
          </div>
        )}
      </div>
    </div>
  );
}
