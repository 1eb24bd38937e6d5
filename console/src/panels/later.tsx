import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n';

/** A page or panel that is fetched when it is first looked at: Operate alone is most of what is ever needed. */
export function later(load: () => Promise<() => JSX.Element>): () => JSX.Element {
  const found = signal<{ Page: () => JSX.Element } | 'failed' | null>(null);
  let asked = false;
  const ask = () => {
    if (asked) return;
    asked = true;
    load().then(
      (Page) => (found.value = { Page }),
      () => ((found.value = 'failed'), (asked = false)),
    );
  };
  return function Later() {
    useEffect(ask, []);
    const now = found.value;
    if (now !== null && now !== 'failed') return <now.Page />;
    return (
      <p class="pad" role="status">
        {now === 'failed' ? (
          <>
            {t('page.failed')} <button onClick={ask}>{t('page.again')}</button>
          </>
        ) : (
          t('page.loading')
        )}
      </p>
    );
  };
}
