// What is on every page: its name and the pages, then the one bar – what the platform does, who drives,
// what stands in the way, Stop, E-STOP – and under it what must not be overlooked.

import { computed } from '@preact/signals';
import { useState } from 'preact/hooks';
import { commands, prefs, store } from '../state/app';
import { PAGE_SIZES, type Theme } from '../state/prefs';
import { ESTOP_KEY, STOP_KEY } from '../state/shortcuts';
import { tab } from '../state/view';
import { driverName, limitText, whyNot } from '../i18n/sentences';
import { fixed } from '../i18n/format';
import { known, t } from '../i18n';
import { words } from '../i18n/message';
import type { State, Telemetry } from '../api/messages';
import { HelpAll } from './help';
import { Notices } from './notices';
import { waiting } from '../state/alarms';
import { goTo, page, PAGES, type PageName } from '../state/page';

/** What the colour of a state says: still and fine, moving on purpose, wait, wrong. */
export const TONE: Record<State, 'good' | 'move' | 'wait' | 'bad'> = {
  init: 'wait',
  powered_up: 'wait',
  zeroing: 'move',
  origin: 'good',
  ascending: 'move',
  ready: 'good',
  running: 'move',
  to_neutral: 'move',
  stopping: 'wait',
  holding: 'wait',
  descending: 'move',
  manual: 'move',
  fault: 'bad',
  emergency: 'bad',
};
const MOVING: ReadonlySet<State> = new Set<State>(['running', 'holding', 'stopping']);
const TIMED: ReadonlySet<string> = new Set(['path', 'timed_path', 'formula', 'file', 'point_to_point']);

/** The motion by name: the file's own where this page knows it. */
function motionOf(now: Telemetry): string {
  if (!MOVING.has(now.state) || now.program === 'none') return '';
  return now.file ?? known('program', now.program);
}

const time = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};

function StateWord() {
  const now = store.shown.value;
  const live = store.live.value;
  const state = now?.state ?? 'init';
  const motion = now ? motionOf(now) : '';
  const timed = now && motion && TIMED.has(now.program) && now.progress > 0;
  const passed = now && now.path_time_s > 0 ? now.path_time_s : NaN;
  return (
    <div
      class="top-state"
      data-tone={!live ? 'old' : now ? TONE[state] : 'wait'}
      data-testid="state"
      data-state={now ? state : ''}
    >
      <span class="dot" aria-hidden="true" />
      <span>
        {!live && now && <small>{t('top.last_known')} </small>}
        <strong>{now ? known('state', state) : t('link.connecting')}</strong>
      </span>
      {now && now.plan !== null && (
        <span class="what" data-testid="preparing">
          <b>{t('top.preparing')}</b> <progress max={1} value={now.plan} aria-label={t('top.preparing')} />{' '}
          {fixed(now.plan * 100, 0)} %
        </span>
      )}
      {motion && (
        <span class="what" data-testid="motion">
          <b>{motion}</b>
          {timed && (
            <span>
              <progress max={1} value={now.progress} aria-label={t('files.progress')} />{' '}
              {Number.isFinite(passed)
                ? `${time(passed)} / ${now.progress > 0.02 ? time(passed / now.progress) : '…'}`
                : `${fixed(now.progress * 100, 0)} %`}
            </span>
          )}
        </span>
      )}
    </div>
  );
}

/**
 * Changes of the situation in words, for who does not see the screen: no numbers, they change all the time.
 */
const situation = computed(() => {
  const now = store.shown.value;
  if (!now) return t('link.connecting');
  const words = [known('state', now.state), motionOf(now), `${t('top.driver')}: ${driverName(now.driver)}`];
  return (store.live.value ? words : [t('stale.title')]).filter(Boolean).join(', ');
});

function Driver() {
  const now = store.shown.value;
  const left = now ? Math.max(0, now.timeout_s - now.silence_s) : NaN;
  const share = Number.isFinite(left) ? left / now!.timeout_s : NaN;
  const text = Number.isFinite(share)
    ? t('top.margin', { left: fixed(left * 1000, 0), limit: fixed(now!.timeout_s * 1000, 0) })
    : t('top.margin.none');
  return (
    <div class="driver" data-testid="driver" data-driver={now?.driver ?? ''} title={text}>
      <small>{t('top.driver')}</small>
      <span>
        <b>{driverName(now?.driver ?? null)}</b>
        {Number.isFinite(share) && (
          <meter
            class="margin"
            min={0}
            max={1}
            low={0.35}
            high={0.6}
            optimum={1}
            value={share}
            aria-label={t('top.margin.label')}
          />
        )}
      </span>
    </div>
  );
}

/** What keeps it from moving as asked: a limit that acts, or why it does not move at all. */
function WhyNot() {
  const now = store.shown.value;
  const limit = store.limits.value;
  if (!store.live.value || !now) return <div class="why-not" />;
  return (
    <div class="why-not" data-testid="why-not">
      {limit ? (
        <span class="wait" data-testid="limit" data-count={limit.count}>
          {t('scene.limited', { what: limitText(limit.what) })}
          {limit.count > 1 && ` · ${t('limit.count', { count: limit.count })}`}
        </span>
      ) : (
        // That it moves is what the state says; of a lost host the notice says what to do.
        now.why_not &&
        now.why_code !== 'moving' &&
        !now.host_lost && <span>{whyNot(now.why_code, now.why_not)}</span>
      )}
    </div>
  );
}

function Boarding() {
  const now = store.shown.value;
  const yes = now?.may_step_on === true && store.live.value;
  const why = now?.why_not_step_on ? (words(now.step_on_code ?? '') ?? now.why_not_step_on) : '';
  return (
    <span
      class={`lamp ${yes ? 'good' : 'off'}`}
      title={`${why ? `${why}. ` : ''}${t('top.step_on.note')}`}
      data-testid="step-on"
      data-on={yes}
    >
      <i aria-hidden="true" />
      <span>
        {t('top.step_on')} <b class="long">{t(yes ? 'top.step_on.yes' : 'top.step_on.no')}</b>
        <b class="short">{t(yes ? 'top.step_on.yes.short' : 'top.step_on.no.short')}</b>
      </span>
    </span>
  );
}

function LoopBadge() {
  const late = store.late.value;
  if (!late) return null;
  return (
    <button
      class="badge wait"
      title={t('loop.late.hint')}
      aria-label={t('loop.late', { count: late.what })}
      data-testid="loop-late"
      onClick={() => {
        tab.value = 'loop';
        goTo('operate');
      }}
    >
      <span class="long">{t('loop.late', { count: late.what })}</span>
      <span class="short">{t('loop.late.short')}</span>
    </button>
  );
}

/** Who this page is, where that is not everything. */
function RoleBadge() {
  const role = store.role.value;
  if (role === 'engineer') return null;
  const words = t(`role.${role}.hint`);
  return (
    <span class="badge" title={words} data-testid="role" data-role={role}>
      {t(`role.${role}`)}
    </span>
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

function Waiting({ count }: { count: number }) {
  if (count === 0) return null;
  const words = t('alarm.badge', { count });
  return (
    <b class="count" title={words}>
      <span aria-hidden="true">{count}</span>
      <span class="sr">, {words}</span>
    </b>
  );
}

function PageLink({ name, close }: { name: PageName; close: () => void }) {
  const count = name === 'service' ? waiting.value : 0;
  return (
    <a
      href={`#${name}`}
      aria-current={page.value === name ? 'page' : undefined}
      onClick={close}
      data-testid={`page-${name}`}
      data-waiting={count}
    >
      <span>
        {t(`page.${name}`)}
        <Waiting count={count} />
      </span>
    </a>
  );
}

/** A row that is never cut off; on a phone behind a button that says where one is. */
function Pages() {
  const [open, setOpen] = useState(false);
  return (
    <nav class="pages" aria-label={t('page.label')} data-open={open}>
      <button class="menu" aria-expanded={open} onClick={() => setOpen(!open)} data-testid="page-menu">
        ☰ {t(`page.${page.value}`)}
        <Waiting count={waiting.value} />
      </button>
      {PAGES.map((name) => (
        <PageLink key={name} name={name} close={() => setOpen(false)} />
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
        aria-label={t('top.size')}
        title={t('top.size')}
        value={prefs.size.value}
        onChange={(event) => (prefs.size.value = Number(event.currentTarget.value))}
        data-testid="size"
      >
        {PAGE_SIZES.map((size) => (
          <option key={size} value={size}>
            {size} %
          </option>
        ))}
      </select>
      <select
        aria-label={t('top.language')}
        value={prefs.language.value}
        onChange={(event) => (prefs.language.value = event.currentTarget.value === 'zh' ? 'zh' : 'en')}
        data-testid="language"
      >
        <option value="en" lang="en">
          EN
        </option>
        <option value="zh" lang="zh-CN">
          中文
        </option>
      </select>
      <button
        class="plain icon"
        title={words}
        aria-label={words}
        data-testid="theme"
        onClick={() => (prefs.theme.value = next[theme])}
      >
        {sign}
      </button>
      <HelpAll />
    </div>
  );
}

function Simulated() {
  const machine = store.machine.value;
  if (!machine) return null;
  const kind = machine.simulated
    ? 'top.simulated'
    : store.shown.value?.drives.open_loop
      ? 'top.open_loop'
      : 'top.real';
  return (
    <span
      class={`badge ${machine.simulated ? 'sim' : 'real'}`}
      title={t(`${kind}.hint`)}
      data-testid="simulated"
    >
      {t(kind)}
    </span>
  );
}

export function TopBar() {
  return (
    <>
      <div class="mast">
        <h1 title={store.machine.value?.platform}>{store.machine.value?.platform ?? 'hexad'}</h1>
        <Simulated />
        <Pages />
        <LoopBadge />
        <RoleBadge />
        <Boarding />
        <LinkBadge />
        <Choices />
      </div>
      <div class="helm">
        <div class="bar-top">
          <StateWord />
          <p class="sr" role="status" data-testid="situation">
            {situation}
          </p>
          <Driver />
          <WhyNot />
          <button
            class="stop"
            title={t('top.stop.hint', { key: STOP_KEY })}
            data-testid="stop"
            onClick={() => void commands.send({ action: 'stop' })}
          >
            {t('top.stop')} <kbd>{STOP_KEY}</kbd>
          </button>
          <button
            class="estop"
            title={t('top.estop.hint', { key: ESTOP_KEY })}
            data-testid="estop"
            onClick={() => void commands.send({ action: 'estop' })}
          >
            {t('top.estop')} <kbd>{ESTOP_KEY}</kbd>
          </button>
        </div>
        <Notices />
      </div>
    </>
  );
}
