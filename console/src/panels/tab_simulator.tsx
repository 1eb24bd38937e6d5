// Only with simulated drives: faults on purpose, inputs, payload, speed of time.

import { signal } from '@preact/signals';
import type { Injection } from '../api/messages';
import { commands, store } from '../state/app';
import { injectionText, takesValue } from '../state/injections';
import { hasWords, known, t } from '../i18n';
import { NumberField, useVerdict } from './controls';

const leg = signal(1);
const values = signal<Record<string, number>>({});
const payload = signal(NaN);

function Inject({ one }: { one: Injection }) {
  const { allowed } = useVerdict('inject');
  const injected = store.shown.value?.injected ?? [];
  const mine = injected.filter((entry) => entry.split(':')[0] === one.name);
  const on = one.per_leg ? mine.includes(`${one.name}:${leg.value}`) : mine.length > 0;
  const value = values.value[one.name] ?? one.default;
  const order = on
    ? `clear:${one.name}${one.per_leg ? `:${leg.value}` : ''}`
    : injectionText(one, leg.value, value);
  return (
    <li class={on ? 'on' : ''} title={known('injected', one.name)}>
      <button
        disabled={!allowed}
        aria-pressed={on}
        data-testid={`inject-${one.name}`}
        onClick={() => void commands.send({ action: 'inject', fault: order })}
      >
        {known('inject', one.name)}
      </button>
      {takesValue(one) && (
        <NumberField
          label={`${known('inject', one.name)}: ${t('sim.value')}`}
          value={value}
          unit={hasWords('sim.unit', one.name) ? known('sim.unit', one.name) : known('sim.unit', one.value)}
          change={(next) => (values.value = { ...values.value, [one.name]: next })}
        />
      )}
      {one.per_leg && mine.length > 0 && <small>{mine.map((entry) => entry.split(':')[1]).join(' ')}</small>}
    </li>
  );
}

function Inputs({ count, mask }: { count: number; mask: number }) {
  const { allowed, why } = useVerdict('inputs');
  return (
    <div class="switches" title={why}>
      {Array.from({ length: count }, (_, i) => (
        <button
          key={i}
          role="switch"
          aria-checked={((mask >> i) & 1) === 1}
          aria-label={t('outputs.input', { n: i + 1 })}
          disabled={!allowed}
          onClick={() => void commands.send({ action: 'inputs', mask: mask ^ (1 << i) })}
        >
          {i + 1}
        </button>
      ))}
    </div>
  );
}

export function SimulatorTab() {
  const machine = store.machine.value;
  const now = store.shown.value;
  const payloadVerdict = useVerdict('payload');
  const speedVerdict = useVerdict('speed_of_time');
  if (!machine?.injections.length) return <p class="muted pad">{t('sim.real')}</p>;
  const list = machine.injections;
  const injected = now?.injected ?? [];
  const kg = Number.isFinite(payload.value) ? payload.value : machine.payload_kg;
  return (
    <div class="simulator scroll" data-testid="simulator">
      <p class="sim-note">{t('sim.note')}</p>
      <div class="sim-grid">
        <section>
          <h3>
            {t('sim.fault')}
            <label>
              {t('sim.leg')}{' '}
              <select
                value={leg.value}
                onChange={(event) => (leg.value = Number(event.currentTarget.value))}
                data-testid="inject-leg"
              >
                {Array.from({ length: machine.legs }, (_, i) => (
                  <option key={i} value={i + 1}>
                    {i + 1}
                  </option>
                ))}
              </select>
            </label>
            <button
              data-testid="inject-clear"
              disabled={injected.length === 0}
              onClick={() => void commands.send({ action: 'inject', fault: 'clear' })}
            >
              {t('sim.clear_all')}
            </button>
          </h3>
          <ul class="injections">
            {list.map((one) => (
              <Inject key={one.name} one={one} />
            ))}
          </ul>
        </section>
        <section>
          <h3>{t('sim.button')}</h3>
          <div class="row">
            <button disabled={now?.button === true} onClick={() => void commands.send({ action: 'estop' })}>
              {t('sim.button.in')}
            </button>
            <button
              disabled={now?.button !== true}
              data-testid="sim-release"
              onClick={() => void commands.send({ action: 'release' })}
            >
              {t('sim.button.out')}
            </button>
          </div>
          <h3>{t('sim.inputs')}</h3>
          <Inputs count={machine.inputs} mask={now?.inputs ?? 0} />
        </section>
        <section>
          <h3>{t('sim.payload')}</h3>
          <div class="row" title={payloadVerdict.why}>
            <NumberField label={t('sim.payload')} value={kg} change={(value) => (payload.value = value)} />
            <button
              disabled={!payloadVerdict.allowed || !(kg >= 0)}
              onClick={() => void commands.send({ action: 'payload', kg })}
            >
              {t('sim.set')}
            </button>
          </div>
          <h3>{t('sim.speed')}</h3>
          <div class="segmented" title={speedVerdict.why}>
            {[0.5, 1, 2, 5, 10].map((factor) => (
              <button
                key={factor}
                aria-pressed={machine.speed === factor}
                disabled={!speedVerdict.allowed}
                onClick={() => void commands.send({ action: 'speed_of_time', factor })}
              >
                ×{factor}
              </button>
            ))}
          </div>
        </section>
      </div>
    </div>
  );
}
