// The page "Cueing": how the vehicle's motion becomes the platform's is tuned while it runs, with what comes
// of it beside. E-STOP and Stop are in the bar above, as on every page.

import { useEffect } from 'preact/hooks';
import { t } from '../i18n';
import { EffectsPanel } from './effects_panel';
import { InputPanel } from './input_panel';
import { work } from './live';
import { ResponsePanel } from './response_panel';
import { TracePlots } from './trace_plots';
import { TravelPanel } from './travel_panel';
import { TuningPanel } from './tuning_panel';

export function CueingPage() {
  useEffect(work, []);
  return (
    <>
      <section class="left" aria-label={t('cue.numbers')}>
        <TuningPanel />
      </section>
      <div class="centre cue-centre">
        <TracePlots />
      </div>
      <div class="right">
        <InputPanel />
        <ResponsePanel />
        <TravelPanel />
        <EffectsPanel />
      </div>
    </>
  );
}
