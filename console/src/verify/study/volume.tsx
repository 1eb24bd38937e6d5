// The workspace as a volume at a rotation, or within tilts, slice by slice; in 3D, as STL and as CSV.

import { effect, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { AXES } from '../../api/messages';
import { http, prefs } from '../../state/app';
import { reasonOf } from '../../api/http';
import { fixed } from '../../i18n/format';
import { known, t } from '../../i18n';
import { download, set } from '../editor';
import { Field } from '../fields';
import { fileAnswer, volumeAnswer } from './answers';
import { joined, type Found } from './volume_found';
import { LongWork } from './long_work';
import { anyBad, Bad, PoseButton, Progress, replaced, RunButton, sixOf } from './parts';
import { VolumeScene } from './volume_scene';

const ROWS_A_SLICE = 4;
const rotation = signal(['0', '0', '0']);
const tilt = signal(['0', '0', '0']);
const points = 31;

const found = signal<Found | null>(null);
const work = new LongWork();

const asked = () => ({
  set: set.peek(),
  rotation: sixOf(rotation.peek()),
  tilt: sixOf(tilt.peek()),
  points,
});

function find(): Promise<void> {
  const body = asked();
  let box: unknown = null;
  let done = 0;
  found.value = null;
  return work.run(async (_, abort) => {
    const slice = volumeAnswer(
      await http.verify('volume', { ...body, box, first_row: done, rows: ROWS_A_SLICE }, abort),
    );
    if ('error' in slice) return { problem: slice.error };
    if (abort.aborted) return { done, of: 0 };
    box = slice.box;
    done += slice.rows;
    found.value = joined(found.peek(), slice);
    return { done: slice.rows < 1 ? slice.layers : done, of: slice.layers };
  });
}

async function save(format: 'stl' | 'csv'): Promise<void> {
  try {
    const answer = fileAnswer(await http.verify('volume/file', { ...asked(), format }));
    if ('error' in answer) work.problem.value = answer.error;
    else download(answer.name, answer.text);
  } catch (error) {
    work.problem.value = reasonOf(error);
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
      const now = found.value;
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

function Angles({ of, label }: { of: typeof tilt; label: string }) {
  return (
    <div class="vsix">
      {of.value.map((text, i) => (
        <label key={i}>
          <small>{AXES[i + 3]}</small>
          <Field
            label={`${label} ${AXES[i + 3]}`}
            text={text}
            change={(typed) => (of.value = replaced(of.value, i, typed))}
          />
        </label>
      ))}
    </div>
  );
}

function Facts({ now }: { now: Found }) {
  const { done, of } = work.progress.value;
  return (
    <>
      <p class="verdict" data-testid="vvol-litres" data-litres={now.litres} data-done={done >= of}>
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
              {known('axis', String(i))}: {t('vvol.slowest', { speed: fixed(one.value, 1), unit: one.unit })}{' '}
              <PoseButton pose={one.pose} />
            </p>
          ),
      )}
    </>
  );
}

export function Volume() {
  const now = found.value;
  return (
    <div class="vstudy">
      <div class="vstudy-side">
        <small>{t('vvol.rotation')} °</small>
        <Angles of={rotation} label={t('vvol.rotation')} />
        <small>{t('vvol.tilt')} ±°</small>
        <Angles of={tilt} label={t('vvol.tilt')} />
        <div class="vrow">
          <RunButton
            work={work}
            label={t('vvol.find')}
            testid="vvol"
            disabled={!set.value || anyBad(rotation.value, tilt.value)}
            start={find}
          />
          {(['stl', 'csv'] as const).map((format) => (
            <button
              key={format}
              lang="en"
              disabled={!now || work.running.value}
              onClick={() => void save(format)}
              data-testid={`vvol-${format}`}
            >
              {format.toUpperCase()}
            </button>
          ))}
        </div>
        <Bad said={work.problem.value} />
        {now && <Progress work={work} label={t('vvol.find')} />}
        {now && <Facts now={now} />}
      </div>
      <VolumeView />
    </div>
  );
}
