import { signal } from '@preact/signals';
import { AXES } from '../api/messages';
import { http } from '../state/app';
import { fixed, axisUnit } from '../i18n/format';
import { t } from '../i18n';
import { modesAnswer, type Mode } from './answers';
import type { Or } from './json';
import { pose, set, usePose } from './editor';
import { Question } from './question';
import { Told } from '../panels/controls';

type Found = Or<{ modes: Mode[]; complex: number; lost: number }>;
const search = async (body: unknown, abort: AbortSignal): Promise<Found> =>
  modesAnswer(await http.verify('modes', body, abort));
const modes = new Question<Found>(search, 0);
const asked = signal(''); // the set they were searched for

function find(): void {
  const extensions = pose.state.peek().answer?.extensions;
  if (!set.peek() || !extensions) return;
  asked.value = JSON.stringify(set.peek());
  void modes.now({ set: set.peek(), extensions });
}

export function ModesTab() {
  const before = asked.value !== JSON.stringify(set.value);
  const { answer, busy, failed } = modes.state.value;
  const good = answer && !('error' in answer) ? answer : null;
  return (
    <div class="scroll pad">
      <div class="vrow">
        <button
          class="primary"
          disabled={busy || !pose.state.value.answer?.extensions}
          onClick={find}
          data-testid="v-modes-find"
        >
          {t('modes.find')}
        </button>
        {busy && <button onClick={() => modes.clear()}>{t('map.cancel')}</button>}
        <span class="note">{busy ? t('verify.busy') : t('modes.note')}</span>
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
      {good && !busy && before && (
        <p class="why" data-testid="v-modes-before">
          {t('modes.before')}
        </p>
      )}
      {good && !busy && (
        <div class={before ? 'grey' : ''}>
          <p>
            {good.modes.length === 0
              ? t('modes.none')
              : t('modes.count', { real: good.modes.length, complex: good.complex })}
            {good.lost > 0 && <span class="why"> {t('modes.lost', { count: good.lost })}</span>}
          </p>
          <table class="data vmodes" data-testid="v-modes">
            <thead>
              <tr>
                <th class="num">#</th>
                {AXES.map((axis, i) => (
                  <th key={axis} class="num">
                    {axis} <small>{axisUnit(i)}</small>
                  </th>
                ))}
                <th class="num">
                  {t('modes.residual')} <small>mm</small>
                </th>
                <td />
              </tr>
            </thead>
            <tbody>
              {good.modes.map((mode, i) => (
                <tr
                  key={i}
                  class={mode.operating ? 'chosen' : ''}
                  data-testid="v-mode"
                  data-operating={mode.operating}
                >
                  <th scope="row" class="num">
                    {i + 1}
                  </th>
                  {mode.pose.map((value, k) => (
                    <td key={k} class="num">
                      {fixed(value, 3)}
                    </td>
                  ))}
                  <td class="num">{mode.residual < 1e-9 ? '<1e-9' : mode.residual.toExponential(1)}</td>
                  <td>
                    {mode.operating ? (
                      t('modes.operating')
                    ) : (
                      <button class="plain" disabled={before} onClick={() => usePose(mode.pose)}>
                        {t('modes.show')}
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
