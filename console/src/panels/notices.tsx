// What the operator must know wherever on the page he looks: under the bar, one line each, with what can be
// done.

import { useEffect, useRef } from 'preact/hooks';
import { commands, store, testing } from '../state/app';
import { cancel } from '../accept/session';
import { eventText, faultEntry, faultTitle } from '../i18n/sentences';
import { hasMessage } from '../i18n/message';
import { fixed } from '../i18n/format';
import { known, t, type Key } from '../i18n';
import { goTo, page } from '../state/page';
import { useVerdict } from './controls';

function StaleNotice() {
  if (store.live.value || (store.link.value === 'connecting' && !store.shown.value)) return null;
  const open = store.link.value === 'open';
  return (
    <div class="notice bad" data-testid="stale">
      <b role="alert">{t('stale.title')}</b>
      <span>{open ? t('stale.text', { seconds: fixed(store.staleFor.value, 1) }) : t('stale.closed')}</span>
    </div>
  );
}

/** A fault says on the screen itself what to do: nobody should have to look for it. */
function FaultNotice() {
  const now = store.shown.value;
  if (!now || (now.state !== 'fault' && now.state !== 'emergency')) return null;
  const stopped = now.state === 'emergency';
  const name =
    now.fault && hasMessage(`fault_${now.fault.name}`) ? now.fault.name : stopped ? 'emergency_stop' : null;
  if (!name) return null;
  const entry = faultEntry(name, now.fault ? faultTitle(now.fault) : undefined);
  return (
    <div class="notice fault" role="alert" data-testid="fault">
      <b>
        {entry.title}
        {now.fault && now.fault.code > 0 && <small>{t('events.code', { code: now.fault.code })}</small>}
      </b>
      <span>{stopped && !now.button ? t('next.reset.text') : entry.recover}</span>
    </div>
  );
}

/** The platform waits for a host that fell silent. */
function HostLostNotice() {
  const now = store.shown.value;
  if (!now?.host_lost || !store.live.value || now.state === 'fault' || now.state === 'emergency') return null;
  const lost = store.lostHost.value;
  const title = lost?.driver ? eventText(lost) : t('host_lost.title');
  return (
    <div class="notice wait" role="alert" data-testid="host-lost">
      <b>{title}</b>
      <span>{t('host_lost.text')}</span>
    </div>
  );
}

function AcceptanceNotice() {
  if (!testing.value || page.value === 'accept') return null;
  return (
    <div class="notice wait" role="status" data-testid="accepting">
      <b>{t('accepting.title')}</b>
      <span>{t('accepting.text')}</span>
      <button onClick={() => goTo('accept')}>{t('accepting.show')}</button>
      <button onClick={() => void cancel()} data-testid="accepting-cancel">
        {t('accept.cancel')}
      </button>
    </div>
  );
}

/** Of several consoles one drives: this one does not. */
function ControlNotice() {
  const other = store.elsewhere.value;
  const { allowed, why } = useVerdict('takeover');
  if (!other || !store.live.value) return null;
  const who = { number: other.number, address: other.address, role: t(`role.${other.role}`) };
  return (
    <div class="notice quiet" role="status" data-testid="elsewhere" data-console={other.number}>
      <b>{t('control.title', who)}</b>
      <span>{t('control.text')}</span>
      <button
        disabled={!allowed}
        title={why}
        onClick={() => void commands.send({ action: 'takeover' })}
        data-testid="takeover"
      >
        {t('control.take')}
      </button>
    </div>
  );
}

/**
 * An order that does more than it says waits for a second yes. Not modal: Stop and E-STOP stay where they
 * are.
 */
function QuestionNotice() {
  const asked = commands.question.value;
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => no.current?.focus(), [asked]);
  if (!asked) return null;
  const action = known('action', asked.order.action);
  return (
    <div class="notice wait" role="alertdialog" aria-label={action} data-testid="question">
      <b>{action}?</b>
      <span>{t(`ask.${asked.why}` as Key & `ask.${'zero' | 'accept'}`)}</span>
      <button ref={no} onClick={() => commands.answer(false)} data-testid="question-no">
        {t('ask.no')}
      </button>
      <button class="primary" onClick={() => commands.answer(true)} data-testid="question-yes">
        {t('ask.yes', { action })}
      </button>
    </div>
  );
}

export function Notices() {
  return (
    <div class="notices">
      <StaleNotice />
      <FaultNotice />
      <HostLostNotice />
      <AcceptanceNotice />
      <ControlNotice />
      <QuestionNotice />
    </div>
  );
}
