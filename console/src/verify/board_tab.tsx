// One way, no file in between: a board is read into the project, the project is compared with the board and
// written to it, and what the board then has is read back. The board is the same one as on the page
// "Calibrate".

import '../calibrate/words';
import { computed, effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { http, store } from '../state/app';
import { t } from '../i18n';
import { imported, type GroupOf } from '../calibrate/answers';
import { Address, Failure, ReadQuestion } from '../calibrate/link';
import { valueName, withUnit } from '../calibrate/names';
import {
  board,
  boardName,
  busy,
  groups,
  isOwn,
  ownBoard,
  prepare,
  remarked,
  start,
} from '../calibrate/session';
import { editsOf, framesOf, rowsOf, takeFile, type Row } from '../calibrate/sheet';
import { ConfirmPanel, ResultPanel } from '../calibrate/write_panel';
import { Told } from '../panels/controls';
import * as A from './answers';
import { projectOf, withSet } from './draft';
import { draft, editor, fail, pose, said, set } from './editor';
import { Question } from './question';

const MECHANICS = 1;
const mechanics = computed(() => groups.value.filter((group) => group.group === MECHANICS));

/** The project as a board would have it: group 1, to the last bit. */
const asBoard = new Question<GroupOf[]>(async (body, signal) => {
  const { set: mine, frames } = body as { set: unknown; frames: Record<string, string> };
  const text = A.savedText(await http.verify('csv/save', { set: mine }, signal));
  const answer = imported(
    await http.calibrate('import', { format: 'csv', name: 'project.csv', text, frames }, signal),
  );
  return answer.groups;
});

/** Where the board differs from the project; null while that is not known. */
const differing = computed<Row[] | null>(() => {
  const wanted = asBoard.state.value.answer;
  if (!wanted || mechanics.value.length === 0) return null;
  return mechanics.value.flatMap((group) => rowsOf(group, {}, wanted)).filter((row) => row.differs);
});

/** For the report: which board, and whether it has this project. */
export interface BoardState {
  words: string;
}
export function boardState(): BoardState | null {
  const rows = differing.peek();
  if (!rows) return null;
  const name = boardName.peek().trim() || board.peek();
  return {
    words:
      rows.length === 0
        ? t('vboard.same', { board: name })
        : t('vboard.differ', { board: name, count: rows.length }),
  };
}

/** The board's mechanics in the place of the project's; masses, torque and limits are none of its. */
async function takeBoard(): Promise<void> {
  try {
    const file = await http.calibrateFile({ format: 'csv', frames: framesOf(mechanics.peek()) });
    if (!(file instanceof Blob)) return;
    const answer = A.csvAnswer(await http.verify('csv', { text: await file.text() }));
    if (!answer.set) return;
    const height = draft.peek().items.height;
    const next = withSet(draft.peek(), answer.set);
    editor.edit({
      ...next,
      // A board does not know how high the machine stands.
      items: { ...next.items, height: answer.set['height'] ? next.items.height : height },
      project: draft.peek().project || projectOf(board.peek()),
    });
    said('board', board.peek());
  } catch (error) {
    fail(error);
  }
}

function writeBoard(): void {
  const wanted = asBoard.state.peek().answer;
  if (!wanted) return;
  void prepare(editsOf(mechanics.peek(), takeFile(mechanics.peek(), {}, wanted)));
}

/** Why the project may not go to a board; empty when it may. */
function obstacle(): string {
  if (!set.value) return t('verify.incomplete');
  const errors = pose.state.value.answer?.findings.filter((one) => one.kind === 'error').length ?? 0;
  if (errors > 0) return t('vboard.errors', { count: errors });
  const own = draft.value.legs.some((text) => !['', '0', draft.value.items.leg_length].includes(text.trim()));
  return own ? t('vboard.legs') : '';
}

function Comparison() {
  const rows = differing.value;
  const why = obstacle();
  if (!rows) return <p class="muted pad">{t('verify.busy')}</p>;
  return (
    <>
      <p
        class={`verdict ${rows.length === 0 ? 'good' : 'wait'}`}
        data-testid="vb-verdict"
        data-count={rows.length}
      >
        {rows.length === 0
          ? t('vboard.same', { board: board.value })
          : t('vboard.differ', { board: board.value, count: rows.length })}
      </p>
      <div class="vrow">
        <button
          disabled={rows.length === 0 || busy.value !== ''}
          title={t('vboard.take.hint')}
          onClick={() => void takeBoard()}
          data-testid="vb-take"
        >
          {t('vboard.take')}
        </button>
        <button
          class="primary"
          disabled={rows.length === 0 || busy.value !== '' || why !== ''}
          onClick={writeBoard}
          data-testid="vb-write"
        >
          {busy.value === 'write' ? t('cal.writing') : t('vboard.write')}
        </button>
        {why && rows.length > 0 && <span class="why">{why}</span>}
      </div>
      {rows.length > 0 && (
        <table class="data vb-rows" data-testid="vb-rows">
          <thead>
            <tr>
              <th scope="col">{t('cal.head.name')}</th>
              <th scope="col" class="num">
                {t('vboard.project')}
              </th>
              <th scope="col" class="num">
                {t('cal.head.board')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.field.key}-${row.place}`} data-testid="vb-row">
                <th scope="row">{valueName(row.field.key, row.place, row.field.count)}</th>
                <td class="num">
                  <b>{withUnit(row.file ?? '', row.field.units[row.place] ?? '')}</b>
                </td>
                <td class="num">{withUnit(row.board, row.field.units[row.place] ?? '')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

export function BoardTab() {
  useEffect(start, [ownBoard.value]);
  useEffect(
    () =>
      effect(() => {
        if (set.value && mechanics.value.length > 0 && store.live.value)
          asBoard.follow({ set: set.value, frames: framesOf(mechanics.value) });
      }),
    [],
  );
  const ready = mechanics.value.length > 0;
  return (
    <div class="scroll vb" tabIndex={0}>
      <div class="vb-link">
        <Address />
        <p class="note">{t('vboard.note')}</p>
      </div>
      <ReadQuestion />
      <Failure />
      {remarked.value.map((note) => (
        <p key={note.text} class="cal-failure wait" role="status">
          <Told said={note} />
        </p>
      ))}
      <ResultPanel />
      <ConfirmPanel />
      {ready ? (
        <Comparison />
      ) : (
        <p class="muted pad" data-testid="vb-none">
          {busy.value === 'read' ? t('cal.reading') : t('vboard.none')}
        </p>
      )}
      {ready && isOwn.value && <p class="note">{t('vboard.own')}</p>}
    </div>
  );
}
