// The motions: one at a time, with its parameters.

import { signal } from '@preact/signals';
import { t, type Key } from '../i18n';
import { store } from '../state/app';
import { Section, Tabs } from './controls';
import { FilesMode } from './mode_files';
import { FilmsMode } from './mode_films';
import { FormulaMode } from './mode_formula';
import { JogMode } from './mode_jog';
import { OutputsMode } from './mode_outputs';
import { PathMode } from './mode_path';
import { HandMode } from './mode_hand';
import { SineMode } from './mode_sine';
import { Progress } from './progress';

const MODES = ['hand', 'sine', 'path', 'formula', 'files', 'films', 'jog', 'outputs'] as const;
type Mode = (typeof MODES)[number];
const PANELS: Record<Mode, () => preact.JSX.Element> = {
  hand: HandMode,
  sine: SineMode,
  path: PathMode,
  formula: FormulaMode,
  files: FilesMode,
  films: FilmsMode,
  jog: JogMode,
  outputs: OutputsMode,
};

export const mode = signal<Mode>('hand');

export function Modes() {
  const Panel = PANELS[mode.value];
  return (
    <Section title={t('modes.title')} help="motions">
      <Tabs
        label={t('modes.title')}
        names={MODES}
        chosen={mode.value}
        choose={(name) => (mode.value = name)}
        words={(name) => t(`mode.${name}` as Key & `mode.${Mode}`)}
        testid={(name) => `mode-${name}`}
        of="chips"
        each={() => 'chip'}
      />
      <div class={`mode ${store.live.value ? '' : 'grey'}`} role="tabpanel">
        <Progress />
        <Panel />
      </div>
    </Section>
  );
}
