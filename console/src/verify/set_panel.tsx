// The left side: joints, circles, legs and motors, load and limits, another frame.

import { computed, signal } from '@preact/signals';
import { t } from '../i18n';
import { ENDS, isBad, isEmpty, numberOf, type End, type Item } from './draft';
import { chosen, editor, draft, pose, set, takeJoints } from './editor';
import { Field, ItemField } from './fields';
import { Toolbar } from './toolbar';
import { HelpLink } from '../panels/help';

const AXIS = ['X', 'Y', 'Z'] as const;

function JointsTable() {
  const now = draft.value;
  const pick = chosen.value;
  return (
    <table class="vjoints" data-testid="v-joints">
      <colgroup>
        <col />
        {[0, 1].flatMap((end) => ['x', 'y', 'z'].map((axis) => <col key={`${end}${axis}`} class={axis} />))}
      </colgroup>
      <thead>
        <tr>
          <td />
          {ENDS.map((end) => (
            <th key={end} colSpan={3}>
              {t(`verify.${end}`)}
            </th>
          ))}
        </tr>
        <tr>
          <th scope="col">{t('vlegs.leg')}</th>
          {ENDS.flatMap((end) =>
            AXIS.map((axis) => (
              <th scope="col" key={end + axis}>
                {axis}
              </th>
            )),
          )}
        </tr>
      </thead>
      <tbody>
        {now.base.map((_, leg) => (
          <tr key={leg} class={pick?.leg === leg ? 'chosen' : ''} data-testid={`v-row-${leg + 1}`}>
            <th scope="row">{leg + 1}</th>
            {ENDS.flatMap((end) =>
              AXIS.map((axis, k) => (
                <td key={end + axis} class={end === 'platform' && k === 0 ? 'second' : ''}>
                  <Field
                    label={t('verify.joint', { end: t(`verify.${end}`), leg: leg + 1, axis })}
                    text={now[end][leg]![k]!}
                    change={(text) => editor.joint(end, leg, k, text)}
                    picked={pick?.leg === leg && pick.end === end}
                    focus={() => (chosen.value = { end, leg })}
                    testid={`v-${end}-${leg + 1}-${axis}`}
                  />
                </td>
              )),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type CircleText = readonly [diameter: string, pair: string];
const by = signal<'distance' | 'angle'>('distance');
/** What is being typed, and the joints it was typed over or has made: with any others it is of the past. */
const typedCircles = signal<{ texts: Readonly<Record<End, CircleText>>; joints: unknown } | null>(null);
const OFF_MM = 0.01;
const rounded = (value: number): string => (Number.isFinite(value) ? String(+value.toFixed(4)) : '');

/** The circles of the joints on the page, as texts. */
const circlesFound = computed<Readonly<Record<End, CircleText>>>(() => {
  const found = pose.state.value.answer?.circles;
  const text = (end: End): CircleText =>
    found ? [rounded(found[end].diameter), rounded(found[end][by.value])] : ['', ''];
  return { base: text('base'), platform: text('platform') };
});

/** Two views of the same joints: typing here moves them, moving them is seen here. */
function Circles() {
  const found = pose.state.value.answer?.circles ?? null;
  const typing = typedCircles.value?.joints === draft.value.base ? typedCircles.value : null;
  const now = typing?.texts ?? circlesFound.value;
  const off = Math.max(found?.base.off ?? 0, found?.platform.off ?? 0);
  const put = (end: End, i: number, text: string) => {
    const next = { ...now, [end]: now[end].map((old, k) => (k === i ? text : old)) } as Record<
      End,
      CircleText
    >;
    const mine = (typedCircles.value = { texts: next, joints: draft.peek().base });
    if ([...next.base, ...next.platform].some((one) => isBad(one) || isEmpty(one))) return;
    const of = (which: End) => ({
      diameter: numberOf(next[which][0]),
      [by.peek()]: numberOf(next[which][1]) ?? 0,
    });
    void takeJoints('circle', { base: of('base'), platform: of('platform') }, 'circles').then(() => {
      if (typedCircles.peek() === mine) typedCircles.value = { ...mine, joints: draft.peek().base };
    });
  };
  return (
    <details class="vfold" data-testid="v-circle">
      <summary>{t('verify.circle')}</summary>
      <div
        class="vcircle"
        data-testid="v-circles"
        data-off={off}
        onFocusOut={(event) => {
          // Left whole: from here on the joints say what the circles are.
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) typedCircles.value = null;
        }}
      >
        <span />
        <small>{t('verify.circle.diameter')} mm</small>
        <select
          aria-label={t('verify.circle.pair')}
          value={by.value}
          onChange={(event) => {
            typedCircles.value = null;
            by.value = event.currentTarget.value === 'angle' ? 'angle' : 'distance';
          }}
          data-testid="v-circle-by"
        >
          <option value="distance">{t('verify.circle.distance')}</option>
          <option value="angle">{t('verify.circle.angle')}</option>
        </select>
        {ENDS.flatMap((end) => [
          <span key={end}>{t(`verify.${end}`)}</span>,
          <Field
            key={`${end}d`}
            label={`${t(`verify.${end}`)} ${t('verify.circle.diameter')}`}
            text={now[end][0]}
            soft={typing === null}
            change={(text) => put(end, 0, text)}
            testid={`v-circle-${end}-diameter`}
          />,
          <Field
            key={`${end}p`}
            label={`${t(`verify.${end}`)} ${t('verify.circle.pair')}`}
            text={now[end][1]}
            soft={typing === null}
            change={(text) => put(end, 1, text)}
            testid={`v-circle-${end}-pair`}
          />,
        ])}
      </div>
      <p class="note" data-testid="v-circle-note">
        {!found
          ? t('verify.circle.none')
          : off > OFF_MM
            ? t('verify.circle.off', { off: rounded(off) })
            : t('verify.circle.same')}
      </p>
    </details>
  );
}

/** Legs that are not as long as the others: measured, or identified. A board keeps one length. */
function LegLengths() {
  const now = draft.value.legs;
  return (
    <details class="vfold" data-testid="v-lengths">
      <summary>{t('verify.lengths')}</summary>
      <p class="note">{t('verify.lengths.note')}</p>
      <div class="vsix">
        {now.map((text, i) => (
          <label key={i}>
            <small>{i + 1}</small>
            <Field
              label={t('verify.lengths.leg', { leg: i + 1 })}
              text={text}
              change={(typed) => editor.leg(i, typed)}
              testid={`v-length-${i + 1}`}
            />
          </label>
        ))}
      </div>
    </details>
  );
}

function ItemRow({ item, unit }: { item: Item; unit: string }) {
  return (
    <ItemField
      label={t(`item.${item}`)}
      unit={unit}
      text={draft.value.items[item]}
      change={(text) => editor.item(item, text)}
      testid={`v-${item}`}
    />
  );
}

const SERVO_DEFAULT = '3';
/** The board knows its servos by number. */
function Servo() {
  const now = draft.value.items.servo;
  const known = Array.from({ length: 16 }, (_, i) => String(i));
  return (
    <label class="vitem">
      <span>{t('item.servo')}</span>
      <select
        aria-label={t('item.servo')}
        value={now}
        onChange={(event) => editor.item('servo', event.currentTarget.value)}
        data-testid="v-servo"
      >
        {(known.includes(now) ? known : [...known, now]).map((model) => (
          <option key={model} value={model}>
            {model === SERVO_DEFAULT ? t('item.servo.default', { model }) : model}
          </option>
        ))}
      </select>
      <small />
    </label>
  );
}

function Data() {
  return (
    <section class="section">
      <h2>
        {t('verify.data')} <HelpLink of="verify" title={t('verify.data')} />
      </h2>
      <div class="vitems">
        <ItemRow item="leg_length" unit="mm" />
        <ItemRow item="lead" unit="mm" />
        <ItemRow item="stroke" unit="mm" />
        <ItemRow item="ratio" unit="" />
        <ItemRow item="height" unit="mm" />
        <ItemRow item="rpm" unit="rpm" />
        <ItemRow item="torque" unit="Nm" />
        <ItemRow item="peak_torque" unit="Nm" />
        <ItemRow item="load" unit="kN" />
        <ItemRow item="mass" unit="kg" />
        <Servo />
      </div>
    </section>
  );
}

const MORE: readonly (readonly [Item, string])[] = [
  ['leg_velocity', 'mm/s'],
  ['translation_jerk', 'mm/s³'],
  ['rotation_jerk', '°/s³'],
  ['leg_jerk', 'mm/s³'],
  ['rotation_angle', '°'],
  ['stroke_margin', 'mm'],
  ['inertia_x', 'kg·m²'],
  ['inertia_y', 'kg·m²'],
  ['inertia_z', 'kg·m²'],
  ['friction', 'N'],
  ['efficiency', ''],
  ['rotor_inertia', 'kg·m²'],
  ['cylinder_mass', 'kg'],
  ['cylinder_centre', 'mm'],
  ['cylinder_inertia', 'kg·m²'],
  ['rod_mass', 'kg'],
  ['rod_centre', 'mm'],
  ['rod_inertia', 'kg·m²'],
];

function Limits() {
  return (
    <details class="vfold" data-testid="v-limits">
      <summary>{t('verify.limits')}</summary>
      <p class="note">{t('verify.limits.note')}</p>
      <div class="vitems">
        {AXIS.map((axis, k) => (
          <ItemField
            key={axis}
            label={t('item.centre', { axis })}
            unit="mm"
            text={draft.value.centre[k]!}
            change={(text) => editor.centre(k, text)}
            testid={`v-centre-${axis}`}
          />
        ))}
        <ItemRow item="joint_angle" unit="°" />
        <ItemRow item="translation_velocity" unit="mm/s" />
        <ItemRow item="translation_acceleration" unit="mm/s²" />
        <ItemRow item="rotation_velocity" unit="°/s" />
        <ItemRow item="rotation_acceleration" unit="°/s²" />
        <ItemRow item="leg_acceleration" unit="mm/s²" />
        {MORE.map(([item, unit]) => (
          <ItemRow key={item} item={item} unit={unit} />
        ))}
      </div>
    </details>
  );
}

function RotaryAxis() {
  return (
    <details class="vfold" data-testid="v-rotary">
      <summary>{t('verify.rotary')}</summary>
      <div class="vitems">
        <ItemRow item="gear" unit="" />
        <ItemRow item="rotary_rpm" unit="rpm" />
        <ItemRow item="big_teeth" unit="" />
        <ItemRow item="small_teeth" unit="" />
      </div>
    </details>
  );
}

const frame = signal(['0', '0', '0', '0', '0', '0']);
const FRAME = ['X', 'Y', 'Z', 'α', 'β', 'γ'];

function CoShift() {
  const now = frame.value;
  return (
    <details class="vfold" data-testid="v-shift">
      <summary>{t('verify.shift')}</summary>
      <p class="note">{t('verify.shift.note')}</p>
      <div class="vsix">
        {FRAME.map((name, i) => (
          <label key={name}>
            <small>
              {name} {i < 3 ? 'mm' : '°'}
            </small>
            <Field
              label={name}
              text={now[i]!}
              change={(text) => (frame.value = now.map((old, k) => (k === i ? text : old)))}
              testid={`v-frame-${i}`}
            />
          </label>
        ))}
      </div>
      <button
        disabled={!set.value || now.some(isBad)}
        onClick={() =>
          void takeJoints('shift', { set: set.value, frame: now.map((text) => numberOf(text) ?? 0) })
        }
        data-testid="v-shift-use"
      >
        {t('verify.shift.use')}
      </button>
    </details>
  );
}

export function SetPanel() {
  return (
    <div class="vleft">
      <Toolbar />
      <section class="section">
        <h2>
          {t('verify.joints')} <HelpLink of="verify" title={t('verify.joints')} />
        </h2>
        <div class="scroll-x">
          <JointsTable />
        </div>
      </section>
      <Data />
      <Circles />
      <LegLengths />
      <Limits />
      <RotaryAxis />
      <CoShift />
    </div>
  );
}
