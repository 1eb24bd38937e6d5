// Single legs by hand. A leg moves only while its button is held; state/hold_to_run.ts says what ends it.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { jog, store } from '../state/app';
import { fixed } from '../i18n/format';
import { t } from '../i18n';
import { NumberField, useVerdict } from './controls';
import { HoldButton } from './hold_button';

const speed = signal(10);
const together = signal<ReadonlySet<number>>(new Set());

interface LegProps {
  legs: number[];
  sign: 1 | -1;
  label: string;
  enabled: boolean;
  testid: string;
}

const LegButton = ({ legs, sign, ...shown }: LegProps) => (
  <HoldButton
    {...shown}
    begin={() => jog.start({ legs, speed: sign * Math.abs(speed.value) })}
    end={() => jog.stop()}
  >
    {sign > 0 ? '▲' : '▼'}
  </HoldButton>
);

export function JogMode() {
  const machine = store.machine.value;
  const now = store.shown.value;
  const { allowed, why } = useVerdict('jog');
  useEffect(() => () => jog.stop(), []);
  const enabled = allowed && speed.value > 0 && speed.value <= (machine?.jog_mm_s ?? 50);
  const legs = Array.from({ length: machine?.legs ?? 0 }, (_, i) => i + 1);
  const chosen = [...together.value].sort();
  return (
    <div>
      <NumberField
        label={t('jog.speed')}
        shown
        value={speed.value}
        change={(value) => (speed.value = value)}
      />
      <div class="jog">
        {legs.map((leg) => (
          <div key={leg}>
            <label class="check">
              <input
                type="checkbox"
                checked={together.value.has(leg)}
                onChange={() => {
                  const next = new Set(together.value);
                  if (!next.delete(leg)) next.add(leg);
                  together.value = next;
                }}
              />
              {t('jog.leg', { leg })}
            </label>
            <span class="out">{fixed(now?.legs[leg - 1]?.extension_mm, 1)}</span>
            <LegButton
              legs={[leg]}
              sign={-1}
              label={t('jog.down.leg', { leg })}
              enabled={enabled}
              testid={`jog-down-${leg}`}
            />
            <LegButton
              legs={[leg]}
              sign={1}
              label={t('jog.up.leg', { leg })}
              enabled={enabled}
              testid={`jog-up-${leg}`}
            />
          </div>
        ))}
        <div>
          <span>{t('jog.legs')}</span>
          <span class="out">{chosen.join(' ')}</span>
          <LegButton
            legs={chosen}
            sign={-1}
            label={t('jog.all.down')}
            enabled={enabled && chosen.length > 0}
            testid="jog-down-all"
          />
          <LegButton
            legs={chosen}
            sign={1}
            label={t('jog.all.up')}
            enabled={enabled && chosen.length > 0}
            testid="jog-up-all"
          />
        </div>
      </div>
      {!allowed && why && <p class="why">{t('blocked', { reason: why })}</p>}
      <p class="note">{t('jog.hint')}</p>
    </div>
  );
}
