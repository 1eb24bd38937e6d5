// A table of poses, as the legs see it.

import { computed, effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { http } from '../state/app';
import { fixed } from '../i18n/format';
import { limitText } from '../i18n/sentences';
import { t } from '../i18n';
import { ErrorText } from '../panels/preview';
import { UNITS, roadmapAnswer, type Quantity, type RoadmapAnswer } from './series_answers';
import { download, draft, saveTable, set, shownPose } from './editor';
import { plainName, type NumberSet } from './draft';
import type { Or } from './json';
import { LegsPlot, QuantityChoice } from './plot';
import { Question } from './question';
import type { Section } from './report';
import { NotChecked, quantity } from './series';
import { textOfFile } from './text_of';
import { Told } from '../panels/controls';

const road = new Question<Or<RoadmapAnswer>>(
  async (body, signal) => roadmapAnswer(await http.verify('roadmap', body, signal)),
  300,
);
const MOST_IN_REPORT = 8; // broken rows
export const roadText = signal(
  't,x,y,z,rx,ry,rz\n0,0,0,0,0,0,0\n1,0,0,30,0,0,0\n2,0,0,30,6,0,0\n3,0,0,0,0,0,0\n',
);

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

/** For the report: the roadmap's verdict. */
export async function roadSection(of: NumberSet): Promise<Section> {
  const answer = roadmapAnswer(await http.verify('roadmap', { set: of, text: roadText.peek() }));
  if ('error' in answer)
    return { name: t('vtab.roadmap'), passes: false, body: <ErrorText error={answer.error} /> };
  const broken = answer.limits.flatMap((limit, i) => (limit ? [{ limit, row: i + 1 }] : []));
  return {
    name: t('vrep.road', { count: answer.t.length }),
    passes: answer.passes,
    body: (
      <>
        <p class={`verdict ${answer.passes ? 'good' : 'bad'}`}>
          {answer.passes ? t('roadmap.good') : t('roadmap.bad', { count: Math.max(1, broken.length) })}
        </p>
        {broken.slice(0, MOST_IN_REPORT).map(({ limit, row }) => (
          <p key={row} class="bad">
            {t('roadmap.row', { row, what: limitText(limit) })}
          </p>
        ))}
        <NotChecked list={answer.notChecked} />
      </>
    ),
  };
}
