// The right column: six axes against their limits, and the legs.

import { AXES, type Range, type Telemetry } from '../api/messages';
import { store } from '../state/app';
import { presentRanges } from '../state/present_ranges';
import { axisDigits, axisUnit, fixed } from '../i18n/format';
import { axisName } from '../i18n/sentences';
import { known, t } from '../i18n';
import { strokeUse } from '../scene/kinematics';
import { Section } from './controls';

const percent = (value: number, [low, high]: Range): number =>
  high > low ? Math.min(100, Math.max(0, (100 * (value - low)) / (high - low))) : 0;

function AxisRow({ axis, now, full, reach }: { axis: number; now: Telemetry; full: Range; reach: Range }) {
  if (!(full[1] > full[0])) return null;
  const digits = axisDigits(axis);
  const unit = axisUnit(axis);
  const actual = now.pose_valid ? now.pose[axis]! : NaN;
  const commanded = now.pose_valid ? now.commanded[axis]! : NaN;
  const limiting = now.limits[0]?.axis === axis + 1;
  const zero = percent(0, full);
  const at = percent(actual, full);
  return (
    <div
      class={`axis ${limiting ? 'limiting' : ''}`}
      data-testid={`axis-${AXES[axis]}`}
      data-actual={actual}
      data-commanded={commanded}
    >
      <span class="axis-name">
        <b>{AXES[axis]}</b> {known('axis', String(axis))}
      </span>
      <span class="axis-actual">{fixed(actual, digits)}</span>
      <span class="axis-commanded">{fixed(commanded, digits)}</span>
      <span class="unit">{unit}</span>
      <small class="end">{fixed(reach[0], 0)}</small>
      <div
        class="bar"
        role="img"
        aria-label={t('axes.bar', {
          axis: axisName(axis),
          value: fixed(actual, digits),
          unit,
          low: fixed(reach[0], digits),
          high: fixed(reach[1], digits),
        })}
        title={t('pose.reach', { low: fixed(reach[0], digits), high: fixed(reach[1], digits), unit })}
      >
        <i class="reach" style={`left:${percent(reach[0], full)}%;right:${100 - percent(reach[1], full)}%`} />
        {Number.isFinite(actual) && (
          <i class="fill" style={`left:${Math.min(zero, at)}%;width:${Math.abs(at - zero)}%`} />
        )}
        <i class="zero" style={`left:${zero}%`} />
        {Number.isFinite(commanded) && <i class="needle" style={`left:${percent(commanded, full)}%`} />}
      </div>
      <small class="end">{fixed(reach[1], 0)}</small>
    </div>
  );
}

function Axes({ now }: { now: Telemetry }) {
  const machine = store.machine.value!;
  const reach = presentRanges(machine, store.ranges.value, now);
  const head = (
    <span class="heads" aria-hidden="true">
      <small>{t('axes.actual')}</small>
      <small>{t('axes.commanded')}</small>
    </span>
  );
  return (
    <Section title={t('axes.title')} extra={head} help="axes">
      {machine.ranges.map((full, axis) => (
        <AxisRow key={axis} axis={axis} now={now} full={full} reach={reach[axis] ?? full} />
      ))}
      {now.rotary && (
        <div class="axis" data-testid="axis-rotary">
          <span class="axis-name">
            <b>θ</b> {t('legs.rotary')}
          </span>
          <span class="axis-actual">{fixed(now.rotary.angle, 2)}</span>
          <span class="axis-commanded" />
          <span class="unit">°</span>
          <small class="rotary-speed">{t('legs.rotary.speed', { speed: fixed(now.rotary.speed, 1) })}</small>
        </div>
      )}
    </Section>
  );
}

const errorText = (code: number): string =>
  code === 0 ? '' : `0x${code.toString(16).toUpperCase().padStart(4, '0')}`;

function Legs({ now }: { now: Telemetry }) {
  const machine = store.machine.value!;
  const limiting = now.limits[0]?.leg ?? now.fault?.leg ?? null;
  const COLUMNS = ['extension', 'speed', 'torque', 'current', 'voltage', 'error'] as const;
  return (
    <Section title={t('legs.title')} help="legs">
      <table class="legs">
        <thead>
          <tr>
            <th scope="col">#</th>
            {COLUMNS.map((name) => (
              <th scope="col" key={name} title={t(`legs.${name}.long`)}>
                {t(`legs.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: machine.legs }, (_, i) => {
            const extension = now.legs[i]?.extension_mm ?? NaN;
            const use = strokeUse(extension, machine.stroke_mm);
            const tone = !(use <= 0.97) ? 'bad' : use > 0.8 ? 'wait' : '';
            const off = now.legs[i]?.enabled !== true;
            const error = errorText(now.legs[i]?.error ?? 0);
            return (
              <tr
                key={i}
                class={limiting === i + 1 ? 'limiting' : ''}
                data-testid={`leg-${i + 1}`}
                data-extension={extension}
              >
                <th scope="row">{i + 1}</th>
                <td class="leg-bar">
                  {fixed(extension, 1)}
                  <div
                    class={`bar thin ${tone}`}
                    role="img"
                    aria-label={t('legs.bar', {
                      leg: i + 1,
                      percent: fixed((100 * extension) / machine.stroke_mm, 0),
                    })}
                  >
                    <i class="fill" style={`left:0;width:${percent(extension, [0, machine.stroke_mm])}%`} />
                  </div>
                </td>
                <td>{fixed(now.legs[i]?.velocity_mm_s, 0)}</td>
                <td>{fixed(now.legs[i]?.torque_Nm, 2)}</td>
                <td>{fixed(now.legs[i]?.current_A, 1)}</td>
                <td>{fixed(now.legs[i]?.voltage_V, 0)}</td>
                <td class={error ? 'bad' : 'muted'}>{error || (off ? t('legs.off') : '–')}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Section>
  );
}

export function Readings() {
  const now = store.shown.value;
  if (!now || !store.machine.value)
    return (
      <section class="right">
        <p class="muted pad">{t('link.connecting')}</p>
      </section>
    );
  return (
    <section class={`right ${store.live.value ? '' : 'grey'}`} aria-label={t('axes.title')}>
      <Axes now={now} />
      <Legs now={now} />
    </section>
  );
}
