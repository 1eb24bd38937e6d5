// The page "Verify": a set of parameters is edited and computed by the program. It has no way to the
// platform: nothing here sends an order. E-STOP and Stop are in the bar above, as on every page.

import './words';
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { prefs } from '../state/app';
import { t } from '../i18n';
import { Tabs } from '../panels/controls';
import { editor, outdated, pose, work } from './editor';
import { BoardTab } from './board_tab';
import { IdentifyTab } from './identify_tab';
import { LegsTab, saveLegs } from './legs_tab';
import { MapTab } from './map_tab';
import { ModesTab } from './modes_tab';
import { CheckList, PosePanel, remarksCount } from './pose_panel';
import { keepProjects, readProjects } from './projects';
import { ReachTab } from './reach_tab';
import { ReportTab } from './report_tab';
import { RoadmapTab } from './road_tab';
import { SineTab } from './sine_tab';
import { SetPanel } from './set_panel';
import { DesignTab } from './study/design_tab';
import { SizingTab } from './study/sizing_tab';
import { SpaceTab } from './study/space_tab';
import { StiffnessTab } from './study/stiffness_tab';
import { Plan, View3d } from './views';
import { HelpLink } from '../panels/help';

const TABS = [
  'legs',
  'checks',
  'reach',
  'map',
  'sine',
  'roadmap',
  'modes',
  'sizing',
  'space',
  'stiffness',
  'design',
  'identify',
  'board',
  'report',
] as const;
type Tab = (typeof TABS)[number];
function ChecksTab() {
  return (
    <div class="scroll vpad" tabIndex={0}>
      <CheckList />
    </div>
  );
}
const PANELS: Record<Tab, () => preact.JSX.Element> = {
  legs: LegsTab,
  checks: ChecksTab,
  reach: ReachTab,
  map: MapTab,
  sine: SineTab,
  roadmap: RoadmapTab,
  modes: ModesTab,
  sizing: SizingTab,
  space: SpaceTab,
  stiffness: StiffnessTab,
  design: DesignTab,
  identify: IdentifyTab,
  board: BoardTab,
  report: ReportTab,
};
const tab = signal<Tab>('legs');
const SIZES = ['small', 'normal', 'large'] as const;

/** Undo and redo everywhere on the page but where a text of its own is edited. */
function keys(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target instanceof HTMLTextAreaElement)
    return;
  const key = event.key.toLowerCase();
  if (key === 'z' && !event.shiftKey) editor.undo();
  else if (key === 'y' || (key === 'z' && event.shiftKey)) editor.redo();
  else return;
  event.preventDefault();
}

function Results() {
  const Panel = PANELS[tab.value];
  const remarks = remarksCount();
  const size = SIZES.indexOf(prefs.bottom.value);
  const broken = pose.state.value.answer?.inverse?.limits.length ?? 0;
  return (
    <section class="bottom vbottom" aria-label={t('bottom.title')}>
      <div class="tabs">
        <Tabs
          label={t('bottom.title')}
          names={TABS}
          chosen={tab.value}
          choose={(name) => (tab.value = name)}
          testid={(name) => `v-tab-${name}`}
          words={(name) => (
            <>
              {t(`vtab.${name}`)}
              {name === 'legs' && broken > 0 && <span class="count">{broken}</span>}
              {name === 'checks' && remarks > 0 && <span class="count">{remarks}</span>}
            </>
          )}
        />
        <span class="grow" />
        {tab.value === 'legs' && (
          <>
            <button class="vsave" data-testid="v-legs-csv" onClick={() => saveLegs('csv')}>
              {t('vlegs.csv')}
            </button>
            <button class="vsave" data-testid="v-legs-xlsx" lang="en" onClick={() => saveLegs('xlsx')}>
              XLSX
            </button>
          </>
        )}
        <span class="vstill">{t('verify.still')}</span>
        <HelpLink of="verify" title={t('verify.still')} />
        <div role="group" aria-label={t('bottom.size')} class="sizes">
          <button
            class="plain"
            disabled={size <= 0}
            aria-label={t('bottom.smaller')}
            title={t('bottom.smaller')}
            onClick={() => (prefs.bottom.value = SIZES[size - 1]!)}
          >
            ▾
          </button>
          <button
            class="plain"
            disabled={size >= SIZES.length - 1}
            aria-label={t('bottom.larger')}
            title={t('bottom.larger')}
            data-testid="v-larger"
            onClick={() => (prefs.bottom.value = SIZES[size + 1]!)}
          >
            ▴
          </button>
        </div>
      </div>
      <div class={`tab ${outdated.value ? 'grey' : ''}`} role="tabpanel" data-tab={tab.value}>
        <Panel />
      </div>
    </section>
  );
}

export function VerifyPage() {
  useEffect(() => {
    const undo = work();
    const end = keepProjects();
    void readProjects();
    document.addEventListener('keydown', keys);
    return () => {
      undo();
      end();
      document.removeEventListener('keydown', keys);
    };
  }, []);
  return (
    <>
      <section class="left" aria-label={t('verify.set')}>
        <SetPanel />
      </section>
      <div class={`centre vcentre ${outdated.value ? 'grey' : ''}`} data-outdated={outdated.value}>
        <View3d />
        <Plan />
      </div>
      <div class="right">
        <PosePanel />
      </div>
      <Results />
    </>
  );
}
