// "?" beside a panel's title, and a short tour of the page: a card beside one thing after the other. It only
// shows; nothing is pressed or moved by it.

import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import { goTo, page } from '../state/page';
import { HELP, type HelpPlace } from './help_places';

export function HelpLink({ of, title }: { of: HelpPlace; title: string }) {
  const words = t('help.of', { what: title });
  return (
    <a class="help" href={`help/${HELP[of]}`} target="_blank" rel="noopener" aria-label={words} title={words}>
      ?
    </a>
  );
}

/** What is shown, and where on the page. */
const STEPS = [
  { words: 'state', at: '[data-testid=state]' },
  { words: 'stop', at: '[data-testid=estop]' },
  { words: 'step', at: '.next' },
  { words: 'hand', at: '[data-testid=mode-hand]' },
  { words: 'picture', at: '[data-testid=scene]' },
  { words: 'plots', at: '[data-testid=tab-plots]' },
] as const;
const step = signal<number | null>(null);

export function startTour(): void {
  if (page.peek() !== 'operate') goTo('operate');
  step.value = 0;
}

/** Beside the thing, inside the window. */
function placeBy(selector: string): { top: number; left: number; box: DOMRect | null } {
  const box = document.querySelector(selector)?.getBoundingClientRect() ?? null;
  if (!box) return { top: 80, left: 16, box };
  const below = box.bottom + 170 < innerHeight;
  const top = below ? box.bottom + 10 : Math.max(10, box.top - 170);
  return { top, left: Math.max(10, Math.min(box.left, innerWidth - 330)), box };
}

export function Tour() {
  const at = step.value;
  const [, again] = useState(0);
  useEffect(() => {
    if (at === null) return undefined;
    document.querySelector(STEPS[at]!.at)?.scrollIntoView({ block: 'nearest' });
    // The page may have come only now, or moved.
    const timer = setInterval(() => again((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, [at]);
  if (at === null) return null;
  const { top, left, box } = placeBy(STEPS[at]!.at);
  const last = at === STEPS.length - 1;
  return (
    <>
      {box && (
        <div
          class="tour-ring"
          aria-hidden="true"
          style={`top:${box.top - 4}px;left:${box.left - 4}px;width:${box.width + 8}px;height:${box.height + 8}px`}
        />
      )}
      <section
        class="tour"
        style={`top:${top}px;left:${left}px`}
        aria-label={t('tour.title')}
        aria-live="polite"
        data-testid="tour"
        data-step={STEPS[at]!.words}
      >
        <h2>
          {t(`tour.${STEPS[at]!.words}.title`)}
          <small>
            {at + 1}/{STEPS.length}
          </small>
        </h2>
        <p>{t(`tour.${STEPS[at]!.words}`)}</p>
        <div class="row">
          <button onClick={() => (step.value = null)} data-testid="tour-end">
            {t('tour.end')}
          </button>
          {!last && (
            <button class="primary" onClick={() => (step.value = at + 1)} data-testid="tour-next">
              {t('tour.next')}
            </button>
          )}
        </div>
      </section>
    </>
  );
}

export function TourButton() {
  return (
    <button class="plain tour-button" onClick={startTour} data-testid="tour-start">
      {t('tour.start')}
    </button>
  );
}

/** In the line of pages: all of docs/. */
export function HelpAll() {
  return (
    <a
      class="help"
      href="help/console.html"
      target="_blank"
      rel="noopener"
      aria-label={t('help.all')}
      title={t('help.all')}
      data-testid="help"
    >
      ?
    </a>
  );
}
