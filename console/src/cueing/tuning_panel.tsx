// The left side: preset, engine, input, and every number in the place of the preset's own.

import { signal } from '@preact/signals';
import { useRef, useState } from 'preact/hooks';
import { store } from '../state/app';
import { brief, fixed, parseNumber } from '../i18n/format';
import { currentLanguage, hasWords, known, t } from '../i18n';
import { isForeign } from '../i18n/message';
import { whyNot } from '../i18n/sentences';
import { Section, Told } from '../panels/controls';
import { tuner } from './live';
import { axisKey, axisOf, isUsed, KEYS, partOf, settingOf, TILT_PARTS, unitOf, type Key } from './tuning';
import type { Cueing, Setting } from './answers';
import type { Place } from './tuner';

/** The number that is looked at: what it means stands below the table. */
const looked = signal<Key | null>(null);

const nameOf = (key: Key): string => {
  const axis = axisOf(key);
  const part = known('cue.part', partOf(key));
  return axis === null ? part : `${known('axis', String(axis))}: ${part}`;
};
const numberText = (value: number): string => (Number.isFinite(value) ? String(+value.toPrecision(4)) : '');

const rangeText = ({ range }: Setting, unit: string): string =>
  t('cue.range', { low: numberText(range[0]), high: numberText(range[1]), unit }).trim();

/** Why the program did not take what was asked for here. What it may be is known here; what the program says besides is
 *  shown as it came. */
export function RefusedText({ place }: { place: Place }) {
  const why = tuner.refused.value[place];
  if (!why) return null;
  const sent = why.text !== '' || why.code !== null;
  const key = KEYS.find((one) => one === place);
  // The program names what it refuses by its key, which is English.
  const byKey = currentLanguage() !== 'en' && why.message?.id === 'order_out_of_range';
  const range =
    key && tuner.now.value && (byKey || isForeign(why))
      ? rangeText(settingOf(tuner.now.value, key), unitOf(key))
      : '';
  return (
    <p class="bad cue-refused" role="alert" data-testid={`refused-${place}`} data-sent={sent}>
      {!sent
        ? t('cue.unsent')
        : range || (why.message || !why.code ? <Told said={why} /> : whyNot(why.code, why.text))}
    </p>
  );
}

function NumberCell({ now, id }: { now: Cueing; id: Key }) {
  const setting = settingOf(now, id);
  const draft = tuner.drafts.value[id];
  const refused = tuner.refused.value[id] !== undefined;
  const typed = draft !== undefined && draft.trim() !== '';
  const bad = refused || (typed && !Number.isFinite(parseNumber(draft)));
  const name = nameOf(id);
  const unit = unitOf(id);
  const own = Number.isFinite(setting.own) ? t('cue.own', { value: numberText(setting.own) }) : '';
  const range = rangeText(setting, unit);
  return (
    <span class={`cue-cell ${setting.given ? 'given' : ''} ${isUsed(now, id) ? '' : 'unused'}`}>
      <input
        type="text"
        inputMode="decimal"
        class="vf"
        aria-label={`${name}${unit ? `, ${unit}` : ''}`}
        aria-invalid={bad}
        title={`${name}. ${range}${own ? `. ${own}` : ''}`}
        placeholder={numberText(setting.own)}
        value={draft ?? numberText(setting.value)}
        disabled={!store.live.value}
        data-testid={`cue-${id}`}
        data-given={setting.given}
        onFocus={() => (looked.value = id)}
        onPointerEnter={() => (looked.value = id)}
        onInput={(event) => tuner.type(id, event.currentTarget.value)}
        onBlur={() => void tuner.settle(id)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void tuner.settle(id);
        }}
      />
      {(setting.given || draft !== undefined) && (
        <button
          class="plain cue-back"
          aria-label={`${name}: ${t('cue.back')}`}
          title={own ? `${t('cue.back')}: ${numberText(setting.own)}` : t('cue.back')}
          disabled={!store.live.value}
          data-testid={`cue-back-${id}`}
          onClick={() => void tuner.back(id)}
        >
          ↺
        </button>
      )}
    </span>
  );
}

function Choice({
  label,
  names,
  group,
  value,
  choose,
}: {
  label: string;
  names: string[];
  group: 'engine' | 'input';
  value: string;
  choose: (name: string) => void;
}) {
  return (
    <div class="cue-choice">
      <span>{label}</span>
      <div class="segmented" role="group" aria-label={label}>
        {names.map((name) => (
          <button
            key={name}
            aria-pressed={value === name}
            disabled={!store.live.value}
            title={known(`cue.${group}.hint`, name)}
            data-testid={`cue-${group}-${name}`}
            onClick={() => choose(name)}
          >
            {known(`cue.${group}`, name)}
          </button>
        ))}
      </div>
    </div>
  );
}

/**
 * How much of what comes out is the predictive engine's, and how often it had to go over to the classical
 * one.
 */
function Predictive({ engine }: { engine: string }) {
  const cue = store.shown.value?.cue;
  if (!cue || (engine !== 'predictive' && !(cue.predictive > 0))) return null;
  return (
    <p
      class={`cue-share-of ${cue.fallbacks > 0 ? 'wait-text' : ''}`}
      title={t('cue.predictive.hint')}
      data-testid="cue-predictive"
      data-share={cue.predictive}
      data-fallbacks={cue.fallbacks}
    >
      {t('cue.predictive', { percent: fixed(100 * cue.predictive, 0), count: cue.fallbacks })}
    </p>
  );
}

/** A preset in few words: ours where we have them, else the program's. */
const presetText = (one: { name: string; text: string }): string =>
  hasWords('cue.preset.text', one.name) ? known('cue.preset.text', one.name) : one.text;

function Presets({ now }: { now: Cueing }) {
  const chosen = now.presets.find((one) => one.name === now.preset);
  return (
    <>
      <div class="cue-presets" role="group" aria-label={t('cue.preset')}>
        {now.presets.map((one) => (
          <button
            key={one.name}
            aria-pressed={one.name === now.preset}
            disabled={!store.live.value}
            title={`${presetText(one)}. ${t('cue.preset.whole')}`}
            data-testid={`cue-preset-${one.name}`}
            onClick={() => void tuner.choose({ preset: one.name })}
          >
            {known('cue.preset', one.name)}
          </button>
        ))}
      </div>
      {chosen && (
        <p class="note cue-preset-text" data-testid="cue-preset-text">
          {presetText(chosen)}
        </p>
      )}
      <Choice
        label={t('cue.engine')}
        names={now.engines}
        group="engine"
        value={now.engine}
        choose={(engine) => void tuner.choose({ engine })}
      />
      <Predictive engine={now.engine} />
      <Choice
        label={t('cue.input')}
        names={now.inputs}
        group="input"
        value={now.input}
        choose={(input) => void tuner.choose({ input })}
      />
      <RefusedText place="choice" />
    </>
  );
}

function AxisTable({ now }: { now: Cueing }) {
  return (
    <table class="cue-axes" data-testid="cue-axes">
      <thead>
        <tr>
          <td />
          <th scope="col">{t('cue.part.gain')}</th>
          <th scope="col">
            {t('cue.part.high_pass')} <small>rad/s</small>
          </th>
          <th scope="col" title={t('cue.travel.hint')}>
            {t('cue.travel.most')}
          </th>
        </tr>
      </thead>
      <tbody>
        {now.axes.map((axis, i) => {
          const unit = i < 3 ? 'mm' : '°';
          const bound = now.engine === 'classical'; // the other is held by the legs, not axis by axis
          return (
            <tr key={i}>
              <th scope="row">{known('axis', String(i))}</th>
              <td>
                <NumberCell now={now} id={axisKey('gain', i)} />
              </td>
              <td>
                <NumberCell now={now} id={axisKey('high_pass', i)} />
              </td>
              <td
                class="num"
                title={
                  bound
                    ? t('cue.travel.of', {
                        percent: fixed(100 * axis.ofReach, 0),
                        speed: brief(axis.speedUpTo),
                        unit: `${unit}/s`,
                      })
                    : t('cue.travel.by_legs')
                }
                data-testid={`cue-most-${i}`}
              >
                {bound ? (
                  <>
                    {fixed(axis.travelUpTo, i < 3 ? 0 : 1)} {unit}{' '}
                    <small>{fixed(100 * axis.ofReach, 0)} %</small>
                  </>
                ) : (
                  <small>{t('cue.travel.legs_hold')}</small>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** What the number under hand or pointer means, its range, and what was refused. */
function Meaning({ now }: { now: Cueing }) {
  const id = looked.value;
  const refusedKeys = Object.keys(tuner.refused.value).filter(
    (place) => place !== 'choice' && !place.startsWith('effect.'),
  ) as Key[];
  const setting = id ? settingOf(now, id) : null;
  return (
    <div class="cue-meaning">
      {refusedKeys.map((key) => (
        <div key={key}>
          <b>{nameOf(key)}</b>
          <RefusedText place={key} />
        </div>
      ))}
      {id && setting && !refusedKeys.includes(id) ? (
        <p class="note">
          <b>{nameOf(id)}</b> {!isUsed(now, id) && <em>{t('cue.unused')}</em>}{' '}
          {known('cue.meaning', partOf(id))} {rangeText(setting, unitOf(id))}
          {Number.isFinite(setting.own) && <>, {t('cue.own', { value: numberText(setting.own) })}</>}
        </p>
      ) : (
        refusedKeys.length === 0 && <p class="note">{t('cue.meaning.none')}</p>
      )}
    </div>
  );
}

/** The tuning as a piece of configuration: it lasts as long as the program, unless somebody keeps it. */
function Keep({ toml }: { toml: string }) {
  const place = useRef<HTMLTextAreaElement>(null);
  const [said, setSaid] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(toml);
    } catch {
      // Without a secure address there is no clipboard; the selected text can still be copied.
      place.current?.select();
      document.execCommand('copy');
    }
    setSaid(true);
    setTimeout(() => setSaid(false), 2000);
  };
  return (
    <details class="vfold cue-keep">
      <summary>{t('cue.keep')}</summary>
      <p class="note">{t('cue.keep.hint')}</p>
      <textarea
        ref={place}
        readOnly
        lang="en"
        rows={Math.min(8, toml.split('\n').length)}
        aria-label={t('cue.keep')}
        value={toml}
        data-testid="cue-toml"
      />
      <button data-testid="cue-copy" onClick={() => void copy()}>
        {said ? t('cue.copied') : t('cue.copy')}
      </button>
    </details>
  );
}

export function TuningPanel() {
  const now = tuner.now.value;
  if (!now)
    return (
      <p class="pad muted" data-testid="cue-none">
        {tuner.failed.value ? t('cue.failed') : t('link.connecting')}
      </p>
    );
  const count = tuner.givenCount.value;
  return (
    <div
      class={store.live.value ? '' : 'grey'}
      data-testid="cue-tuning"
      data-preset={now.preset}
      data-engine={now.engine}
      data-given={count}
    >
      <Section title={t('cue.preset')} help="cueing">
        <Presets now={now} />
      </Section>
      <Section
        title={t('cue.numbers')}
        extra={
          <span class="cue-buttons">
            <button
              class="plain"
              disabled={!store.live.value || tuner.past.value.length === 0}
              onClick={() => void tuner.undo()}
              data-testid="cue-undo"
            >
              {t('cue.undo')}
            </button>
            <button
              class="plain"
              disabled={!store.live.value || count === 0}
              onClick={() => void tuner.backAll()}
              data-testid="cue-back-all"
            >
              {t('cue.back.all')}
            </button>
          </span>
        }
      >
        <AxisTable now={now} />
        <div class="cue-tilt">
          <b>
            {t('cue.tilt')} <small>{t('cue.tilt.most', { angle: fixed(now.tilt.upTo, 1) })}</small>
          </b>
          {TILT_PARTS.map((part) => (
            <div key={part}>
              <span>
                {t(`cue.short.${part}`)} <small>{unitOf(part)}</small>
              </span>
              <NumberCell now={now} id={part} />
            </div>
          ))}
        </div>
        <Meaning now={now} />
      </Section>
      <Keep toml={now.toml} />
    </div>
  );
}
