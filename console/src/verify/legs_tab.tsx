import { limitText } from '../i18n/sentences';
import { fixed } from '../i18n/format';
import { t } from '../i18n';
import type { LegRow } from './answers';
import { plainName } from './draft';
import { draft, pose, saveTable } from './editor';
import { columnOf, type Column } from './picture';
import { NotChecked } from './series';

type HeadingKey =
  `vlegs.${'leg' | 'length' | 'extension' | 'velocity' | 'acceleration' | 'base_angle' | 'platform_angle' | 'joint' | 'force' | 'torque' | 'rpm' | 'why'}`;
const HEADINGS: readonly { column: Column | 'leg' | 'why'; key: HeadingKey; unit: string; span?: number }[] =
  [
    { column: 'leg', key: 'vlegs.leg', unit: '' },
    { column: 'length', key: 'vlegs.length', unit: 'mm' },
    { column: 'extension', key: 'vlegs.extension', unit: 'mm' },
    { column: 'velocity', key: 'vlegs.velocity', unit: 'mm/s' },
    { column: 'acceleration', key: 'vlegs.acceleration', unit: 'mm/s²' },
    { column: 'baseAngle', key: 'vlegs.base_angle', unit: '°' },
    { column: 'platformAngle', key: 'vlegs.platform_angle', unit: '°' },
    { column: 'joint', key: 'vlegs.joint', unit: 'X Y Z mm', span: 3 },
    { column: 'force', key: 'vlegs.force', unit: 'kN' },
    { column: 'torque', key: 'vlegs.torque', unit: 'Nm' },
    { column: 'rpm', key: 'vlegs.rpm', unit: 'rpm' },
    { column: 'why', key: 'vlegs.why', unit: '' },
  ];

/** The table as a file: numbers whole, headings with their units. */
export function legsCsv(legs: readonly LegRow[]): string {
  const head =
    'leg,length_mm,extension_mm,velocity_mm_s,acceleration_mm_s2,base_angle_deg,platform_angle_deg,joint_x_mm,joint_y_mm,joint_z_mm,force_kN,torque_Nm,rpm';
  const cell = (value: number) => (Number.isFinite(value) ? String(value) : '');
  return `${[head, ...legs.map((leg, i) => [i + 1, leg.length, leg.extension, leg.velocity, leg.acceleration, leg.baseAngle, leg.platformAngle, ...leg.joint, leg.force, leg.torque, leg.rpm].map(cell).join(','))].join('\n')}\n`;
}

function Margin({ percent }: { percent: number }) {
  if (!Number.isFinite(percent)) return null;
  return (
    <small class={percent < 0 ? 'bad' : ''} title={t('vlegs.margin', { percent: fixed(percent, 1) })}>
      {' '}
      {fixed(percent, 0)} %
    </small>
  );
}

export function LegsTab() {
  const answer = pose.state.value.answer;
  const inverse = answer?.inverse;
  if (!inverse || inverse.legs.length === 0)
    return <p class="pad muted">{answer ? t('vlegs.none') : t('verify.busy')}</p>;
  const { legs, limits } = inverse;
  const stroke = (answer.machine?.legMax ?? NaN) - (answer.machine?.legMin ?? NaN);
  return (
    <div class="scroll">
      <table class="data vlegs" data-testid="v-legs">
        <thead>
          <tr>
            {HEADINGS.map(({ column, key, unit, span }) => (
              <th key={column} scope="col" colSpan={span ?? 1} class={column === 'why' ? '' : 'num'}>
                {t(key)}
                {unit && <small> {unit}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {legs.map((leg, i) => {
            const mine = limits.filter((limit) => limit.leg === i + 1);
            const broken = (column: Column) => mine.filter((limit) => columnOf(limit, leg) === column);
            const cell = (column: Column, text: string, more?: preact.JSX.Element | null) => {
              const reasons = broken(column);
              return (
                <td
                  class={`num ${reasons.length ? 'bad' : ''}`}
                  title={reasons.map(limitText).join('\n') || undefined}
                  data-testid={`v-leg-${i + 1}-${column}`}
                >
                  {text}
                  {more}
                </td>
              );
            };
            const at = Math.min(1, Math.max(0, leg.extension / stroke));
            return (
              <tr key={i} class={mine.length ? 'broken' : ''}>
                <th scope="row" class="num">
                  {i + 1}
                </th>
                {cell('length', fixed(leg.length, 4))}
                {cell(
                  'extension',
                  fixed(leg.extension, 4),
                  Number.isFinite(at) ? (
                    <i class="vbar" aria-hidden="true">
                      <i style={`width:${(100 * at).toFixed(1)}%`} />
                    </i>
                  ) : null,
                )}
                {cell('velocity', fixed(leg.velocity, 3))}
                {cell('acceleration', fixed(leg.acceleration, 2))}
                {cell('baseAngle', fixed(leg.baseAngle, 3))}
                {cell('platformAngle', fixed(leg.platformAngle, 3))}
                {leg.joint.map((value, k) => (
                  <td key={k} class="num">
                    {fixed(value, 3)}
                  </td>
                ))}
                {cell('force', fixed(leg.force, 3), <Margin percent={leg.forceMargin} />)}
                {cell('torque', fixed(leg.torque, 3), <Margin percent={leg.torqueMargin} />)}
                {cell('rpm', fixed(leg.rpm, 1), <Margin percent={leg.speedMargin} />)}
                <td
                  class="why-cell"
                  title={mine.map(limitText).join('\n') || undefined}
                  data-testid={`v-leg-${i + 1}-why`}
                >
                  {mine.map(limitText).join(' · ')}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <div class="pad">
        <NotChecked list={inverse.notChecked} />
      </div>
    </div>
  );
}

export function saveLegs(format: 'csv' | 'xlsx'): void {
  const legs = pose.state.peek().answer?.inverse?.legs;
  if (legs) void saveTable(format, `legs_${plainName(draft.peek().project)}`, legsCsv(legs));
}
