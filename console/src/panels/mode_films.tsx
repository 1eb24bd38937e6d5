// Films: motion, and where there is one a video that keeps step with it. The motion leads: the video is set
// to the platform's path time, paused when that stands still.

import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { store } from '../state/app';
import { fixed } from '../i18n/format';
import { t } from '../i18n';
import { StartButton } from './controls';
import { FileCheck, FileVerdict } from './file_check';
import { offered } from './file_tools';
import { files, readFiles } from './mode_files';

const chosen = signal<number | null>(null);
const check = new FileCheck();
const TOLERANCE_S = 0.15;
const SLOWEST = 0.0625; // what browsers can play
const FASTEST = 16;

/** Over everything but the bar: Stop and E-STOP stay in sight and in reach. */
const large = signal(false);

function Video({ source, title }: { source: string; title: string }) {
  const video = useRef<HTMLVideoElement>(null);
  const now = store.shown.value;
  const playing = now?.state === 'running' && now.program === 'file';
  const time = now?.path_time_s ?? NaN;
  const rate = Math.min(FASTEST, Math.max(SLOWEST, (now?.override ?? 1) * (store.machine.value?.speed ?? 1)));
  useEffect(() => {
    const screen = video.current;
    if (!screen || !Number.isFinite(time)) return;
    if (screen.playbackRate !== rate) screen.playbackRate = rate;
    if (Math.abs(screen.currentTime - time) > TOLERANCE_S) screen.currentTime = time;
    if (playing && screen.paused) void screen.play().catch(() => undefined);
    if (!playing && !screen.paused) screen.pause();
  }, [time, playing, rate]);
  const below = large.value ? document.querySelector('.helm')!.getBoundingClientRect().bottom : 0;
  return (
    <div
      class="film-box"
      data-large={large.value}
      style={large.value ? `top:${below}px` : ''}
      data-testid="film"
    >
      <video
        ref={video}
        class="film"
        src={source}
        muted
        playsInline
        preload="auto"
        aria-label={`${title}: ${t('films.video')}`}
      />
      <button onClick={() => (large.value = !large.value)} data-testid="film-large">
        {t(large.value ? 'films.small' : 'films.large')}
      </button>
    </div>
  );
}

export function FilmsMode() {
  useEffect(() => void readFiles(), []);
  const films = files.value?.films ?? [];
  // What plays is shown, whoever has begun it: a host goes to the next film by itself (MV:next).
  const now = store.shown.value;
  const played = now?.state === 'running' ? films.find((one) => one.name === now.file)?.number : undefined;
  useEffect(() => {
    if (played !== undefined) chosen.value = played;
  }, [played]);
  const film = films.find((one) => one.number === chosen.value);
  useEffect(() => () => (check.answer.clear(), void (large.value = false)), []);
  useEffect(() => {
    if (film) check.look(film.name);
  }, [film?.name]);
  const percent = offered(check.preflight);
  return (
    <div>
      <ul class="list" aria-label={t('films.list')}>
        {films.map((one) => (
          <li key={one.number}>
            <button
              class="plain"
              aria-pressed={chosen.value === one.number}
              data-testid={`film-${one.number}`}
              onClick={() => (chosen.value = one.number)}
            >
              <b>
                {one.number} · <span lang="en">{one.title || one.name}</span>
              </b>
              {one.title && <small>{one.name}</small>}
            </button>
          </li>
        ))}
      </ul>
      {films.length === 0 && <p class="muted">{t('films.none')}</p>}
      {film &&
        (film.video ? (
          <Video key={film.video} source={film.video} title={film.title} />
        ) : (
          <p class="note">{t('films.no_video')}</p>
        ))}
      {film && (
        <div class="preview">
          <FileVerdict name={film.name} check={check} />
        </div>
      )}
      {film && percent > 0 && (
        <StartButton
          action="file"
          label={t('preview.use_scale', { percent: fixed(percent, 1) })}
          testid="start-film-scaled"
          order={() => ({ action: 'file', name: film.name, percent })}
        />
      )}
      <StartButton
        action="film"
        label={t('films.play')}
        ready={film !== undefined && check.passes}
        wrong={film ? check.wrong : t('films.choose')}
        order={() => (film ? { action: 'film', number: film.number } : null)}
      />
    </div>
  );
}
