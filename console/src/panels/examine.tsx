import { signal } from '@preact/signals';
import type { Host } from '../api/messages';
import { t } from '../i18n';
import { fixed } from '../i18n/format';
import { dropWords, told } from '../i18n/message';
import { store } from '../state/app';
import { findings, fits, type Finding } from '../state/examine';

const SECONDS = 5;

const listening = signal(false);
const found = signal<Finding[] | null>(null);

function examine(): void {
  const before: readonly Host[] = store.hosts.value;
  listening.value = true;
  found.value = null;
  setTimeout(() => {
    found.value = findings(before, store.hosts.value);
    listening.value = false;
  }, SECONDS * 1000);
}

/** Which hosts speak, how well they are understood, and what to set: `hexad doctor`, at a button. */
export function Examine() {
  return (
    <section data-testid="examine">
      <button disabled={listening.value} onClick={examine}>
        {listening.value ? t('examine.listening', { seconds: SECONDS }) : t('examine.start')}
      </button>
      {found.value?.length === 0 && <p class="muted">{t('examine.silence', { seconds: SECONDS })}</p>}
      {found.value?.map((one) => (
        <div key={`${one.host.protocol} ${one.host.address}`}>
          <p>
            <b>{`${one.host.protocol} ${one.host.address}`}</b>{' '}
            {t(one.host.rate_hz > 0 ? 'examine.understood' : 'examine.single', {
              understood: one.understood,
              frames: one.frames,
              rate: fixed(one.host.rate_hz, 1),
            })}
          </p>
          <ul>
            {one.refused.map(([reason, count]) => (
              <li key={reason}>{t('examine.refused', { reason: dropWords(reason), count })}</li>
            ))}
            {one.host.told.map((said) => (
              <li key={said.text}>{told(said)}</li>
            ))}
            {fits(one) && <li>{t('examine.fits')}</li>}
          </ul>
        </div>
      ))}
    </section>
  );
}
