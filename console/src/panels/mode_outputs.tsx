import { commands, store } from '../state/app';
import { t } from '../i18n';
import { useVerdict } from './controls';

function Switches({ kind, count, mask }: { kind: 'relays' | 'outputs'; count: number; mask: number }) {
  const { allowed, why } = useVerdict(kind);
  if (count === 0) return <p class="muted">{t('outputs.none')}</p>;
  return (
    <>
      <div class="switches">
        {Array.from({ length: count }, (_, i) => {
          const on = ((mask >> i) & 1) === 1;
          const label =
            kind === 'relays' ? t('outputs.relay', { n: i + 1 }) : t('outputs.output', { n: i + 1 });
          return (
            <button
              key={i}
              role="switch"
              aria-checked={on}
              aria-label={label}
              disabled={!allowed}
              data-testid={`${kind}-${i + 1}`}
              onClick={() => void commands.send({ action: kind, mask: mask ^ (1 << i) })}
            >
              {i + 1}
            </button>
          );
        })}
      </div>
      {!allowed && why && <p class="why">{t('blocked', { reason: why })}</p>}
    </>
  );
}

export function Lamps({ count, mask }: { count: number; mask: number }) {
  return (
    <div class="switches">
      {Array.from({ length: count }, (_, i) => (
        <span
          key={i}
          class={`io ${((mask >> i) & 1) === 1 ? 'on' : ''}`}
          aria-label={t('outputs.input', { n: i + 1 })}
        >
          {i + 1}
        </span>
      ))}
    </div>
  );
}

export function OutputsMode() {
  const machine = store.machine.value;
  const now = store.shown.value;
  return (
    <div>
      <h3>{t('outputs.relays')}</h3>
      <Switches kind="relays" count={machine?.relays ?? 0} mask={now?.relays ?? 0} />
      <h3>{t('outputs.outputs')}</h3>
      <Switches kind="outputs" count={machine?.outputs ?? 0} mask={now?.outputs ?? 0} />
      <h3>{t('outputs.inputs')}</h3>
      <Lamps count={machine?.inputs ?? 0} mask={now?.inputs ?? 0} />
      <p class="note">{t('outputs.hint')}</p>
    </div>
  );
}
