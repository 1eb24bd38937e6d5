import { useEffect, useRef } from 'preact/hooks';
import type { Quaternion } from 'three';
import { effect } from '@preact/signals';
import { prefs, store } from '../state/app';
import { targetOf, typed } from '../state/hand';
import { pace, sparing } from '../state/pace';
import { PlatformScene, type Side } from '../scene/scene';
import { t } from '../i18n';
import { plotted } from './tab_plots';

declare global {
  interface Window {
    /** For tests: what the scene has drawn, how much telemetry has come, what the plots show. */
    __hexad?: {
      scene: () => PlatformScene['drawn'] | null;
      frames: () => number;
      telemetry: () => unknown;
      plotted: () => string;
    };
  }
}

const SIDES: readonly {
  side: Side & ('front' | 'back' | 'left' | 'right' | 'top' | 'bottom');
  turn: string;
}[] = [
  { side: 'right', turn: 'rotateY(90deg) rotateZ(-90deg)' },
  { side: 'left', turn: 'rotateY(-90deg) rotateZ(90deg)' },
  { side: 'front', turn: 'rotateX(90deg) rotateZ(180deg)' },
  { side: 'back', turn: 'rotateX(-90deg)' },
  { side: 'top', turn: '' },
  { side: 'bottom', turn: 'rotateX(180deg)' },
];

/** The cube turns as the camera does. Page axes are X right, Y down: Y of the scene is turned over. */
export function cubeTransform(camera: Pick<Quaternion, 'x' | 'y' | 'z' | 'w'>): string {
  // the inverse: scene → camera
  const { x, y, z, w } = { x: -camera.x, y: -camera.y, z: -camera.z, w: camera.w };
  const r = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ] as const;
  const f = (n: number) => n.toFixed(4);
  // Columns of the matrix; rows and columns of Y change their sign.
  return `matrix3d(${f(r[0][0])},${f(-r[1][0])},${f(r[2][0])},0,${f(-r[0][1])},${f(r[1][1])},${f(-r[2][1])},0,${f(r[0][2])},${f(-r[1][2])},${f(r[2][2])},0,0,0,0,1)`;
}

/** From the lower edge of the picture to the switches that lie over it, twice. */
const SWITCHES_PX = 16;

export function SceneView() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const cube = useRef<HTMLDivElement>(null);
  const scene = useRef<PlatformScene | null>(null);
  const switches = useRef<HTMLDivElement>(null);
  const broken = useRef(false);

  useEffect(() => {
    const place = canvas.current!;
    try {
      let turn = '';
      scene.current = new PlatformScene(
        place,
        (camera) => {
          const now = cubeTransform(camera);
          if (cube.current && now !== turn) cube.current.style.transform = turn = now;
        },
        () => pace.peek().pictureMs,
      );
      sparing.value = scene.current.software;
    } catch {
      broken.current = sparing.value = true;
      place.parentElement!.dataset['broken'] = 'true';
      return;
    }
    const view = scene.current;
    const over = switches.current!;
    const refit = () => view.resize(place.clientWidth, place.clientHeight, over.offsetHeight + SWITCHES_PX);
    const size = new ResizeObserver(refit);
    size.observe(place);
    size.observe(over);
    const sight = new IntersectionObserver((seen) => view.see(seen.at(-1)!.isIntersecting));
    sight.observe(place);
    refit();
    const undo = [
      effect(() => view.setDark(prefs.dark.value)),
      effect(() => {
        if (store.machine.value) view.setMachine(store.machine.value);
      }),
      effect(() => view.setSwitches(prefs.show.value)),
      effect(() => {
        const asked = Object.keys(typed.value).length > 0;
        const now = asked ? store.shown.value : null; // else no number of it matters
        view.setTyped(now ? targetOf(now.commanded) : null);
      }),
      store.onTelemetry((telemetry) => view.update(telemetry)),
    ];
    if (store.latest.telemetry) view.update(store.latest.telemetry);
    window.__hexad = {
      scene: () => view.drawn,
      frames: () => store.latest.frames,
      telemetry: () => store.latest.telemetry,
      plotted,
    };
    return () => {
      undo.forEach((end) => end());
      size.disconnect();
      sight.disconnect();
      view.end();
    };
  }, []);

  const now = store.shown.value;
  const cabin = store.machine.value?.cabin != null;
  return (
    <section class={`scene ${store.live.value ? '' : 'grey'}`} aria-label={t('scene.label')}>
      <canvas ref={canvas} data-testid="scene" aria-label={t('scene.label')} />
      <p class="scene-broken">{t('scene.no_3d')}</p>
      <div class="scene-notes">
        {now && !now.pose_valid && <p class="tag wait">{t('scene.untrusted')}</p>}
        {now?.clamped && now.state === 'running' && <p class="tag wait">{t('scene.clamped')}</p>}
      </div>
      <div class="cube-box">
        <div class="cube" ref={cube}>
          {SIDES.map(({ side, turn }) => (
            <button
              key={side}
              style={`transform:${turn} translateZ(27px)`}
              aria-label={t('view.show', { side: t(`view.${side}`) })}
              data-testid={`view-${side}`}
              onClick={() => scene.current?.look(side)}
            >
              {t(`view.${side}`)}
            </button>
          ))}
        </div>
      </div>
      <div class="scene-switches" ref={switches}>
        <button class="plain" onClick={() => scene.current?.look('corner')} data-testid="view-reset">
          {t('scene.reset')}
        </button>
        {(['ghost', 'trail', 'axes', 'hull', 'cabin'] as const).map((name) =>
          name === 'cabin' && !cabin ? null : (
            <label class="check" key={name}>
              <input
                type="checkbox"
                checked={prefs.show.value[name]}
                onChange={(event) =>
                  (prefs.show.value = { ...prefs.show.value, [name]: event.currentTarget.checked })
                }
              />
              {t(`scene.${name}`)}
            </label>
          ),
        )}
      </div>
    </section>
  );
}
