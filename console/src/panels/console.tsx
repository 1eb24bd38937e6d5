import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useSignalEffect } from '@preact/signals';
import { prefs, store, tokenWanted, useToken } from '../state/app';
import { t } from '../i18n';
import { Actions } from './actions';
import { Bottom } from './bottom';
import { Modes } from './modes';
import { Notices } from './notices';
import { Readings } from './readings';
import { SceneView } from './scene_view';
import { TopBar } from './top_bar';
import { page, type PageName } from '../state/page';
import { follow } from '../state/playing';
import { AcceptPage } from '../accept/accept_page';
import { follow as followAcceptance } from '../accept/session';
import { CalibratePage } from '../calibrate/calibrate_page';
import { CueingPage } from '../cueing/cueing_page';
import { VerifyPage } from '../verify/verify_page';

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
  cueing: CueingPage,
  verify: VerifyPage,
  calibrate: CalibratePage,
  accept: AcceptPage,
};

export function Console() {
  useSignalEffect(() => {
    document.title =
      page.value !== 'operate'
        ? t(`page.${page.value}.title`)
        : t('app.title', { platform: store.machine.value?.platform ?? 'hexad' });
  });
  useEffect(followAcceptance, []);
  useEffect(() => store.onTelemetry(follow), []);
  const Page = PAGES[page.value];
  return (
    <div class="console">
      <header class="top">
        <TopBar />
        <Notices />
      </header>
      <main class={`work ${page.value}`} data-bottom={prefs.bottom.value}>
        <Page />
      </main>
      <TokenForm />
    </div>
  );
}
