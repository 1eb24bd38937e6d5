// What a motion would do, before it does it: passes or not, where it would break a limit, and its shape.

import { useEffect } from 'preact/hooks';
import { AXES, type InputError, type Preflight, type PreviewRequest } from '../api/messages';
import { http, store } from '../state/app';
import { PreviewCheck } from '../state/preview_check';
import { fixed } from '../i18n/format';
import { axisName, violationText } from '../i18n/sentences';
import { isForeign, told } from '../i18n/message';
import { t } from '../i18n';
import { English } from './controls';

export interface PreviewState {
  check: PreviewCheck;
  request: () => PreviewRequest;
}
export const previewOf = (request: () => PreviewRequest): PreviewState => ({
  check: new PreviewCheck(),
  request,
});

/** Whether it may start as it is typed, and why not: only what was found to pass is offered. */
export function judged(state: PreviewState): { passes: boolean; wrong: string; scale: number } {
  const result = state.check.result.value;
  if (result.is === 'checked') {
    const { passes, largest_scale } = result.preflight;
    const scale = passes ? 1 : Math.floor(100 * largest_scale) / 100;
    return { passes, wrong: passes ? '' : t('preview.not'), scale };
  }
  return { passes: false, wrong: result.is === 'busy' ? t('preview.wait') : '', scale: 0 };
}

export const COLOURS = ['var(--c1)', 'var(--c2)', 'var(--c3)', 'var(--c4)', 'var(--c5)', 'var(--c6)'];

/** Six lines over time: translations and rotations each to their own scale. */
export function Shape({ preflight }: { preflight: Preflight }) {
  const { t: times, pose } = preflight;
  if (times.length < 2) return null;
  const [width, height] = [280, 84];
  const end = times[times.length - 1]! || 1;
  const largest = (axes: number[]) =>
    Math.max(1e-9, ...pose.map((p) => Math.max(...axes.map((a) => Math.abs(p[a] ?? 0)))));
  const scale = [largest([0, 1, 2]), largest([3, 4, 5])];
  const used = AXES.map((_, a) => pose.some((p) => Math.abs(p[a] ?? 0) > 1e-6));
  const line = (a: number) =>
    times
      .map(
        (time, i) =>
          `${((time / end) * width).toFixed(1)},${(height / 2 - ((pose[i]?.[a] ?? 0) / scale[a < 3 ? 0 : 1]!) * (height / 2 - 4)).toFixed(1)}`,
      )
      .join(' ');
  const stop = preflight.violation;
  return (
    <figure class="shape">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t('preview.title')}
        preserveAspectRatio="none"
      >
        <line x1={0} x2={width} y1={height / 2} y2={height / 2} class="zero" />
        {AXES.map(
          (name, a) =>
            used[a] && (
              <polyline
                key={name}
                points={line(a)}
                style={`stroke:${COLOURS[a]}`}
                class={a < 3 ? '' : 'dash'}
              />
            ),
        )}
        {stop && (
          <line
            x1={(stop.time_s / end) * width}
            x2={(stop.time_s / end) * width}
            y1={0}
            y2={height}
            class="violation"
          />
        )}
      </svg>
      <figcaption>
        {AXES.map(
          (name, a) =>
            used[a] && (
              <span key={name}>
                <i style={`background:${COLOURS[a]}`} />
                {name}
              </span>
            ),
        )}
        <span>{fixed(end, 1)} s</span>
      </figcaption>
    </figure>
  );
}

export function errorPlace(error: InputError): string {
  const parts = [
    error.axis !== null ? axisName(error.axis - 1) : '',
    error.line !== null && error.line > 0 ? t('preview.line', { line: error.line }) : '',
    error.column !== null && error.column > 0 ? t('preview.column', { column: error.column }) : '',
  ];
  return parts.filter(Boolean).join(', ');
}

export function ErrorText({ error }: { error: InputError }) {
  const words = told(error);
  const foreign = isForeign(error);
  const place = errorPlace(error);
  return (
    <p
      class="verdict bad"
      data-testid="preview-error"
      data-axis={error.axis ?? ''}
      data-column={error.column ?? ''}
      data-line={error.line ?? ''}
    >
      {t('preview.error', { what: [place, foreign ? '' : words].filter(Boolean).join(': ') })}
      {foreign && <English>{words}</English>}
    </p>
  );
}

export function PreflightText({ preflight }: { preflight: Preflight }) {
  const { violation } = preflight;
  return (
    <div data-testid="preflight" data-passes={preflight.passes}>
      <p class={`verdict ${preflight.passes ? 'good' : 'bad'}`}>
        {preflight.passes
          ? Number.isFinite(preflight.duration_s)
            ? t('preview.passes', { duration: fixed(preflight.duration_s, 1) })
            : t('preview.passes.endless')
          : t('preview.fails', {
              time: fixed(violation?.time_s, 2),
              what: violation ? violationText(violation) : '',
            })}
      </p>
      {!preflight.passes && preflight.largest_scale > 0 && (
        <p class="note">
          {t('preview.scale', { percent: fixed(Math.floor(preflight.largest_scale * 100), 0) })}
        </p>
      )}
    </div>
  );
}

export function Preview({ state, ready }: { state: PreviewState; ready: boolean }) {
  const live = store.live.value;
  const request = state.request();
  const key = JSON.stringify(request);
  useEffect(() => {
    // A line that was gone for a moment is no reason to have the same thing worked out again.
    if (!ready) state.check.clear();
    else if (live) state.check.ask(key, (signal) => http.preview(request, signal));
  }, [key, ready, live]);
  useEffect(() => () => state.check.forget(), []);
  const result = state.check.result.value;
  const shape = result.is === 'checked' ? result.preflight : result.is === 'busy' ? result.before : null;
  return (
    <div class="preview" aria-live="polite">
      {result.is === 'busy' && <p class="note">{t('preview.checking')}</p>}
      {result.is === 'wrong' && <ErrorText error={result.error} />}
      {result.is === 'failed' && (
        <p class="verdict bad">{t('preview.failed', { reason: told(result.reason) })}</p>
      )}
      {result.is === 'checked' && <PreflightText preflight={result.preflight} />}
      {shape && <Shape preflight={shape} />}
    </div>
  );
}
