// Drive sizing: a motion through the set, every motor of the catalogue against it, and the chosen one's
// speed–torque picture. Choosing a motor puts it into the set.

import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { http } from '../../state/app';
import { reasonOf } from '../../api/http';
import { fixed } from '../../i18n/format';
import { told, type Said } from '../../i18n/message';
import { t } from '../../i18n';
import { Told } from '../../panels/controls';
import { ErrorText } from '../../panels/preview';
import { isBad, numberOf, type NumberSet } from '../draft';
import { draft, editor, set } from '../editor';
import { ItemField } from '../fields';
import { Question } from '../question';
import { roadText, sineWords } from '../series_tabs';
import { motors as readMotors, sizeAnswer, type Motor, type Or, type SizeAnswer } from './answers';

const motors = signal<Motor[]>([]);
const problems = signal<Said[]>([]);
const motion = signal<'sine' | 'roadmap'>('sine');
const show = signal('');
const ENDS = ['fixed_supported', 'fixed_fixed', 'supported_supported', 'fixed_free'] as const;
const ends = signal<(typeof ENDS)[number]>('fixed_supported');
const fields = signal({ diameter: '20', dynamic: '20', life: '20000', reserve: '10' });
const size = new Question<Or<SizeAnswer>>(
  async (body, abort) => sizeAnswer(await http.verify('size', body, abort)),
  400,
);

const wanted = (of: NumberSet): unknown => ({
  set: of,
  motion:
    motion.value === 'sine' ? { kind: 'sine', ...sineWords() } : { kind: 'roadmap', text: roadText.value },
  ...(show.value ? { show: show.value } : {}),
  reserve_percent: numberOf(fields.value.reserve) ?? 10,
  screw: {
    diameter: numberOf(fields.value.diameter) ?? 20,
    ends: ends.value,
    dynamic_load_kN: numberOf(fields.value.dynamic) ?? 20,
    life_h: numberOf(fields.value.life) ?? 20000,
  },
});

/** The motor's own numbers in the set: what forces and speeds are then held against. */
function useMotor(name: string): void {
  const motor = motors.peek().find((one) => one.name === name);
  if (!motor) return;
  const items = { ...draft.peek().items };
  items.torque = String(motor.ratedTorque);
  items.peak_torque = String(motor.peakTorque);
  items.rpm = String(motor.ratedRpm);
  items.rotor_inertia = String(motor.rotorInertia);
  editor.edit({ ...draft.peek(), items });
}

const WIDTH = 420;
const HEIGHT = 220;
const PAD = 34;
function Picture({ shown }: { shown: NonNullable<SizeAnswer['shown']> }) {
  const top = Math.max(1e-9, ...shown.peak.map((p) => p[1]), ...shown.torque.map(Math.abs)) * 1.08;
  const right = Math.max(1, ...shown.peak.map((p) => p[0]), ...shown.rpm.map(Math.abs)) * 1.04;
  const x = (rpm: number) => PAD + (Math.abs(rpm) / right) * (WIDTH - PAD - 6);
  const y = (nm: number) => HEIGHT - PAD + 8 - (Math.abs(nm) / top) * (HEIGHT - PAD - 8);
  const line = (curve: [number, number][]) => curve.map(([a, b]) => `${x(a)},${y(b)}`).join(' ');
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      class="vsize-picture"
      role="img"
      aria-label={t('vsize.picture', { motor: shown.name })}
      data-testid="vsize-picture"
      data-points={shown.rpm.length}
    >
      <line x1={PAD} y1={y(0)} x2={WIDTH} y2={y(0)} class="axis" />
      <line x1={PAD} y1={4} x2={PAD} y2={y(0)} class="axis" />
      {[0.25, 0.5, 0.75, 1].map((share) => (
        <>
          <text key={`y${share}`} x={PAD - 4} y={y(share * top) + 4} class="end">
            {fixed(share * top, 1)}
          </text>
          <text key={`x${share}`} x={x(share * right)} y={HEIGHT - 8} class="end">
            {fixed(share * right, 0)}
          </text>
        </>
      ))}
      <text x={PAD + 4} y={12}>
        Nm
      </text>
      <text x={WIDTH - 4} y={y(0) - 4} class="end">
        rpm
      </text>
      {shown.rpm.map((rpm, i) => (
        <circle key={i} cx={x(rpm)} cy={y(shown.torque[i] ?? NaN)} r={1.6} class="point" />
      ))}
      <polyline points={line(shown.peak)} class="peak" />
      <polyline points={line(shown.continuous)} class="continuous" />
      <circle cx={x(shown.rms[0])} cy={y(shown.rms[1])} r={5} class="rms">
        <title>{t('vsize.rms')}</title>
      </circle>
    </svg>
  );
}

function Table({ answer }: { answer: SizeAnswer }) {
  const percent = (value: number) => (
    <td class={`num ${value > 100 ? 'bad' : ''}`}>{Number.isFinite(value) ? `${fixed(value, 0)} %` : '–'}</td>
  );
  return (
    <table class="data" data-testid="vsize-table">
      <thead>
        <tr>
          <th scope="col">{t('vsize.motor')}</th>
          <th scope="col" class="num">
            W
          </th>
          <th scope="col" class="num">
            {t('vsize.thermal')}
          </th>
          <th scope="col" class="num">
            {t('vsize.peak')}
          </th>
          <th scope="col" class="num">
            {t('vsize.speed')}
          </th>
          <th scope="col" class="num">
            {t('vsize.inertia')}
          </th>
          <td />
          <th scope="col">{t('vsize.why')}</th>
        </tr>
      </thead>
      <tbody>
        {answer.motors.map((one) => (
          <tr
            key={one.name}
            class={`${one.passes ? '' : 'broken'} ${answer.shown?.name === one.name ? 'chosen' : ''}`}
            data-testid="vsize-motor"
            data-passes={one.passes}
          >
            <th scope="row" lang="en">
              <button class="plain" onClick={() => (show.value = one.name)}>
                {one.name === answer.smallest ? '★ ' : ''}
                {one.name}
              </button>
            </th>
            <td class="num">{fixed(one.power, 0)}</td>
            {percent(one.thermal)}
            {percent(one.peak)}
            {percent(one.speed)}
            <td class="num">{fixed(one.inertia, 1)}</td>
            <td>
              <button
                onClick={() => useMotor(one.name)}
                title={t('vsize.use.hint')}
                data-testid={`vsize-use-${one.name}`}
              >
                {t('vsize.use')}
              </button>
            </td>
            <td class="why-cell">{one.reasons.map(told).join(' · ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Facts({ answer }: { answer: SizeAnswer }) {
  const { screw, regeneration } = answer;
  const row = (name: string, value: number | undefined, digits: number, unit: string) => (
    <>
      <dt>{name}</dt>
      <dd>
        {fixed(value, digits)} <small>{unit}</small>
      </dd>
    </>
  );
  return (
    <dl class="vfacts">
      {row(t('vsize.buckling'), screw['buckling_safety'], 1, '×')}
      {row(t('vsize.critical'), screw['critical_percent'], 0, '%')}
      {row(t('vsize.life'), screw['life_h'], 0, 'h')}
      {regeneration && row(t('vsize.returned'), regeneration['returned_J'], 1, 'J')}
      {regeneration && row(t('vsize.resistor'), regeneration['resistor_mean_W'], 1, 'W')}
      {screw.reasons.map((one, i) => (
        <dd key={i} class="bad wide">
          <Told said={one} />
        </dd>
      ))}
    </dl>
  );
}

async function begin(): Promise<void> {
  try {
    const answer = readMotors(await http.verify('motors'));
    motors.value = answer.motors;
    problems.value = answer.problems;
  } catch (error) {
    problems.value = [reasonOf(error)];
  }
}

export function SizingTab() {
  useEffect(() => {
    void begin();
    return effect(() => {
      if (set.value && !Object.values(fields.value).some(isBad)) size.follow(wanted(set.value));
    });
  }, []);
  const { answer, failed, busy } = size.state.value;
  const good = answer && !('error' in answer) ? answer : null;
  const put = (key: keyof typeof fields.value) => (text: string) =>
    (fields.value = { ...fields.value, [key]: text });
  return (
    <div class="scroll vstudy" data-testid="vsize" data-busy={busy}>
      <div class="vstudy-side">
        <label class="vitem">
          <span>{t('vsize.motion')}</span>
          <select
            value={motion.value}
            onChange={(event) => (motion.value = event.currentTarget.value as typeof motion.value)}
            data-testid="vsize-motion"
          >
            <option value="sine">{t('vsize.motion.sine')}</option>
            <option value="roadmap">{t('vsize.motion.roadmap')}</option>
          </select>
        </label>
        <ItemField label={t('vsize.screw')} unit="mm" text={fields.value.diameter} change={put('diameter')} />
        <ItemField label={t('vsize.dynamic')} unit="kN" text={fields.value.dynamic} change={put('dynamic')} />
        <ItemField label={t('vsize.life.wanted')} unit="h" text={fields.value.life} change={put('life')} />
        <ItemField label={t('vsize.reserve')} unit="%" text={fields.value.reserve} change={put('reserve')} />
        <label class="vitem">
          <span>{t('vsize.ends')}</span>
          <select
            value={ends.value}
            onChange={(event) => (ends.value = event.currentTarget.value as typeof ends.value)}
          >
            {ENDS.map((name) => (
              <option key={name} value={name}>
                {t(`vsize.ends.${name}`)}
              </option>
            ))}
          </select>
        </label>
        {good && <Facts answer={good} />}
        {motors.value.some((one) => one.typical) && <p class="note">{t('vsize.typical')}</p>}
        {problems.value.map((one, i) => (
          <p key={i} class="why">
            <Told said={one} />
          </p>
        ))}
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
            <p class={`verdict ${good.smallest ? 'good' : 'bad'}`} data-testid="vsize-verdict">
              <Told said={good.verdict} />
            </p>
            <div class="vsize-both">
              <Table answer={good} />
              {good.shown && <Picture shown={good.shown} />}
            </div>
          </>
        )}
      </div>
    </div>
  );
}

/** For the report: the verdict and the motor that was chosen. */
export async function sizingSection(of: NumberSet): Promise<preact.JSX.Element | null> {
  const answer = sizeAnswer(await http.verify('size', wanted(of)));
  if ('error' in answer) return null;
  const smallest = answer.motors.find((one) => one.name === answer.smallest);
  return (
    <section key="sizing">
      <h2>{t('vtab.sizing')}</h2>
      <p class={`verdict ${answer.smallest ? 'good' : 'bad'}`}>{told(answer.verdict)}</p>
      {smallest && (
        <p>
          {(['thermal', 'peak', 'speed'] as const)
            .map((key) => `${t(`vsize.${key}`)} ${fixed(smallest[key], 0)} %`)
            .join(', ')}
        </p>
      )}
      <p>
        {t('vsize.buckling')} {fixed(answer.screw['buckling_safety'], 1)}×, {t('vsize.critical')}{' '}
        {fixed(answer.screw['critical_percent'], 0)} %, {t('vsize.life')} {fixed(answer.screw['life_h'], 0)} h
      </p>
    </section>
  );
}
