// What runs now: how far it is, and how fast it may go.

import { useState } from 'preact/hooks';
import { commands, store } from '../state/app';
import { fixed } from '../i18n/format';
import { known, t } from '../i18n';
import { useVerdict } from './controls';

const TIMED = new Set(['path', 'timed_path', 'formula', 'file', 'point_to_point']);
const SCALED = new Set(['path', 'timed_path', 'formula', 'file', 'sine']);

export function Progress() {
  const now = store.shown.value;
  const { allowed } = useVerdict('override');
  const [wanted, setWanted] = useState<number | null>(null);
  if (!now || !['running', 'holding', 'stopping'].includes(now.state)) return null;
  const timed = TIMED.has(now.program);
  const percent = wanted ?? Math.round(now.override * 100);
  if (!timed && !SCALED.has(now.program)) return null;
  return (
    <div class="progress" data-testid="progress">
      {timed && (
        <label>
          <span>{known('program', now.program)}</span>
          <progress max={1} value={now.progress} aria-label={t('files.progress')} />
          <output>
            {fixed(now.progress * 100, 0)} %{Number.isFinite(now.path_time) ? ` · ${fixed(now.path_time, 1)} s` : ''}
          </output>
        </label>
      )}
      {SCALED.has(now.program) && (
        <label>
          <span>{t('override.title')}</span>
          <input
            type="range"
            min={10}
            max={100}
            step={5}
            value={percent}
            disabled={!allowed}
            data-testid="override"
            onInput={(event) => setWanted(Number(event.currentTarget.value))}
            onChange={(event) => {
              void commands.send({ action: 'override', percent: Number(event.currentTarget.value) }).then(() => setWanted(null));
            }}
          />
          <output>{percent} %</output>
        </label>
      )}
    </div>
  );
}
