// Drive sizing: a motion through the set, every motor of the catalogue against it, and the chosen one's
// speed–torque picture. Choosing a motor puts it into the set.

import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { http } from '../../state/app';
import { reasonOf } from '../../api/http';
import { fixed } from '../../i18n/format';
import { limitText } from '../../i18n/sentences';
import { told } from '../../i18n/message';
import { t } from '../../i18n';
import { Told } from '../../panels/controls';
import { ErrorText } from '../../panels/preview';
import type { NumberSet } from '../draft';
import { draft, editor, set } from '../editor';
import type { Or } from '../json';
import { Question } from '../question';
import type { Section } from '../report';
import { roadText } from '../road_tab';
import { sineName, sineWords } from '../sine_tab';
import { catalogue as readCatalogue, sizeAnswer, type Catalogue, type SizeAnswer } from './answers';
import { anyBad, Answered, Choice, NumberFields, numbersOf } from './parts';

const catalogue = signal<Catalogue>({ motors: [], problems: [], films: [], manoeuvres: [] });
/** "sine", "roadmap", or the kind and the name of one that comes with the program: "film:film_sea.txt". */
const motion = signal('sine');
const show = signal('');
const ENDS = ['fixed_supported', 'fixed_fixed', 'supported_supported', 'fixed_free'] as const;
const ends = signal<(typeof ENDS)[number]>('fixed_supported');
const reserve = signal({ reserve_percent: '10' });
const screw = signal({ diameter: '20', dynamic_load_kN: '20', life_h: '20000' });
const belt = signal({ pulley_diameter: '0', allowed_N: '0' });
const gear = signal({ allowed_Nm: '0', peak_Nm: '0', max_rpm: '0' });
const bus = signal({ capacity_J: '0', volts: '380' });
const size = new Question<Or<SizeAnswer>>(
  async (body, abort) => sizeAnswer(await http.verify('size', body, abort)),
  400,
);

function motionWanted(): unknown {
  if (motion.value === 'sine') return { kind: 'sine', ...sineWords() };
  if (motion.value === 'roadmap') return { kind: 'roadmap', text: roadText.value };
  const [kind, name] = motion.value.split(':');
  return { kind, name };
}
const motionWord = (one: string): string =>
  one === 'sine' || one === 'roadmap' ? t(`vsize.motion.${one}`) : one.replace(':', ' · ');

const wanted = (of: NumberSet): unknown => ({
  set: of,
  motion: motionWanted(),
  ...(show.value ? { show: show.value } : {}),
  ...numbersOf(reserve.value),
  screw: { ...numbersOf(screw.value), ends: ends.value },
  belt: numbersOf(belt.value),
  gear: numbersOf(gear.value),
  bus: numbersOf(bus.value),
});

/** The motor's own numbers in the set: what forces and speeds are then held against. */
function useMotor(name: string): void {
  const motor = catalogue.peek().motors.find((one) => one.name === name);
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
  const { screw: own, belt: pull, gear: turn, regeneration } = answer;
  const row = (name: string, value: number | undefined, digits: number, unit: string) => (
    <>
      <dt>{name}</dt>
      <dd>
        {fixed(value, digits)} <small>{unit}</small>
      </dd>
    </>
  );
  return (
    <dl class="vfacts" data-testid="vsize-facts">
      {row(t('vsize.buckling'), own['buckling_safety'], 1, '×')}
      {row(t('vsize.critical'), own['critical_percent'], 0, '%')}
      {row(t('vsize.life'), own['life_h'], 0, 'h')}
      {pull && row(t('vsize.belt'), pull['force_N'], 0, 'N')}
      {turn && row(t('vsize.gear'), turn['rms_Nm'], 2, 'Nm')}
      {regeneration && row(t('vsize.returned'), regeneration['returned_J'], 1, 'J')}
      {regeneration && row(t('vsize.resistor'), regeneration['resistor_mean_W'], 1, 'W')}
      {regeneration && row(t('vsize.resistor.peak'), regeneration['resistor_peak_W'], 1, 'W')}
      {regeneration && row(t('vsize.resistance'), regeneration['resistor_ohm'], 1, 'Ω')}
      {[own, pull, turn]
        .flatMap((part) => part?.reasons ?? [])
        .map((one, i) => (
          <dd key={i} class="bad wide">
            <Told said={one} />
          </dd>
        ))}
    </dl>
  );
}

async function begin(): Promise<void> {
  try {
    catalogue.value = readCatalogue(await http.verify('motors'));
  } catch (error) {
    catalogue.value = { ...catalogue.peek(), problems: [reasonOf(error)] };
  }
}

function Side() {
  const { films, manoeuvres, motors, problems } = catalogue.value;
  const { answer } = size.state.value;
  return (
    <div class="vstudy-side">
      <Choice
        label={t('vsize.motion')}
        of={motion}
        from={[
          'sine',
          'roadmap',
          ...films.map((name) => `film:${name}`),
          ...manoeuvres.map((name) => `manoeuvre:${name}`),
        ]}
        word={motionWord}
        testid="vsize-motion"
      />
      <NumberFields of={screw} words="vsize" unit={{ diameter: 'mm', dynamic_load_kN: 'kN', life_h: 'h' }} />
      <Choice
        label={t('vsize.ends')}
        of={ends}
        from={ENDS}
        word={(name) => t(`vsize.ends.${name}`)}
        testid="vsize-ends"
      />
      <NumberFields of={reserve} words="vsize" unit="%" />
      <details data-testid="vsize-more">
        <summary>{t('vsize.more')}</summary>
        <NumberFields of={belt} words="vsize" unit={{ pulley_diameter: 'mm', allowed_N: 'N' }} />
        <NumberFields of={gear} words="vsize" unit={{ allowed_Nm: 'Nm', peak_Nm: 'Nm', max_rpm: 'rpm' }} />
        <NumberFields of={bus} words="vsize" unit={{ capacity_J: 'J', volts: 'V' }} />
      </details>
      {answer && !('error' in answer) && <Facts answer={answer} />}
      {motors.some((one) => one.typical) && <p class="note">{t('vsize.typical')}</p>}
      {problems.map((one, i) => (
        <p key={i} class="why">
          <Told said={one} />
        </p>
      ))}
    </div>
  );
}

export function SizingTab() {
  useEffect(() => {
    void begin();
    return effect(() => {
      const fields = [reserve.value, screw.value, belt.value, gear.value, bus.value];
      if (set.value && !anyBad(...fields)) size.follow(wanted(set.value));
    });
  }, []);
  return (
    <div class="scroll vstudy" data-testid="vsize" data-busy={size.state.value.busy}>
      <Side />
      <div class="vstudy-main">
        <Answered of={size}>
          {(good) => (
            <>
              <p class={`verdict ${good.smallest ? 'good' : 'bad'}`} data-testid="vsize-verdict">
                <Told said={good.verdict} />
              </p>
              {good.limit && (
                <p class="verdict bad" data-testid="vsize-limit">
                  {t('vsize.limit', { motor: good.shown?.name ?? '' })} {limitText(good.limit)}
                </p>
              )}
              <div class="vsize-both">
                <Table answer={good} />
                {good.shown && <Picture shown={good.shown} />}
              </div>
            </>
          )}
        </Answered>
      </div>
    </div>
  );
}

/** For the report: the verdict and the smallest motor that passes. */
export async function sizingSection(about: NumberSet): Promise<Section> {
  const answer = sizeAnswer(await http.verify('size', wanted(about)));
  const moved = motion.peek() === 'sine' ? sineName() : motionWord(motion.peek());
  const name = `${t('vtab.sizing')}: ${moved}`;
  if ('error' in answer) return { name, passes: false, body: <ErrorText error={answer.error} /> };
  const smallest = answer.motors.find((one) => one.name === answer.smallest);
  const { screw: own } = answer;
  const used = ['thermal', 'peak', 'speed'] as const;
  const facts = [
    ...(smallest ? used.map((key) => `${t(`vsize.${key}`)} ${fixed(smallest[key], 0)} %`) : []),
    `${t('vsize.buckling')} ${fixed(own['buckling_safety'], 1)}×`,
    `${t('vsize.critical')} ${fixed(own['critical_percent'], 0)} %`,
    `${t('vsize.life')} ${fixed(own['life_h'], 0)} h`,
  ];
  return {
    name,
    passes: answer.smallest !== null && own.passes,
    body: (
      <>
        <p class={`verdict ${answer.smallest ? 'good' : 'bad'}`}>{told(answer.verdict)}</p>
        <p>{facts.join(', ')}</p>
        {answer.shown && <Picture shown={answer.shown} />}
      </>
    ),
  };
}
