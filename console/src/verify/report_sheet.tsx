// The report itself: one page that needs nothing else, in the language of the console, to be printed or kept.

import { limitText } from '../i18n/sentences';
import { told } from '../i18n/message';
import { fixed } from '../i18n/format';
import { currentLanguage, known, t } from '../i18n';
import { AXES } from '../api/messages';
import type { BoardState } from './board_tab';
import { ENDS, FILE_ITEMS, OTHER_ITEMS, type Draft, type Item } from './draft';
import { stopText } from './reach_tab';
import type { ReportFacts, Section } from './report';

export interface Signed {
  place: string;
  engineer: string;
  machine: string;
}
export interface Sheet {
  draft: Draft;
  facts: ReportFacts;
  signed: Signed;
  made: Date;
  program: string;
  board: BoardState | null;
  sections: Section[]; // sine, roadmap, sizing: what the tabs have found
}

const UNITS: Record<string, string> = {
  height: 'mm',
  leg_length: 'mm',
  stroke: 'mm',
  lead: 'mm',
  rpm: 'rpm',
  rotary_rpm: 'rpm',
  torque: 'Nm',
  peak_torque: 'Nm',
  load: 'kN',
  mass: 'kg',
  joint_angle: '°',
  rotation_angle: '°',
  stroke_margin: 'mm',
  translation_velocity: 'mm/s',
  translation_acceleration: 'mm/s²',
  translation_jerk: 'mm/s³',
  rotation_velocity: '°/s',
  rotation_acceleration: '°/s²',
  rotation_jerk: '°/s³',
  leg_velocity: 'mm/s',
  leg_acceleration: 'mm/s²',
  leg_jerk: 'mm/s³',
  friction: 'N',
  rotor_inertia: 'kg·m²',
  inertia_x: 'kg·m²',
  inertia_y: 'kg·m²',
  inertia_z: 'kg·m²',
  cylinder_mass: 'kg',
  cylinder_centre: 'mm',
  cylinder_inertia: 'kg·m²',
  rod_mass: 'kg',
  rod_centre: 'mm',
  rod_inertia: 'kg·m²',
};
const LIMITS = ['velocity', 'acceleration', 'jerk'] as const;
const WORST_UNITS = {
  force: 'kN',
  torque: 'Nm',
  rpm: 'rpm',
  base_angle: '°',
  platform_angle: '°',
  singular: '%',
};

export const STYLE = `
:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0;background:#fff;color:#1c2127;font:13px/1.45 system-ui,'Noto Sans CJK SC',sans-serif}
main{max-width:190mm;margin:0 auto;padding:12mm 8mm}
h1{font-size:21px;margin:0 0 2px}h2{font-size:15px;margin:18px 0 4px;border-bottom:1px solid #c9ced6}
p{margin:3px 0 8px}.soft{color:#5d6671}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:4px 0 8px;width:100%}
th,td{padding:2px 8px;border-bottom:1px solid #e3e6ea;text-align:right;font-weight:400}
th:first-child,td:first-child{text-align:left}thead th{color:#5d6671;font-size:12px}
.items{columns:2;column-gap:10mm}.items div{display:flex;justify-content:space-between;gap:8px;break-inside:avoid;border-bottom:1px solid #eef0f3}
.verdict{font-weight:700}.good{color:#17663a}.bad{color:#a1201a}
li.error b{color:#a1201a}li.warning b{color:#8a5a00}
.whole{font-size:15px;margin:8px 0}.notes{white-space:pre-wrap}
svg.vsize-picture{display:block;width:120mm}svg text{font-size:9px;fill:#5d6671}svg .end{text-anchor:end}
svg .axis{stroke:#8a93a0}svg .point{fill:#3b6ea8}svg .peak,svg .continuous{fill:none;stroke-width:1.4}
svg .peak{stroke:#a1201a}svg .continuous{stroke:#17663a}svg .rms{fill:none;stroke:#1c2127;stroke-width:1.6}
.sign{break-inside:avoid;display:flex;gap:14mm;margin-top:18mm}.sign div{flex:1;border-top:1px solid #1c2127;padding-top:2px}
section,tr{break-inside:avoid}
@media print{main{padding:0;max-width:none}body{font-size:11px;line-height:1.35}h1{font-size:19px}h2{font-size:13px;margin:12px 0 3px}
th,td{padding:1px 6px}thead th{font-size:10.5px}svg.vsize-picture{width:100mm}.sign{margin-top:14mm}}
`;
/** Every sheet says what it belongs to. */
export const sheetStyle = (title: string): string => `
@page{size:A4;margin:13mm 12mm 16mm;
@bottom-left{content:"${title.replace(/[\\"<]/g, ' ')}";font:9px system-ui,sans-serif;color:#5d6671}
@bottom-right{content:counter(page) " / " counter(pages);font:9px system-ui,sans-serif;color:#5d6671}}
`;

/** On paper an item stands alone: it says what it is of. */
function itemName(item: Item): string {
  const kind = LIMITS.find((one) => item.endsWith(`_${one}`));
  const name = item === 'rotary_rpm' ? t('vrep.rotary_rpm') : t(`item.${item}`);
  return kind ? t(`vrep.limit.${kind}`, { what: name }) : name;
}

function SetTables({ draft }: { draft: Draft }) {
  const legs = draft.base
    .map((_, leg) => leg)
    .filter((leg) => ENDS.some((end) => draft[end][leg]!.some((text) => Number(text) !== 0)));
  const own = draft.legs.some((text) => Number(text) !== 0);
  return (
    <section>
      <h2>{t('vrep.set')}</h2>
      <table>
        <thead>
          <tr>
            <th>{t('verify.joints')}</th>
            {ENDS.flatMap((end) =>
              ['X', 'Y', 'Z'].map((axis) => <th key={end + axis}>{`${t(`verify.${end}`)} ${axis}`}</th>),
            )}
            {own && <th>{t('item.leg_length')}</th>}
          </tr>
        </thead>
        <tbody>
          {legs.map((leg) => (
            <tr key={leg}>
              <th>
                {t('vlegs.leg')} {leg + 1}
              </th>
              {ENDS.flatMap((end) => draft[end][leg]!.map((text, k) => <td key={end + k}>{text || '0'}</td>))}
              {own && <td>{Number(draft.legs[leg]) !== 0 ? draft.legs[leg] : draft.items.leg_length}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <div class="items">
        {[...FILE_ITEMS, ...OTHER_ITEMS].map((item) => (
          <div key={item}>
            <span>{itemName(item)}</span>
            <span>
              {draft.items[item] || '0'} {UNITS[item] ?? ''}
            </span>
          </div>
        ))}
        <div>
          <span>{t('vrep.centre')}</span>
          <span>{draft.centre.map((text) => text || '0').join(' / ')} mm</span>
        </div>
      </div>
    </section>
  );
}

function Checks({ facts }: { facts: ReportFacts }) {
  const { findings, machine } = facts.neutral;
  const errors = findings.filter((one) => one.kind === 'error').length;
  const warnings = findings.filter((one) => one.kind === 'warning').length;
  return (
    <section>
      <h2>{t('verify.checks')}</h2>
      <p class={`verdict ${errors > 0 ? 'bad' : 'good'}`}>
        {errors > 0 || warnings > 0 ? t('vrep.checks', { errors, warnings }) : t('verify.checks.good')}
      </p>
      <ul>
        {findings.map((one, i) => (
          <li key={i} class={one.kind}>
            <b>{t(`verify.${one.kind}`)}</b> {told(one)}
          </li>
        ))}
      </ul>
      {machine && (
        <p>
          {t('verify.heights')}: {fixed(machine.bottom, 2)} / {fixed(machine.neutral, 2)} /{' '}
          {fixed(machine.top, 2)} mm · {t('verify.leg_speed')}: {fixed(machine.legSpeed, 1)} mm/s
        </p>
      )}
    </section>
  );
}

function Reach({ facts }: { facts: ReportFacts }) {
  if (!facts.reach) return null;
  return (
    <section>
      <h2>{t('vtab.reach')}</h2>
      <table>
        <thead>
          <tr>
            <th />
            <th>{t('vrep.from')}</th>
            <th />
            <th>{t('vrep.to')}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {facts.reach.map((axis, i) => (
            <tr key={i}>
              <th>
                {known('axis', String(i))} {AXES[i]} {axis.unit}
              </th>
              {[axis.low, axis.high].flatMap((end, k) => [
                <td key={`v${k}`}>{fixed(end.value, 2)}</td>,
                <td key={`s${k}`} class="soft">
                  {stopText(end.limit, end.stoppedBy)}
                </td>,
              ])}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Worsts({ facts }: { facts: ReportFacts }) {
  if (facts.worst.length === 0) return null;
  return (
    <section>
      <h2>{t('vrep.worst')}</h2>
      <p class="soft">{t('vrep.worst.note')}</p>
      <table>
        <tbody>
          {facts.worst.map((one) => (
            <tr key={one.what}>
              <th>{t(`vrep.worst.${one.what}`)}</th>
              <td>
                <b>{fixed(one.value, one.what === 'singular' ? 1 : 3)}</b> {WORST_UNITS[one.what]}
              </td>
              <td>{one.leg > 0 ? `${t('vlegs.leg')} ${one.leg}` : ''}</td>
              <td class="soft">
                {known('axis', String(one.axis))} {fixed(one.at, 2)} {one.axis < 3 ? 'mm' : '°'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {facts.neutral.inverse?.limits.map((limit, i) => (
        <p key={i} class="bad">
          {limitText(limit)}
        </p>
      ))}
    </section>
  );
}

export function ReportSheet({ draft, facts, signed, made, program, board, sections }: Sheet) {
  const failing = [
    ...(facts.neutral.findings.some((one) => one.kind === 'error') ? [t('verify.checks')] : []),
    ...(facts.neutral.inverse?.limits.length ? [t('vrep.worst')] : []),
    ...sections.filter((one) => !one.passes).map((one) => one.name),
  ];
  const line = (name: string, value: string) => (
    <div>
      <span>{name}</span>
      <span>{value || '–'}</span>
    </div>
  );
  return (
    <main lang={currentLanguage() === 'zh' ? 'zh-CN' : 'en'}>
      <h1>{t('vrep.title', { project: draft.project || '–' })}</h1>
      <p class="soft">
        {made.toLocaleString(undefined, { hour12: false })} · {program}
      </p>
      <div class="items">
        {line(t('vrep.machine'), signed.machine)}
        {line(t('vrep.place'), signed.place)}
        {line(t('vrep.engineer'), signed.engineer)}
        {board && line(t('vtab.board'), board.words)}
      </div>
      <p class={`verdict whole ${failing.length > 0 ? 'bad' : 'good'}`} data-testid="vrep-verdict">
        {failing.length > 0 ? t('vrep.fails', { list: failing.join('; ') }) : t('vrep.passes')}
      </p>
      {draft.notes && <p class="notes">{draft.notes}</p>}
      <Checks facts={facts} />
      <Reach facts={facts} />
      <Worsts facts={facts} />
      {sections.map((one) => (
        <section key={one.name}>
          <h2>{one.name}</h2>
          {one.body}
        </section>
      ))}
      <SetTables draft={draft} />
      <div class="sign">
        <div>{t('vrep.signature')}</div>
        <div>{t('vrep.date')}</div>
      </div>
    </main>
  );
}
