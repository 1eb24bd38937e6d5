// Cueing without a host: a manoeuvre is chosen and played into the platform; two tunings are compared on it,
// worked out beforehand or felt, by going over from one to the other while it plays.

import type { Manoeuvre } from '../api/messages';
import { commands, store } from '../state/app';
import { fixed } from '../i18n/format';
import { hasWords, known, t } from '../i18n';
import { Section, StartButton, Told, useVerdict } from '../panels/controls';
import {
  compare,
  compared,
  deleteManoeuvre,
  failed,
  inForce,
  manoeuvre,
  manoeuvres,
  order,
  places,
  repeat,
  tunings,
  uploadManoeuvre,
} from './tried';
import { NOW } from './tried_answers';

const stem = (name: string): string => name.replace(/\.csv$/, '');
export const manoeuvreName = (name: string): string =>
  hasWords('manoeuvre', stem(name)) ? known('manoeuvre', stem(name)) : name;

function Choice() {
  const chosen = manoeuvres.value.find((one) => one.name === manoeuvre.value);
  return (
    <>
      <div class="row">
        <select
          aria-label={t('try.manoeuvre')}
          value={manoeuvre.value}
          onChange={(event) => (manoeuvre.value = event.currentTarget.value)}
          data-testid="try-manoeuvre"
        >
          {manoeuvres.value.map((one) => (
            <option key={one.name} value={one.name} lang={one.uploaded ? 'en' : undefined}>
              {manoeuvreName(one.name)}
            </option>
          ))}
        </select>
        <label class="button" title={t('try.upload.hint')}>
          {t('files.upload')}
          <input
            type="file"
            class="hidden"
            accept=".csv"
            data-testid="try-upload"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              event.currentTarget.value = '';
              if (file) void uploadManoeuvre(file);
            }}
          />
        </label>
        {chosen?.uploaded && (
          <button onClick={() => void deleteManoeuvre(chosen.name)} data-testid="try-delete">
            {t('kept.delete')}
          </button>
        )}
      </div>
      {chosen?.title && (
        <p class="note cue-title" lang="en">
          {chosen.title}
        </p>
      )}
      {failed.value && (
        <p class="bad" role="alert" data-testid="try-failed">
          <Told said={failed.value} />
        </p>
      )}
    </>
  );
}

function Playing({ now }: { now: Manoeuvre }) {
  const hold = useVerdict('hold');
  const resume = useVerdict('resume');
  const neutral = useVerdict('neutral');
  const held = store.shown.value?.state === 'holding';
  const verdict = held ? resume : hold;
  return (
    <div
      class="cue-playing"
      role="status"
      data-testid="try-playing"
      data-name={now.name}
      data-time={now.time_s}
      data-held={held}
    >
      <progress max={now.duration_s} value={now.time_s} aria-label={manoeuvreName(now.name)} />
      <span class="num">
        {t('try.time', { time: fixed(now.time_s, 1), duration: fixed(now.duration_s, 1) })}
      </span>
      <button
        disabled={!verdict.allowed}
        onClick={() => void commands.send({ action: held ? 'resume' : 'hold' })}
        data-testid="try-hold"
      >
        {known('action', held ? 'resume' : 'hold')}
      </button>
      <button
        disabled={!neutral.allowed}
        onClick={() => void commands.send({ action: 'neutral' })}
        data-testid="try-end"
      >
        {t('try.end')}
      </button>
    </div>
  );
}

function PlaceOf({ index }: { index: 0 | 1 }) {
  const place = places[index];
  const letter = 'AB'[index]!;
  const now = place.value !== NOW && place.value === inForce.value;
  return (
    <div class={`cue-place place-${index}`}>
      <b>{letter}</b>
      <select
        aria-label={t('try.place', { letter })}
        value={place.value}
        onChange={(event) => (place.value = event.currentTarget.value)}
        data-testid={`try-place-${index}`}
      >
        <option value={NOW}>{t('try.now')}</option>
        {tunings.value.tunings.map((one) => (
          <option key={one.name} value={one.name} lang="en">
            {one.name}
          </option>
        ))}
      </select>
      <button
        aria-pressed={now}
        disabled={!store.live.value || place.value === NOW}
        title={t('try.switch.hint')}
        onClick={() => void order({ action: 'tune', name: place.peek() })}
        data-testid={`try-switch-${index}`}
      >
        {t('try.switch', { letter })}
      </button>
    </div>
  );
}

export function TryPanel() {
  const now = store.shown.value?.cue?.manoeuvre ?? null;
  return (
    <Section title={t('try')} help="cueing">
      <Choice />
      {now ? (
        <Playing now={now} />
      ) : (
        <>
          <label class="check">
            <input
              type="checkbox"
              checked={repeat.value}
              onChange={(event) => (repeat.value = event.currentTarget.checked)}
              data-testid="try-repeat"
            />
            {t('files.repeat')}
          </label>
          <StartButton
            action="manoeuvre"
            label={t('try.play')}
            ready={manoeuvre.value !== ''}
            order={() => ({
              action: 'manoeuvre',
              name: manoeuvre.peek(),
              ...(repeat.peek() ? { repeat: true } : {}),
            })}
          />
          <p class="note">{t('try.hint')}</p>
        </>
      )}
      <PlaceOf index={0} />
      <PlaceOf index={1} />
      <button
        class="cue-compare"
        disabled={manoeuvre.value === '' || compared.state.value.busy}
        onClick={compare}
        data-testid="try-compare"
      >
        {compared.state.value.busy ? t('cue.response.busy') : t('try.compare')}
      </button>
    </Section>
  );
}
