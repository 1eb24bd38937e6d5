import { prefs, store } from '../state/app';
import { tab, TABS, type Tab } from '../state/view';
import { t } from '../i18n';
import { Tabs } from './controls';
import { HelpLink } from './help';
import { EventsTab } from './tab_events';
import { HostsTab } from './tab_hosts';
import { LoopTab } from './tab_loop';
import { PacketsTab } from './tab_packets';
import { PlotsTab } from './tab_plots';
import { SimulatorTab } from './tab_simulator';

const PANELS: Record<Tab, () => preact.JSX.Element> = {
  plots: PlotsTab,
  events: EventsTab,
  packets: PacketsTab,
  hosts: HostsTab,
  loop: LoopTab,
  simulator: SimulatorTab,
};
const SIZES = ['small', 'normal', 'large'] as const;

export function Bottom() {
  const Panel = PANELS[tab.value];
  const simulates = (store.machine.value?.injections.length ?? 0) > 0;
  const faults = store.events.value.filter((event) => event.level === 'error' && !event.past).length;
  const size = SIZES.indexOf(prefs.bottom.value);
  return (
    <section class="bottom" aria-label={t('bottom.title')}>
      <div class="tabs">
        <Tabs
          label={t('bottom.title')}
          names={TABS.filter((name) => name !== 'simulator' || simulates)}
          chosen={tab.value}
          choose={(name) => (tab.value = name)}
          testid={(name) => `tab-${name}`}
          each={(name) => (name === 'simulator' ? 'sim' : '')}
          words={(name) => (
            <>
              {t(`tab.${name}`)}
              {name === 'events' && faults > 0 && <span class="count">{faults}</span>}
            </>
          )}
        />
        <span class="grow" />
        <HelpLink of={tab.value === 'events' ? 'faults' : 'details'} title={t(`tab.${tab.value}`)} />
        <div role="group" aria-label={t('bottom.size')} class="sizes">
          <button
            class="plain"
            disabled={size <= 0}
            aria-label={t('bottom.smaller')}
            title={t('bottom.smaller')}
            data-testid="bottom-smaller"
            onClick={() => (prefs.bottom.value = SIZES[size - 1]!)}
          >
            ▾
          </button>
          <button
            class="plain"
            disabled={size >= SIZES.length - 1}
            aria-label={t('bottom.larger')}
            title={t('bottom.larger')}
            data-testid="bottom-larger"
            onClick={() => (prefs.bottom.value = SIZES[size + 1]!)}
          >
            ▴
          </button>
        </div>
      </div>
      <div
        class={`tab ${store.live.value || tab.value === 'events' ? '' : 'grey'}`}
        role="tabpanel"
        data-tab={tab.value}
      >
        <Panel />
      </div>
    </section>
  );
}
