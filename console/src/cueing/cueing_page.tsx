// The page "Cueing": how the vehicle's motion becomes the platform's is tuned while it runs, with what comes
// of it beside. E-STOP and Stop are in the bar above, as on every page.

import { useEffect } from 'preact/hooks';
import { t } from '../i18n';
import { CompareView } from './compare_view';
import { EffectsPanel } from './effects_panel';
import { InputPanel } from './input_panel';
import { KeptPanel } from './kept_panel';
import { work } from './live';
import { ResponsePanel } from './response_panel';
import { TracePlots, TraceTools } from './trace_plots';
import { TryPanel } from './try_panel';
import { comparing } from './tried';
import { TravelPanel } from './travel_panel';
import { TuningPanel } from './tuning_panel';

export function CueingPage() {
  useEffect(work, []);
  return (
    <>
      <section class="left" aria-label={t('cue.numbers')}>
        <TuningPanel />
        <KeptPanel />
      </section>
      <div class="centre cue-centre">
        <div class="tools cue-tools">
          <div class="segmented" role="group" aria-label={t('cue.view')}>
            {[false, true].map((compare) => (
              <button
                key={String(compare)}
                aria-pressed={comparing.value === compare}
                onClick={() => (comparing.value = compare)}
                data-testid={compare ? 'cue-view-compare' : 'cue-view-live'}
              >
                {compare ? t('cue.view.compare') : t('cue.view.live')}
              </button>
            ))}
          </div>
          {!comparing.value && <TraceTools />}
        </div>
        {comparing.value ? <CompareView /> : <TracePlots />}
      </div>
      <div class="right">
        <TryPanel />
        <InputPanel />
        <ResponsePanel />
        <TravelPanel />
        <EffectsPanel />
      </div>
    </>
  );
}
