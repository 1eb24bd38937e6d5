import { commands, prefs, store } from '../state/app';
import { ESTOP_KEY, STOP_KEY } from '../state/shortcuts';
import { driverName } from '../i18n/sentences';
import { fixed } from '../i18n/format';
import { known, t } from '../i18n';
import { said } from '../i18n/said';
import type { State } from '../api/messages';
import type { Theme } from '../state/prefs';
import { page, PAGES } from '../state/page';

/** What the colour of a state says: still and fine, moving on purpose, wait, wrong. */
export const TONE: Record<State, 'good' | 'move' | 'wait' | 'bad'> = {
  init: 'wait', powered_up: 'wait', zeroing: 'move', origin: 'good', ascending: 'move', ready: 'good', running: 'move',
  to_neutral: 'move', stopping: 'wait', holding: 'wait', descending: 'move', manual: 'move', fault: 'bad',
  emergency: 'bad',
};

function StateWord() {
  const now = store.shown.value;
  const state = now?.state ?? 'init';
  const detail = now && ['running', 'holding'].includes(state) && now.program !== 'none' ? known('program', now.program) : '';
  return (
    <div class="top-state" data-tone={now ? TONE[state] : 'wait'} data-testid="state" data-state={now ? state : ''} role="status">
      <span class="dot" aria-hidden="true" />
      <strong>{now ? known('state', state) : t('link.connecting')}</strong>
      {detail && <span class="muted">{detail}</span>}
    </div>
  );
}

function StepOnLamp() {
  const now = store.shown.value;
  const yes = now?.step_on === true && store.live.value;
  const why = now?.why_not_step_on ? said(now.why_not_step_on) : '';
  return (
    <div class="top-item" title={`${why ? `${why}. ` : ''}${t('top.step_on.note')}`} data-testid="step-on" data-on={yes}>
      <small>{t('top.step_on')}</small>
      <span class={`lamp ${yes ? 'good' : 'off'}`}>
        <i aria-hidden="true" />
        <b>{yes ? t('top.step_on.yes') : t('top.step_on.no')}</b>
        {!yes && why && <em>{why}</em>}
      </span>
    </div>
  );
}

function Driver() {
  const now = store.shown.value;
  const left = now && Number.isFinite(now.timeout) && Number.isFinite(now.silence) ? Math.max(0, now.timeout - now.silence) : NaN;
  const share = now && Number.isFinite(left) ? left / now.timeout : NaN;
  const text = Number.isFinite(share)
    ? t('top.margin', { left: fixed(left * 1000, 0), limit: fixed(now!.timeout * 1000, 0) })
    : t('top.margin.none');
  return (
    <div class="top-item driver" data-testid="driver" data-driver={now?.driver ?? ''} title={text}>
      <small>{t('top.driver')}</small>
      <span>
        <b>{driverName(now?.driver ?? null)}</b>
        {Number.isFinite(share) && (
          <meter class="margin" min={0} max={1} low={0.35} high={0.6} optimum={1} value={share} aria-label={t('top.margin.label')} />
        )}
        {Number.isFinite(share) && <em>{fixed(left * 1000, 0)} ms</em>}
      </span>
    </div>
  );
}

function LinkBadge() {
  const live = store.live.value;
  const state = store.link.value;
  const words = state === 'open' ? (live ? t('link.open') : t('link.stale')) : known('link', state);
  return (
    <span class={`badge ${live ? 'quiet' : 'bad'}`} data-testid="link" data-live={live}>
      {words}
    </span>
  );
}

function Pages() {
  return (
    <nav class="pages" aria-label={t('page.label')}>
      {PAGES.map((name) => (
        <a key={name} href={`#${name}`} aria-current={page.value === name ? 'page' : undefined} data-testid={`page-${name}`}>
          {t(`page.${name}`)}
        </a>
      ))}
    </nav>
  );
}

function Choices() {
  const next: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };
  const theme = prefs.theme.value;
  const sign = { system: '◐', light: '☀', dark: '☾' }[theme];
  const words = `${t('top.theme')}: ${known('top.theme', theme)}`;
  return (
    <div class="top-choices">
      <select
        aria-label={t('top.language')}
        value={prefs.language.value}
        onChange={(event) => (prefs.language.value = event.currentTarget.value === 'zh' ? 'zh' : 'en')}
        data-testid="language"
      >
        <option value="en" lang="en">EN</option>
        <option value="zh" lang="zh-CN">中文</option>
      </select>
      <button class="plain icon" title={words} aria-label={words} data-testid="theme" onClick={() => (prefs.theme.value = next[theme])}>
        {sign}
      </button>
    </div>
  );
}

export function TopBar() {
  const machine = store.machine.value;
  return (
    <header class="top">
      <div class="top-name">
        <strong>{machine?.platform ?? 'hexad'}</strong>
        {machine && (
          <span class={`badge ${machine.simulated ? 'sim' : 'real'}`} title={machine.simulated ? t('top.simulated.hint') : t('top.real.hint')} data-testid="simulated">
            {machine.simulated ? t('top.simulated') : t('top.real')}
          </span>
        )}
        <LinkBadge />
      </div>
      <Pages />
      <StateWord />
      <StepOnLamp />
      <Driver />
      <Choices />
      <button class="stop" title={t('top.stop.hint', { key: STOP_KEY })} data-testid="stop" onClick={() => void commands.send({ action: 'stop' })}>
        {t('top.stop')} <kbd>{STOP_KEY}</kbd>
      </button>
      <button class="estop" title={t('top.estop.hint', { key: ESTOP_KEY })} data-testid="estop" onClick={() => void commands.send({ action: 'estop' })}>
        {t('top.estop')} <kbd>{ESTOP_KEY}</kbd>
      </button>
    </header>
  );
}
