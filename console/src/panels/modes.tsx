// The motions: one at a time, with its parameters.

import { signal } from '@preact/signals';
import { t, type Key } from '../i18n';
import { store } from '../state/app';
import { Section } from './controls';
import { FilesMode } from './mode_files';
import { FilmsMode } from './mode_films';
import { FormulaMode } from './mode_formula';
import { JogMode } from './mode_jog';
import { OutputsMode } from './mode_outputs';
import { PathMode } from './mode_path';
import { GoMode } from './mode_go';
import { PoseMode } from './mode_pose';
import { SineMode } from './mode_sine';
import { Progress } from './progress';

const MODES = ['pose', 'go', 'sine', 'path', 'formula', 'files', 'films', 'jog', 'outputs'] as const;
type Mode = (typeof MODES)[number];
const PANELS: Record<Mode, () => preact.JSX.Element> = {
  pose: PoseMode, go: GoMode, sine: SineMode, path: PathMode, formula: FormulaMode, files: FilesMode, films: FilmsMode,
  jog: JogMode, outputs: OutputsMode,
};

export const mode = signal<Mode>('pose');

export function Modes() {
  const Panel = PANELS[mode.value];
  return (
    <Section title={t('modes.title')}>
      <div class="chips" role="tablist" aria-label={t('modes.title')}>
        {MODES.map((name) => (
          <button
            key={name}
            role="tab"
            aria-selected={mode.value === name}
            class="chip"
            data-testid={`mode-${name}`}
            onClick={() => (mode.value = name)}
          >
            {t(`mode.${name}` as Key & `mode.${Mode}`)}
          </button>
        ))}
      </div>
      <div class={`mode ${store.live.value ? '' : 'grey'}`} role="tabpanel">
        <Progress />
        <Panel />
      </div>
    </Section>
  );
}
