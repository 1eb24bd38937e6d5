import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useSignalEffect } from '@preact/signals';
import { prefs, store, tokenWanted, useToken } from '../state/app';
import { known, t } from '../i18n';
import { Actions } from './actions';
import { Bottom } from './bottom';
import { later } from './later';
import { Tour } from './help';
import { Modes } from './modes';
import { Readings } from './readings';
import { SceneView } from './scene_view';
import { TopBar } from './top_bar';
import { followAlarms } from '../state/alarms';
import { isReserved } from '../state/role';
import { page, type PageName } from '../state/page';
import { follow as followAcceptance } from '../accept/session';

function TokenForm() {
  const [text, setText] = useState('');
  if (!tokenWanted.value) return null;
  return (
    <form
      class="token"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) useToken(text.trim());
      }}
    >
      <h2>{t('token.title')}</h2>
      <p>{t('token.text')}</p>
      <label>
        {t('token.label')}{' '}
        <input
          type="password"
          autocomplete="off"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button class="primary">{t('token.use')}</button>
    </form>
  );
}

function OperatePage() {
  return (
    <>
      <section class="left" aria-label={t('actions.title')}>
        <Actions />
        <Modes />
      </section>
      <div class="centre">
        <SceneView />
      </div>
      <Readings />
      <Bottom />
    </>
  );
}

const PAGES: Record<PageName, () => JSX.Element> = {
  operate: OperatePage,
  pendant: later(async () => (await import('../pendant/pendant_page')).PendantPage),
  cueing: later(async () => (await import('../cueing/cueing_page')).CueingPage),
  verify: later(async () => (await import('../verify/verify_page')).VerifyPage),
  commission: later(async () => (await import('../commission/commission_page')).CommissionPage),
  calibrate: later(async () => (await import('../calibrate/calibrate_page')).CalibratePage),
  accept: later(async () => (await import('../accept/accept_page')).AcceptPage),
  service: later(async () => (await import('../service/service_page')).ServicePage),
  settings: later(async () => (await import('../settings/settings_page')).SettingsPage),
};

/** A page whose every question is an engineer's. */
function Reserved() {
  return (
    <section class="reserved pad" data-testid="reserved">
      <h2>{t(`page.${page.value}`)}</h2>
      <p>{t('role.reserved', { role: known('role', store.role.value) })}</p>
    </section>
  );
}

export function Console() {
  useSignalEffect(() => {
    document.title =
      page.value !== 'operate'
        ? t(`page.${page.value}.title`)
        : t('app.title', { platform: store.machine.value?.platform ?? 'hexad' });
  });
  useEffect(followAcceptance, []);
  useEffect(followAlarms, []);
  const Page = isReserved(page.value, store.role.value) ? Reserved : PAGES[page.value];
  return (
    <div class="console" data-page={page.value}>
      <header class="top">
        <TopBar />
      </header>
      <main class={`work ${page.value}`} data-bottom={prefs.bottom.value}>
        <Page />
      </main>
      <TokenForm />
      <Tour />
    </div>
  );
}
