// How fast the running motion may go; how far it is stands in the bar.

import { useState } from 'preact/hooks';
import { commands, store } from '../state/app';
import { t } from '../i18n';
import { useVerdict } from './controls';

const SCALED = new Set(['path', 'timed_path', 'formula', 'file', 'sine']);

export function Progress() {
  const now = store.shown.value;
  const { allowed } = useVerdict('override');
  const [wanted, setWanted] = useState<number | null>(null);
  if (!now || !['running', 'holding', 'stopping'].includes(now.state) || !SCALED.has(now.program))
    return null;
  const percent = wanted ?? Math.round(now.override * 100);
  return (
    <label class="progress" data-testid="progress">
      <span>{t('override.title')}</span>
      <b>{percent} %</b>
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
          const order = { action: 'override' as const, percent: Number(event.currentTarget.value) };
          void commands.send(order).then(() => setWanted(null));
        }}
      />
    </label>
  );
}
