// Where the platform can be: the workspace as a volume at a rotation (or within tilts), whether a required
// envelope fits with all axes together, and how near legs and plates come to each other.

import { effect, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { AXES, type Six } from '../../api/messages';
import { http, prefs } from '../../state/app';
import { reasonOf } from '../../api/http';
import { axisUnit, fixed } from '../../i18n/format';
import { limitText } from '../../i18n/sentences';
import type { Said } from '../../i18n/message';
import { known, t } from '../../i18n';
import { Told } from '../../panels/controls';
import { ErrorText } from '../../panels/preview';
import { isBad, numberOf } from '../draft';
import { download, set, usePose } from '../editor';
import { Field } from '../fields';
import { Question } from '../question';
import {
  clearanceAnswer,
  envelopeAnswer,
  fileAnswer,
  volumeAnswer,
  type ClearanceAnswer,
  type EnvelopeAnswer,
  type Or,
  type VolumeSlice,
} from './answers';
import { VolumeScene } from './volume_scene';

const ROWS_A_SLICE = 4;
type What = 'envelope' | 'volume' | 'clearance';
const what = signal<What>('envelope');

/** A pose that a result names: looked at with a click. */
export function PoseButton({ pose }: { pose: Six }) {
  const words = pose
    .map((value, i) => (Math.abs(value) > 5e-4 ? `${AXES[i]} ${fixed(value, i < 3 ? 1 : 2)}` : ''))
    .filter(Boolean)
    .join(' ');
  return (
    <button class="plain" title={t('vstudy.look')} onClick={() => usePose(pose)} data-testid="vstudy-pose">
      {words || t('verify.neutral')}
    </button>
  );
}

// -------------------------------------------------------------------------------------------------- envelope

const low = signal(['-15', '-15', '-15', '-2', '-2', '-2']);
const high = signal(['15', '15', '15', '2', '2', '2']);
const envelope = new Question<Or<EnvelopeAnswer>>(
  async (body, abort) => envelopeAnswer(await http.verify('envelope', body, abort)),
  250,
);

function Envelope() {
  useEffect(
    () =>
      effect(() => {
        if (!set.value || [...low.value, ...high.value].some(isBad)) return;
        const numbers = (texts: string[]) => texts.map((text) => numberOf(text) ?? 0);
        envelope.follow({ set: set.value, low: numbers(low.value), high: numbers(high.value) });
      }),
    [],
  );
  const { answer, failed } = envelope.state.value;
  const good = answer && !('error' in answer) ? answer : null;
  const put = (to: typeof low, i: number) => (text: string) =>
    (to.value = to.value.map((old, k) => (k === i ? text : old)));
  return (
    <div class="vstudy-main" data-testid="venv" data-fits={good?.fits ?? ''}>
      <p class="note">{t('venv.note')}</p>
      <table class="data venv">
        <thead>
          <tr>
            <td />
            <th scope="col">{t('venv.wanted.low')}</th>
            <th scope="col">{t('venv.wanted.high')}</th>
            <th scope="col" class="num">
              {t('venv.alone')}
            </th>
          </tr>
        </thead>
        <tbody>
          {AXES.map((axis, i) => {
            const alone = good?.alone[i];
            return (
              <tr key={axis} class={alone && !alone.fits ? 'broken' : ''}>
                <th scope="row">
                  {known('axis', String(i))} <small>{axisUnit(i)}</small>
                </th>
                <td>
                  <Field
                    label={`${axis} ${t('venv.wanted.low')}`}
                    text={low.value[i]!}
                    change={put(low, i)}
                    testid={`venv-low-${axis}`}
                  />
                </td>
                <td>
                  <Field
                    label={`${axis} ${t('venv.wanted.high')}`}
                    text={high.value[i]!}
                    change={put(high, i)}
                    testid={`venv-high-${axis}`}
                  />
                </td>
                <td class="num">{alone ? `${fixed(alone.low, 1)} … ${fixed(alone.high, 1)}` : '–'}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {failed && (
        <p class="verdict bad">
          <Told said={failed} />
        </p>
      )}
      {answer && 'error' in answer && <ErrorText error={answer.error} />}
      {good && (
        <>
          <p class={`verdict ${good.fits ? 'good' : 'bad'}`} data-testid="venv-verdict">
            <Told said={good.verdict} />
          </p>
          {good.first && (
            <p>
              {t('venv.first')} <PoseButton pose={good.first.pose} />
              {good.first.limit && <span class="bad"> {limitText(good.first.limit)}</span>}
            </p>
          )}
        </>
      )}
    </div>
  );
}

// ---------------------------------------------------------------------------------------------------- volume

const rotation = signal(['0', '0', '0']);
const tilt = signal(['0', '0', '0']);
const points = signal(31);
const volume = signal<{
  vertices: number[];
  triangles: number[];
  litres: number;
  done: number;
  layers: number;
  force: VolumeSlice['worstForce'];
  slowest: VolumeSlice['slowest'];
} | null>(null);
const running = signal(false);
const problem = signal<Said | null>(null);
let wanted = 0;

const volumeBody = () => ({
  set: set.peek(),
  rotation: rotation.peek().map((text) => numberOf(text) ?? 0),
  tilt: tilt.peek().map((text) => numberOf(text) ?? 0),
  points: points.peek(),
});

async function findVolume(): Promise<void> {
  const mine = ++wanted;
  problem.value = null;
  volume.value = null;
  running.value = true;
  let box: unknown = null;
  let done = 0;
  try {
    for (;;) {
      const answer = volumeAnswer(
        await http.verify('volume', { ...volumeBody(), box, first_row: done, rows: ROWS_A_SLICE }),
      );
      if (mine !== wanted) return;
      if ('error' in answer) {
        problem.value = answer.error;
        break;
      }
      box = answer.box;
      done += answer.rows;
      const old = volume.peek();
      const from = (old?.vertices.length ?? 0) / 3;
      const slowest = answer.slowest.map((one, i) => {
        const before = old?.slowest[i] ?? null;
        return !one || (before && before.value <= one.value) ? before : one;
      });
      volume.value = {
        vertices: [...(old?.vertices ?? []), ...answer.vertices],
        triangles: [...(old?.triangles ?? []), ...answer.triangles.map((i) => i + from)],
        litres: (old?.litres ?? 0) + (answer.litres || 0),
        done,
        layers: answer.layers,
        force:
          !answer.worstForce || (old?.force && old.force.force >= answer.worstForce.force)
            ? (old?.force ?? null)
            : answer.worstForce,
        slowest,
      };
      if (answer.rows < 1 || done >= answer.layers) break;
    }
  } catch (error) {
    if (mine === wanted) problem.value = reasonOf(error);
  }
  if (mine === wanted) running.value = false;
}
function cancelVolume(): void {
  ++wanted;
  running.value = false;
}
async function saveVolume(format: 'stl' | 'csv'): Promise<void> {
  try {
    const answer = fileAnswer(await http.verify('volume/file', { ...volumeBody(), format }));
    if ('error' in answer) problem.value = answer.error;
    else download(answer.name, answer.text);
  } catch (error) {
    problem.value = reasonOf(error);
  }
}

function VolumeView() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const place = canvas.current!;
    let scene: VolumeScene;
    try {
      scene = new VolumeScene(place);
    } catch {
      return;
    }
    const size = new ResizeObserver(() => scene.resize(place.clientWidth, place.clientHeight));
    size.observe(place);
    scene.resize(place.clientWidth, place.clientHeight);
    const undo = effect(() => {
      const now = volume.value;
      scene.show(now?.vertices ?? [], now?.triangles ?? [], prefs.dark.value, true);
    });
    return () => {
      undo();
      size.disconnect();
      scene.end();
    };
  }, []);
  return <canvas ref={canvas} class="vvol-canvas" aria-label={t('vvol.picture')} data-testid="vvol-canvas" />;
}

function Volume() {
  const now = volume.value;
  const three = (to: typeof tilt, key: string) => (
    <div class="vsix">
      {to.value.map((text, i) => (
        <label key={i}>
          <small>{AXES[i + 3]}</small>
          <Field
            label={`${key} ${AXES[i + 3]}`}
            text={text}
            change={(typed) => (to.value = to.value.map((old, k) => (k === i ? typed : old)))}
          />
        </label>
      ))}
    </div>
  );
  return (
    <div class="vstudy">
      <div class="vstudy-side">
        <small>{t('vvol.rotation')} °</small>
        {three(rotation, t('vvol.rotation'))}
        <small>{t('vvol.tilt')} ±°</small>
        {three(tilt, t('vvol.tilt'))}
        <div class="vrow">
          {running.value ? (
            <button onClick={cancelVolume} data-testid="vvol-cancel">
              {t('vstudy.cancel')}
            </button>
          ) : (
            <button
              class="primary"
              disabled={!set.value || [...rotation.value, ...tilt.value].some(isBad)}
              onClick={() => void findVolume()}
              data-testid="vvol-find"
            >
              {t('vvol.find')}
            </button>
          )}
          <button
            lang="en"
            disabled={!now || running.value}
            onClick={() => void saveVolume('stl')}
            data-testid="vvol-stl"
          >
            STL
          </button>
          <button
            lang="en"
            disabled={!now || running.value}
            onClick={() => void saveVolume('csv')}
            data-testid="vvol-csv"
          >
            CSV
          </button>
        </div>
        {problem.value && (
          <p class="verdict bad">
            <Told said={problem.value} />
          </p>
        )}
        {now && (
          <>
            <progress max={now.layers} value={now.done} aria-label={t('vvol.find')} />
            <p
              class="verdict"
              data-testid="vvol-litres"
              data-litres={now.litres}
              data-done={now.done >= now.layers}
            >
              {t('vvol.litres', { litres: fixed(now.litres, 2) })}
            </p>
            {now.force && (
              <p>
                {t('vvol.force', { force: fixed(now.force.force, 3), leg: now.force.leg })}{' '}
                <PoseButton pose={now.force.pose} />
              </p>
            )}
            {now.slowest.map(
              (one, i) =>
                one && (
                  <p key={i}>
                    {known('axis', String(i))}:{' '}
                    {t('vvol.slowest', { speed: fixed(one.value, 1), unit: one.unit })}{' '}
                    <PoseButton pose={one.pose} />
                  </p>
                ),
            )}
          </>
        )}
      </div>
      <VolumeView />
    </div>
  );
}

// ------------------------------------------------------------------------------------------------- clearance

const BODY = {
  cylinder_diameter: '60',
  rod_diameter: '30',
  joint_length: '60',
  base_below: '60',
  platform_above: '60',
};
const body = signal<Record<keyof typeof BODY, string>>(BODY);
const least = signal('10');
const limit = signal('45');
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

function Clearance() {
  useEffect(
    () =>
      effect(() => {
        if (!set.value || [least.value, limit.value, ...Object.values(body.value)].some(isBad)) return;
        const bound = numberOf(limit.value) ?? 0;
        clearance.follow({
          set: set.value,
          least: numberOf(least.value) ?? 0,
          body: Object.fromEntries(
            Object.entries(body.value).map(([key, text]) => [key, numberOf(text) ?? 0]),
          ),
          mount: mount.value,
          joint_limit: [bound, bound],
        });
      }),
    [],
  );
  const { answer, failed } = clearance.state.value;
  const good = answer && !('error' in answer) ? answer : null;
  const most = Math.max(1, ...(good?.joints.map((one) => one.cone) ?? []));
  return (
    <div class="vstudy">
      <div class="vstudy-side">
        {(Object.keys(BODY) as (keyof typeof BODY)[]).map((key) => (
          <label key={key} class="vitem">
            <span>{t(`vclear.${key}`)}</span>
            <Field
              label={t(`vclear.${key}`)}
              text={body.value[key]}
              change={(text) => (body.value = { ...body.value, [key]: text })}
            />
            <small>mm</small>
          </label>
        ))}
        <label class="vitem">
          <span>{t('vclear.least')}</span>
          <Field
            label={t('vclear.least')}
            text={least.value}
            change={(text) => (least.value = text)}
            testid="vclear-least"
          />
          <small>mm</small>
        </label>
        <label class="vitem">
          <span>{t('vclear.limit')}</span>
          <Field label={t('vclear.limit')} text={limit.value} change={(text) => (limit.value = text)} />
          <small>±°</small>
        </label>
        <label class="vitem">
          <span>{t('vclear.mount')}</span>
          <select
            value={mount.value}
            onChange={(event) => (mount.value = event.currentTarget.value as typeof mount.value)}
          >
            <option value="neutral">{t('vclear.mount.neutral')}</option>
            <option value="upright">{t('vclear.mount.upright')}</option>
          </select>
        </label>
      </div>
      <div class="vstudy-main">
        {failed && (
          <p class="verdict bad">
            <Told said={failed} />
          </p>
        )}
        {answer && 'error' in answer && <ErrorText error={answer.error} />}
        {good && (
          <>
            <p class={`verdict ${good.passes ? 'good' : 'bad'}`} data-testid="vclear-verdict">
              <Told said={good.verdict} /> <small>{t('vclear.poses', { count: good.poses })}</small>
            </p>
            <table class="data" data-testid="vclear-pairs">
              <tbody>
                {good.pairs.slice(0, 12).map((one, i) => (
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
              {good.joints.map((one) => (
                <JointMap key={`${one.end}${one.leg}`} joint={one} most={most} />
              ))}
            </div>
          </>
        )}
      </div>
    </div>
  );
}

const PARTS: Record<What, () => preact.JSX.Element> = {
  envelope: Envelope,
  volume: Volume,
  clearance: Clearance,
};

export function SpaceTab() {
  const Part = PARTS[what.value];
  return (
    <div class="scroll vspace" tabIndex={0}>
      <div class="segmented" role="group" aria-label={t('vtab.space')}>
        {(Object.keys(PARTS) as What[]).map((name) => (
          <button
            key={name}
            aria-pressed={what.value === name}
            onClick={() => (what.value = name)}
            data-testid={`vspace-${name}`}
          >
            {t(`vspace.${name}`)}
          </button>
        ))}
      </div>
      <Part />
    </div>
  );
}
