// The page "Pendant", for a phone or tablet in the hand: everything moves only while it is held, at reduced
// speed. What ends it is decided by the program: beats that are missing, a press that is over.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { AXES, type Six } from '../api/messages';
import { axisHold, jog, store } from '../state/app';
import { firstPad, PadWatch, velocityOf, type Sticks } from '../state/gamepad';
import { axisDigits, axisUnit, fixed } from '../i18n/format';
import { axisName, driverName } from '../i18n/sentences';
import { known, t } from '../i18n';
import { Actions } from '../panels/actions';
import { Section, Tabs, useVerdict } from '../panels/controls';
import { HoldButton } from '../panels/hold_button';

/** Percent of the machine's limits: never more than half, whoever holds it. */
const SPEEDS = [5, 10, 25, 50] as const;
const percent = signal<number>(10);
const what = signal<'axes' | 'legs'>('axes');
const sticks = signal<Sticks>('move');
const LOOK_MS = 20;
/** What the gamepad calls itself; '' = there is none. */
const padName = signal('');
/** Whether axes may be followed now. */
let mayFollow = false;

const most = (): Six => (store.machine.peek()?.velocity ?? []).map((limit) => (limit * percent.peek()) / 100);

function AxisRow({ axis, enabled }: { axis: number; enabled: boolean }) {
  const now = store.shown.value;
  const value = now?.pose_valid ? now.pose[axis]! : NaN;
  const hold = (sign: 1 | -1) => (
    <HoldButton
      label={t('pendant.hold', { what: axisName(axis), sign: sign > 0 ? '+' : '−' })}
      style="pendant-hold"
      enabled={enabled}
      testid={`hold-${AXES[axis]}${sign > 0 ? '+' : '-'}`}
      begin={() => axisHold.start(() => most().map((speed, i) => (i === axis ? sign * speed : 0)))}
      end={() => axisHold.stop()}
    >
      {sign > 0 ? '+' : '−'}
    </HoldButton>
  );
  return (
    <div class="pendant-row">
      {hold(-1)}
      <span>
        {known('axis', String(axis))}
        <b>
          {fixed(value, axisDigits(axis))} {axisUnit(axis)}
        </b>
      </span>
      {hold(1)}
    </div>
  );
}

function LegRow({ leg, enabled }: { leg: number; enabled: boolean }) {
  const speed = ((store.machine.value?.jog_mm_s ?? 10) * percent.value) / 50;
  const hold = (sign: 1 | -1) => (
    <HoldButton
      label={t(sign > 0 ? 'jog.up.leg' : 'jog.down.leg', { leg })}
      style="pendant-hold"
      enabled={enabled}
      testid={`hold-leg${leg}${sign > 0 ? '+' : '-'}`}
      begin={() => jog.start({ legs: [leg], speed: sign * speed })}
      end={() => jog.stop()}
    >
      {sign > 0 ? '+' : '−'}
    </HoldButton>
  );
  return (
    <div class="pendant-row">
      {hold(-1)}
      <span>
        {t('jog.leg', { leg })}
        <b>{fixed(store.shown.value?.legs[leg - 1]?.extension_mm ?? NaN, 1)} mm</b>
      </span>
      {hold(1)}
    </div>
  );
}

function GamepadPart({ enabled }: { enabled: boolean }) {
  const name = padName.value;
  useEffect(() => {
    const watch = new PadWatch(
      () => firstPad(navigator),
      {
        // Held while nothing may move is held in vain: it takes a new press then, too.
        start: (velocity) => mayFollow && axisHold.start(velocity),
        stop: () => axisHold.stop(),
      },
      (one) => velocityOf(one, sticks.peek(), most()),
    );
    const timer = setInterval(() => {
      const found = firstPad(navigator)?.id ?? '';
      if (found !== padName.peek()) padName.value = found;
      watch.look();
    }, LOOK_MS);
    return () => {
      clearInterval(timer);
      axisHold.stop();
    };
  }, []);
  mayFollow = enabled;
  return (
    <Section title={t('pendant.gamepad')} help="pendant">
      <p data-testid="gamepad" data-pad={name}>
        {name ? t('pendant.gamepad.is', { name }) : t('pendant.gamepad.none')}
      </p>
      {!window.isSecureContext && <p class="why">{t('pendant.gamepad.secure')}</p>}
      {name && (
        <>
          <div class="segmented" role="group" aria-label={t('pendant.sticks')}>
            {(['move', 'tilt'] as const).map((one) => (
              <button
                key={one}
                aria-pressed={sticks.value === one}
                onClick={() => (axisHold.stop(), (sticks.value = one))}
                data-testid={`sticks-${one}`}
              >
                {t(`pendant.sticks.${one}`)}
              </button>
            ))}
          </div>
          <p class="note">{t('pendant.gamepad.hint')}</p>
        </>
      )}
    </Section>
  );
}
/** Who else is there: the host that drives, hosts that were heard, other pages. */
function Others() {
  const others = store.consoles.value.filter((one) => one.number !== store.console.value);
  const hosts = store.hosts.value.filter((host) => host.protocol !== 'csfi');
  return (
    <Section title={t('pendant.others')}>
      <ul class="pendant-others" data-testid="pendant-others" data-consoles={others.length}>
        <li>
          {t('top.driver')}: <b>{driverName(store.shown.value?.driver ?? null)}</b>
        </li>
        {hosts.map((host) => (
          <li key={`${host.protocol} ${host.address}`}>
            {host.protocol} {host.address}
          </li>
        ))}
        {others.map((one) => (
          <li key={one.number}>
            {t('pendant.console', { peer: `${one.number} ${one.address}` })} · {t(`role.${one.role}`)}
            {one.in_control && <b> · {t('control.has')}</b>}
          </li>
        ))}
        {hosts.length + others.length === 0 && <li class="muted">{t('pendant.alone')}</li>}
      </ul>
    </Section>
  );
}

export function PendantPage() {
  const machine = store.machine.value;
  const follow = useVerdict('follow');
  const legs = useVerdict('jog');
  useEffect(
    () => () => {
      jog.stop();
      axisHold.stop();
    },
    [],
  );
  const chosen = what.value === 'axes' ? follow : legs;
  const speed = most();
  return (
    <>
      <div class="pendant-main">
        <p class="pendant-warn" role="note">
          {t('pendant.warn')}
        </p>
        <Section title={t('pendant.hold.title')} help="pendant">
          <div class="row pendant-speed">
            <div class="segmented" role="group" aria-label={t('pendant.speed')}>
              {SPEEDS.map((one) => (
                <button
                  key={one}
                  aria-pressed={percent.value === one}
                  onClick={() => (jog.stop(), axisHold.stop(), (percent.value = one))}
                  data-testid={`pendant-speed-${one}`}
                >
                  {one} %
                </button>
              ))}
            </div>
            <Tabs
              label={t('pendant.hold.title')}
              names={['axes', 'legs'] as const}
              chosen={what.value}
              choose={(name) => (jog.stop(), axisHold.stop(), (what.value = name))}
              testid={(name) => `pendant-${name}`}
              words={(name) => t(name === 'axes' ? 'axes.title' : 'legs.title')}
            />
          </div>
          <p class="note">
            {what.value === 'axes'
              ? t('pendant.speed_is', { mm: fixed(speed[2] ?? NaN, 0), degrees: fixed(speed[3] ?? NaN, 1) })
              : t('jog.hint')}
          </p>
          {!chosen.allowed && chosen.why && <p class="why">{t('blocked', { reason: chosen.why })}</p>}
          <div
            class="pendant-rows"
            role="tabpanel"
            data-testid="pendant-rows"
            data-held={axisHold.running.value}
          >
            {what.value === 'axes'
              ? machine?.ranges.map(([low, high], axis) =>
                  high > low ? <AxisRow key={axis} axis={axis} enabled={follow.allowed} /> : null,
                )
              : Array.from({ length: machine?.legs ?? 0 }, (_, i) => (
                  <LegRow key={i} leg={i + 1} enabled={legs.allowed} />
                ))}
          </div>
        </Section>
      </div>
      <div class="pendant-side">
        <Actions />
        <GamepadPart enabled={follow.allowed} />
        <Others />
      </div>
    </>
  );
}
