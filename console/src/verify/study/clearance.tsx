// How near legs and plates come to each other all over the workspace, and how far joints turn about each axis.

import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { http } from '../../state/app';
import { fixed } from '../../i18n/format';
import { t } from '../../i18n';
import { Told } from '../../panels/controls';
import { numberOf } from '../draft';
import { set } from '../editor';
import type { Or } from '../json';
import { Question } from '../question';
import { clearanceAnswer, type ClearanceAnswer } from './answers';
import { anyBad, Answered, Choice, numbersOf, NumberFields, PoseButton } from './parts';

const SHOWN = 12;
const body = signal({
  cylinder_diameter: '60',
  cylinder_length: '',
  rod_diameter: '30',
  joint_length: '60',
  base_diameter: '',
  base_below: '60',
  platform_diameter: '',
  platform_above: '60',
});
const FOLLOW = ['cylinder_length', 'base_diameter', 'platform_diameter'] as const;
const bounds = signal({ least: '10', limit: '45' });
const mount = signal<'neutral' | 'upright'>('neutral');
const clearance = new Question<Or<ClearanceAnswer>>(
  async (asked, abort) => clearanceAnswer(await http.verify('clearance', asked, abort)),
  400,
);
function nameOf(part: string, leg: number): string {
  return part === 'leg' ? `${t('vlegs.leg')} ${leg}` : t(part === 'base' ? 'verify.base' : 'verify.platform');
}

/** The angles of one joint about its two axes, all over the workspace. */
function JointMap({ joint, most }: { joint: ClearanceAnswer['joints'][number]; most: number }) {
  const scale = 40 / Math.max(1, most);
  return (
    <figure class={joint.passes ? '' : 'bad'}>
      <svg viewBox="-44 -44 88 88" role="img" aria-label={`${nameOf(joint.end, joint.leg)} ${joint.leg}`}>
        <line x1="-44" x2="44" y1="0" y2="0" class="axis" />
        <line y1="-44" y2="44" x1="0" x2="0" class="axis" />
        <polygon points={joint.outline.map(([a, b]) => `${a * scale},${-b * scale}`).join(' ')} />
      </svg>
      <figcaption>
        {nameOf(joint.end, 0)} {joint.leg}: {fixed(joint.cone, 1)}°
      </figcaption>
    </figure>
  );
}

function Result({ found }: { found: ClearanceAnswer }) {
  const most = Math.max(1, ...found.joints.map((one) => one.cone));
  return (
    <>
      <p class={`verdict ${found.passes ? 'good' : 'bad'}`} data-testid="vclear-verdict">
        <Told said={found.verdict} /> <small>{t('vclear.poses', { count: found.poses })}</small>
      </p>
      <table class="data" data-testid="vclear-pairs">
        <tbody>
          {found.pairs.slice(0, SHOWN).map((one, i) => (
            <tr key={i} class={one.passes ? '' : 'broken'}>
              <th scope="row">
                {nameOf(one.a, one.aLeg)} – {nameOf(one.b, one.bLeg)}
              </th>
              <td class="num">{fixed(one.distance, 1)} mm</td>
              <td>
                <PoseButton pose={one.pose} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="vclear-joints" data-testid="vclear-joints">
        {found.joints.map((one) => (
          <JointMap key={`${one.end}${one.leg}`} joint={one} most={most} />
        ))}
      </div>
    </>
  );
}

export function Clearance() {
  useEffect(
    () =>
      effect(() => {
        if (!set.value || anyBad(bounds.value, body.value)) return;
        const bound = numberOf(bounds.value.limit) ?? 0;
        clearance.follow({
          set: set.value,
          least: numberOf(bounds.value.least) ?? 0,
          body: numbersOf(body.value),
          mount: mount.value,
          joint_limit: [bound, bound],
        });
      }),
    [],
  );
  return (
    <div class="vstudy">
      <div class="vstudy-side">
        <NumberFields of={body} words="vclear" unit="mm" soft={FOLLOW} />
        <p class="note">{t('vclear.follow')}</p>
        <NumberFields of={bounds} words="vclear" unit={{ least: 'mm', limit: '±°' }} />
        <Choice
          label={t('vclear.mount')}
          of={mount}
          from={['neutral', 'upright']}
          word={(one) => t(`vclear.mount.${one}`)}
        />
      </div>
      <div class="vstudy-main">
        <Answered of={clearance}>{(found) => <Result found={found} />}</Answered>
      </div>
    </div>
  );
}
