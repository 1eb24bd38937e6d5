import { useState } from 'preact/hooks';
import { useSignalEffect } from '@preact/signals';
import { prefs, store, tokenWanted, useToken } from '../state/app';
import { faultEntry, faultTitle } from '../i18n/sentences';
import { fixed } from '../i18n/format';
import { hasWords, t } from '../i18n';
import { Actions } from './actions';
import { Bottom } from './bottom';
import { Modes } from './modes';
import { Readings } from './readings';
import { SceneView } from './scene_view';
import { TopBar } from './top_bar';
import { page } from '../state/page';
import { AcceptPage } from '../accept/accept_page';
import { CalibratePage } from '../calibrate/calibrate_page';
import { CueingPage } from '../cueing/cueing_page';
import { VerifyPage } from '../verify/verify_page';

function StaleNotice() {
  if (store.live.value || (store.link.value === 'connecting' && !store.shown.value)) return null;
  const open = store.link.value === 'open';
  return (
    <div class="notice bad" role="alert" data-testid="stale">
      <b>{t('stale.title')}</b>
      <span>{open ? t('stale.text', { seconds: fixed(store.staleFor.value, 1) }) : t('stale.closed')}</span>
    </div>
  );
}

/** A fault says on the screen itself what to do: nobody should have to look for it. */
function FaultNotice() {
  const now = store.shown.value;
  if (!now || (now.state !== 'fault' && now.state !== 'emergency')) return null;
  const name = now.fault && hasWords('fault', now.fault.name) ? now.fault.name : now.state === 'emergency' ? 'emergency_stop' : null;
  if (!name) return null;
  const entry = faultEntry(name, now.fault ? faultTitle(now.fault) : undefined);
  return (
    <div class="notice fault" role="alert" data-testid="fault">
      <b>
        {entry.title}
        {now.fault && now.fault.code > 0 && <small>{t('events.code', { code: now.fault.code })}</small>}
      </b>
      <span>{entry.recover}</span>
    </div>
  );
}

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
        {t('token.label')} <input type="password" autocomplete="off" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <button class="primary">{t('token.use')}</button>
    </form>
  );
}

export function Console() {
  useSignalEffect(() => {
    document.title = page.value !== 'operate' ? t(`page.${page.value}.title`) : t('app.title', { platform: store.machine.value?.platform ?? 'hexad' });
  });
  if (page.value === 'verify')
    return (
      <div class="console verify" data-bottom={prefs.bottom.value}>
        <TopBar />
        <VerifyPage>
          <div class="notices">
            <StaleNotice />
            <FaultNotice />
          </div>
        </VerifyPage>
        <TokenForm />
      </div>
    );
  if (page.value === 'cueing')
    return (
      <div class="console cueing">
        <TopBar />
        <CueingPage>
          <div class="notices">
            <StaleNotice />
            <FaultNotice />
          </div>
        </CueingPage>
        <TokenForm />
      </div>
    );
  if (page.value === 'calibrate')
    return (
      <div class="console calibrate">
        <TopBar />
        <CalibratePage>
          <div class="notices">
            <StaleNotice />
            <FaultNotice />
          </div>
        </CalibratePage>
        <TokenForm />
      </div>
    );
  if (page.value === 'accept')
    return (
      <div class="console accept">
        <TopBar />
        <AcceptPage>
          <div class="notices">
            <StaleNotice />
            <FaultNotice />
          </div>
        </AcceptPage>
        <TokenForm />
      </div>
    );
  return (
    <div class="console" data-bottom={prefs.bottom.value}>
      <TopBar />
      <main class="left">
        <Actions />
        <Modes />
      </main>
      <div class="centre">
        <SceneView />
        <div class="notices">
          <StaleNotice />
          <FaultNotice />
        </div>
      </div>
      <Readings />
      <Bottom />
      <TokenForm />
    </div>
  );
}
