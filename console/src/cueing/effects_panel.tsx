// Four places for effects: small motions added to whatever runs. Adding, changing and taking away is a press
// of a button each; nothing is added by looking through the kinds.

import { signal } from '@preact/signals';
import { store } from '../state/app';
import { fixed, parseNumber } from '../i18n/format';
import { known, t } from '../i18n';
import { Section } from '../panels/controls';
import { AXIS_NAMES, PLACES, type Cueing, type EffectNumber } from './answers';
import { standardOf, unitIn, valuesOf } from './effects';
import { tuner } from './live';
import { RefusedText } from './tuning_panel';

interface Draft {
  kind: string;
  values: Readonly<Record<string, string>>;
}
/** What is typed and not asked for yet, by place from 1. */
const drafts = signal<Readonly<Record<number, Draft>>>({});

const axisWord = (name: string): string => {
  const axis = AXIS_NAMES.indexOf(name as (typeof AXIS_NAMES)[number]);
  return axis >= 0 ? known('axis', String(axis)) : known('cue.word', name);
};

function NumberOf({
  one,
  unit,
  text,
  change,
  testid,
}: {
  one: EffectNumber;
  unit: string;
  text: string;
  change: (text: string) => void;
  testid: string;
}) {
  const name = known('cue.number', one.name);
  const range = Number.isFinite(one.range[0])
    ? t('cue.range', { low: String(one.range[0]), high: String(one.range[1]), unit })
    : '';
  return (
    <label title={range}>
      <span>
        {name} <small>{unit}</small>
      </span>
      {one.choices.length > 0 ? (
        <select value={text} onChange={(event) => change(event.currentTarget.value)} data-testid={testid}>
          {one.choices.map((choice) => (
            <option key={choice} value={choice}>
              {axisWord(choice)}
            </option>
          ))}
        </select>
      ) : (
        <input
          type="text"
          inputMode="decimal"
          class="vf"
          value={text}
          aria-invalid={!Number.isFinite(parseNumber(text))}
          onInput={(event) => change(event.currentTarget.value)}
          data-testid={testid}
        />
      )}
    </label>
  );
}

function PlaceOf({ now, place }: { now: Cueing; place: number }) {
  const present = now.effects[place - 1] ?? null;
  const draft = drafts.value[place] ?? present ?? { kind: 'none', values: {} };
  const kind = now.kinds.find((one) => one.kind === draft.kind);
  const standing = kind ? { ...standardOf(kind), ...draft.values } : {};
  const values = kind ? valuesOf(kind, standing) : null;
  const changed = drafts.value[place] !== undefined;
  const set = (next: Draft | null) => {
    const { [place]: _, ...rest } = drafts.peek();
    drafts.value = next ? { ...rest, [place]: next } : rest;
  };
  const apply = async () => {
    if (kind && values && (await tuner.setEffect(place, kind.kind, values))) set(null);
  };
  const takeAway = async () => {
    if (await tuner.setEffect(place, 'none')) set(null);
  };
  return (
    <div
      class={`cue-effect ${present ? 'on' : ''}`}
      data-testid={`cue-effect-${place}`}
      data-kind={present?.kind ?? ''}
    >
      <div class="cue-effect-head">
        <b>{place}</b>
        <select
          aria-label={t('cue.effect.kind', { place })}
          value={draft.kind}
          onChange={(event) => {
            const chosen = now.kinds.find((one) => one.kind === event.currentTarget.value);
            set(
              chosen && chosen.kind !== present?.kind
                ? { kind: chosen.kind, values: standardOf(chosen) }
                : null,
            );
          }}
          data-testid={`cue-effect-kind-${place}`}
        >
          {!present && <option value="none">{t('cue.effect.none')}</option>}
          {now.kinds.map((one) => (
            <option key={one.kind} value={one.kind}>
              {known('cue.effect', one.kind)}
            </option>
          ))}
        </select>
        {kind && changed && (
          <button
            class="primary"
            disabled={!values || !store.live.value}
            onClick={() => void apply()}
            data-testid={`cue-effect-apply-${place}`}
          >
            {present ? t('cue.effect.change') : t('cue.effect.add')}
          </button>
        )}
        {present && (
          <button
            disabled={!store.live.value}
            onClick={() => void takeAway()}
            data-testid={`cue-effect-off-${place}`}
          >
            {t('cue.effect.off')}
          </button>
        )}
      </div>
      {kind && (
        <div class="cue-effect-numbers">
          {kind.numbers.map((one) => (
            <NumberOf
              key={one.name}
              one={one}
              unit={unitIn(one, standing['axis'])}
              text={standing[one.name] ?? ''}
              change={(text) => set({ kind: kind.kind, values: { ...standing, [one.name]: text } })}
              testid={`cue-effect-${place}-${one.name}`}
            />
          ))}
        </div>
      )}
      <RefusedText place={`effect.${place}`} />
    </div>
  );
}

export function EffectsPanel() {
  const now = tuner.now.value;
  if (!now || now.kinds.length === 0) return null;
  const share = store.shown.value?.cue?.effect_share ?? NaN;
  const on = now.effects.some((one) => one !== null);
  const letThrough =
    on && Number.isFinite(share) ? (
      <small class="cue-share" title={t('cue.effect.share.hint')} data-testid="cue-share" data-share={share}>
        {t('cue.effect.share', { percent: fixed(100 * share, 0) })}
      </small>
    ) : null;
  return (
    <Section title={t('cue.effects')} extra={letThrough} help="cueing">
      <p class="note">{t('cue.effects.hint')}</p>
      {Array.from({ length: PLACES }, (_, i) => (
        <PlaceOf key={i} now={now} place={i + 1} />
      ))}
    </Section>
  );
}
