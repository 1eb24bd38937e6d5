// How often the page does what costs. A computer without graphics draws every pixel by its processor, perhaps the one
// that moves the platform: there numbers, plots and picture change less often. What changes the situation is told and
// shown at once everywhere, and whether the screen is true is looked at as often.

import { computed, signal } from '@preact/signals';

/** This computer draws by its processor, or not at all. */
export const sparing = signal(false);

const QUICK = { telemetryHz: 60, numbersMs: 80, plotsMs: 120, spectrumMs: 500, pictureMs: 0 };
const SPARING: typeof QUICK = {
  telemetryHz: 20,
  numbersMs: 320,
  plotsMs: 930, // with every third change of the numbers,
  spectrumMs: 1000,
  pictureMs: 310, // a little less than the numbers: both change in one frame
};
export const pace = computed(() => (sparing.value ? SPARING : QUICK));
