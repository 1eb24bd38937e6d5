// A sine on one axis, and a table of poses: both as the legs see them.

import { computed, effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { AXES } from '../api/messages';
import { http } from '../state/app';
import { axisUnit, fixed } from '../i18n/format';
import { limitText } from '../i18n/sentences';
import { known, t } from '../i18n';
import { ErrorText } from '../panels/preview';
import {
  QUANTITIES,
  UNITS,
  roadmapAnswer,
  sineAnswer,
  type Lines,
  type Or,
  type Quantity,
  type RoadmapAnswer,
  type SineAnswer,
  type Unseen,
} from './answers';
import { download, draft, saveTable, set, shownPose } from './editor';
import { isBad, numberOf, plainName, type NumberSet } from './draft';
import { Field } from './fields';
import { LegsPlot, QuantityChoice } from './plot';
import { Question } from './question';
import { textOfFile } from './text_of';
import { Told } from '../panels/controls';

const NAMES = ['sway', 'surge', 'heave', 'pitch', 'roll', 'yaw'] as const;
const sine = new Question<Or<SineAnswer>>(
  async (body, signal) => sineAnswer(await http.verify('sine', body, signal)),
  200,
);
const road = new Question<Or<RoadmapAnswer>>(
  async (body, signal) => roadmapAnswer(await http.verify('roadmap', body, signal)),
  300,
);
const axis = signal(2);
const amplitude = signal('20');
const frequency = signal('0.5');
const quantity = signal<Quantity>('extension');
export const roadText = signal(
  't,x,y,z,rx,ry,rz\n0,0,0,0,0,0,0\n1,0,0,30,0,0,0\n2,0,0,30,6,0,0\n3,0,0,0,0,0,0\n',
);

/** Every line of every quantity, a row a moment. */
export function linesCsv(x: number[], first: string, lines: Lines): string {
  const names = QUANTITIES.filter((name) => lines[name].length > 0);
  const legs = lines.extension.length;
  const head = [
    first,
    ...Array.from({ length: legs }, (_, leg) => names.map((name) => `${name}${leg + 1}`)).flat(),
  ];
  const cell = (value: number | undefined) =>
    value !== undefined && Number.isFinite(value) ? String(value) : '';
  const rows = x.map((at, i) =>
    [
      cell(at),
      ...Array.from({ length: legs }, (_, leg) => names.map((name) => cell(lines[name][leg]![i]))).flat(),
    ].join(','),
  );
  return `${[head.join(','), ...rows].join('\n')}\n`;
}

/** A verdict is worth what was looked at. */
export function NotChecked({ list }: { list: readonly Unseen[] }) {
  if (list.length === 0) return null;
  const why = [...new Set(list.map((one) => one.why))];
  const text = why.map(
    (reason) =>
      `${list
        .filter((one) => one.why === reason)
        .map((one) => known('aspect', one.what))
        .join(', ')} (${known('gap', reason)})`,
  );
  return (
    <p class="note" data-testid="v-not-checked">
      {t('judge.not_checked', { list: text.join('; ') })}
    </p>
  );
}

function SineResult({ answer }: { answer: SineAnswer }) {
  return (
    <>
      <p
        class={`verdict ${answer.passes ? 'good' : 'bad'}`}
        data-testid="v-sine-verdict"
        data-passes={answer.passes}
      >
        {answer.passes
          ? t('vsine.passes')
          : !answer.limit
            ? '–'
            : Number.isFinite(answer.largestScale)
              ? t('vsine.fails', {
                  what: limitText(answer.limit),
                  percent: fixed(100 * answer.largestScale, 1),
                })
              : limitText(answer.limit)}
      </p>
      <NotChecked list={answer.notChecked} />
      {answer.passes && answer.playedScale < 1 && (
        <p class="note">{t('judge.played', { percent: fixed(100 * answer.playedScale, 1) })}</p>
      )}
      <table class="data vworst">
        <tbody>
          {answer.worst.map((one) => (
            <tr key={one.quantity}>
              <th scope="row">{known('worst', one.quantity)}</th>
              <td class="num">
                {fixed(one.value, 2)} <small>{one.unit}</small>
              </td>
              <td>{t('worst.at', { leg: one.leg, time: fixed(one.time, 3) })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

export function SineTab() {
  useEffect(
    () =>
      effect(() => {
        if (
          !set.value ||
          isBad(amplitude.value) ||
          isBad(frequency.value) ||
          !(numberOf(frequency.value)! > 0)
        )
          return;
        sine.follow({
          set: set.value,
          axis: NAMES[axis.value],
          amplitude: numberOf(amplitude.value),
          frequency: numberOf(frequency.value),
        });
      }),
    [],
  );
  const { answer, failed } = sine.state.value;
  const good = answer && !('error' in answer) ? answer : null;
  const unit = axisUnit(axis.value);
  return (
    <div class="vseries">
      <div class="vseries-side">
        <div class="vrow">
          <select
            aria-label={t('vsine.axis')}
            value={axis.value}
            onChange={(event) => (axis.value = Number(event.currentTarget.value))}
            data-testid="v-sine-axis"
          >
            {AXES.map((name, i) => (
              <option key={name} value={i}>
                {known('axis', String(i))} {name}
              </option>
            ))}
          </select>
          <label class="vsmall">
            <span>{t('vsine.amplitude')}</span>
            <Field
              label={t('vsine.amplitude')}
              text={amplitude.value}
              change={(text) => (amplitude.value = text)}
              testid="v-sine-amplitude"
            />
            <small>{unit}</small>
          </label>
          <label class="vsmall">
            <span>{t('vsine.frequency')}</span>
            <Field
              label={t('vsine.frequency')}
              text={frequency.value}
              change={(text) => (frequency.value = text)}
              testid="v-sine-frequency"
            />
            <small>Hz</small>
          </label>
        </div>
        {failed && (
          <p class="verdict bad">
            <Told said={failed} />
          </p>
        )}
        {answer && 'error' in answer && (
          <p class="verdict bad">
            <Told said={answer.error} />
          </p>
        )}
        {good && <SineResult answer={good} />}
      </div>
      {good && (
        <div class="vseries-main">
          <div class="tools">
            <QuantityChoice
              value={quantity.value}
              change={(name) => (quantity.value = name)}
              lines={good.lines}
            />
            <button
              data-testid="v-sine-csv"
              onClick={() =>
                void saveTable('csv', `sine_${NAMES[axis.peek()]}`, linesCsv(good.t, 't_s', good.lines))
              }
            >
              {t('vlegs.csv')}
            </button>
            <button
              data-testid="v-sine-xlsx"
              lang="en"
              onClick={() =>
                void saveTable('xlsx', `sine_${NAMES[axis.peek()]}`, linesCsv(good.t, 't_s', good.lines))
              }
            >
              XLSX
            </button>
          </div>
          <LegsPlot x={good.t} xUnit="s" lines={good.lines[quantity.value]} quantity={quantity.value} />
        </div>
      )}
    </div>
  );
}

const rowsOf = (answer: RoadmapAnswer): { x: number[]; timed: boolean } => {
  const timed = answer.t.some((time, i) => i > 0 && time > answer.t[i - 1]!);
  return { x: timed ? answer.t : answer.t.map((_, i) => i + 1), timed };
};
const roadAnswer = computed(() => {
  const { answer } = road.state.value;
  return answer && !('error' in answer) ? answer : null;
});

const legsName = (): string => `legs_${plainName(draft.peek().project)}`;

function addPose(): void {
  const at = shownPose.peek();
  if (!at) return;
  const last = roadAnswer.peek();
  const values = at.map((value) => String(+value.toFixed(4) + 0));
  const timed = last ? rowsOf(last).timed : true;
  const time = last && timed ? [String((last.t.at(-1) ?? 0) + 1)] : [];
  roadText.value = `${roadText.peek().replace(/\n*$/, '\n')}${[...time, ...values].join(',')}\n`;
}

/** The chosen quantity, a row a pose and a column a leg. */
function RoadTable({
  answer,
  quantity,
  timed,
}: {
  answer: RoadmapAnswer;
  quantity: Quantity;
  timed: boolean;
}) {
  const legs = answer.lines[quantity];
  return (
    <div class="scroll">
      <table class="data" data-testid="v-road-table">
        <thead>
          <tr>
            <th scope="col" class="num">
              {t('roadmap.row_axis')}
            </th>
            {timed && (
              <th scope="col" class="num">
                s
              </th>
            )}
            {legs.map((_, leg) => (
              <th key={leg} scope="col" class="num">
                {t('vlegs.leg')} {leg + 1} <small>{UNITS[quantity]}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.t.map((time, i) => (
            <tr
              key={i}
              class={answer.limits[i] ? 'broken' : ''}
              title={answer.limits[i] ? limitText(answer.limits[i]) : undefined}
            >
              <th scope="row" class="num">
                {i + 1}
              </th>
              {timed && <td class="num">{fixed(time, 3)}</td>}
              {legs.map((line, leg) => (
                <td key={leg} class="num">
                  {fixed(line[i] ?? NaN, 3)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function RoadmapTab() {
  useEffect(
    () =>
      effect(() => {
        if (set.value) road.follow({ set: set.value, text: roadText.value });
      }),
    [],
  );
  const { answer, failed } = road.state.value;
  const good = roadAnswer.value;
  const broken = good?.limits.flatMap((limit, i) => (limit ? [{ row: i + 1, limit }] : [])) ?? [];
  const empty =
    good?.empty.reduce(
      (sum, bits) => sum + [0, 1, 2, 3, 4, 5, 6].filter((bit) => bits & (1 << bit)).length,
      0,
    ) ?? 0;
  const { x, timed } = good ? rowsOf(good) : { x: [], timed: true };
  const shown: Quantity = quantity.value;
  return (
    <div class="vseries vroad">
      <div class="vseries-side">
        <div class="vrow">
          <label class="button">
            {t('roadmap.load')}
            <input
              type="file"
              accept=".csv,text/csv"
              class="hidden"
              data-testid="v-road-file"
              onChange={(event) => {
                const file = event.currentTarget.files?.[0];
                event.currentTarget.value = '';
                if (file) void textOfFile(file).then((text) => (roadText.value = text));
              }}
            />
          </label>
          <button
            disabled={!good}
            onClick={() => good && download(`roadmap_${plainName(draft.peek().project)}.csv`, good.text)}
          >
            {t('roadmap.save')}
          </button>
          <button
            disabled={!good}
            onClick={() => good && void saveTable('csv', legsName(), good.legsCsv)}
            data-testid="v-road-legs"
          >
            {t('roadmap.legs_csv')}
          </button>
          <button
            disabled={!good}
            lang="en"
            onClick={() => good && void saveTable('xlsx', legsName(), good.legsCsv)}
            data-testid="v-road-xlsx"
          >
            XLSX
          </button>
          <button disabled={!shownPose.value} onClick={addPose} data-testid="v-road-add">
            {t('roadmap.add')}
          </button>
        </div>
        <textarea
          aria-label={t('roadmap.text')}
          title={t('roadmap.text')}
          spellcheck={false}
          value={roadText.value}
          onInput={(event) => (roadText.value = event.currentTarget.value)}
          data-testid="v-road-text"
        />
      </div>
      <div class="vseries-main">
        <div class="tools">
          {good && (
            <QuantityChoice value={shown} change={(name) => (quantity.value = name)} lines={good.lines} />
          )}
          {good && (
            <span
              class={good.passes ? 'good-text' : 'bad'}
              data-testid="v-road-verdict"
              data-rows={good.t.length}
              data-broken={broken.length}
              data-passes={good.passes}
            >
              {t('roadmap.rows', { count: good.t.length })},{' '}
              {good.passes ? t('roadmap.good') : t('roadmap.bad', { count: Math.max(1, broken.length) })}
              {empty > 0 && <small> {t('roadmap.empty', { count: empty })}</small>}
            </span>
          )}
        </div>
        {failed && (
          <p class="verdict bad">
            <Told said={failed} />
          </p>
        )}
        {answer && 'error' in answer && <ErrorText error={answer.error} />}
        {good && <NotChecked list={good.notChecked} />}
        {broken.slice(0, 2).map(({ row, limit }) => (
          <p key={row} class="bad vline">
            {t('roadmap.row', { row, what: limitText(limit) })}
          </p>
        ))}
        {good && <LegsPlot x={x} xUnit={timed ? 's' : ''} lines={good.lines[shown]} quantity={shown} />}
        {good && <RoadTable answer={good} quantity={shown} timed={timed} />}
      </div>
    </div>
  );
}

/** The sine that is typed, as the program takes it. */
export const sineWords = () => ({
  axis: NAMES[axis.value],
  amplitude: numberOf(amplitude.value),
  frequency: numberOf(frequency.value),
});
/** For the report: the sine that is typed, judged and with its worst. */
export async function sineSection(of: NumberSet): Promise<preact.JSX.Element | null> {
  if (isBad(amplitude.peek()) || isBad(frequency.peek()) || !(numberOf(frequency.peek())! > 0)) return null;
  const answer = sineAnswer(await http.verify('sine', { set: of, ...sineWords() }));
  return (
    <section key="sine">
      <h2>
        {t('vrep.sine', {
          axis: known('axis', String(axis.peek())),
          amplitude: amplitude.peek(),
          unit: axisUnit(axis.peek()),
          frequency: frequency.peek(),
        })}
      </h2>
      {'error' in answer ? <ErrorText error={answer.error} /> : <SineResult answer={answer} />}
    </section>
  );
}
/** For the report: the roadmap's verdict. */
export async function roadSection(of: NumberSet): Promise<preact.JSX.Element | null> {
  const answer = roadmapAnswer(await http.verify('roadmap', { set: of, text: roadText.peek() }));
  if ('error' in answer) return <ErrorText key="road" error={answer.error} />;
  return (
    <section key="road">
      <h2>{t('vrep.road', { count: answer.t.length })}</h2>
      <p class={`verdict ${answer.passes ? 'good' : 'bad'}`}>
        {answer.passes
          ? t('roadmap.good')
          : t('roadmap.bad', { count: Math.max(1, answer.limits.filter(Boolean).length) })}
      </p>
      {answer.limits.flatMap((limit, i) =>
        limit
          ? [
              <p key={i} class="bad">
                {t('roadmap.row', { row: i + 1, what: limitText(limit) })}
              </p>,
            ]
          : [],
      )}
      <NotChecked list={answer.notChecked} />
    </section>
  );
}
