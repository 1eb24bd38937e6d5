// The edited platform, in 3D and from above. A click on a joint finds it in the table.

import { useEffect, useRef } from 'preact/hooks';
import { effect } from '@preact/signals';
import type { Point } from '../api/messages';
import { prefs } from '../state/app';
import { t } from '../i18n';
import { chosen, draft, pose } from './editor';
import type { End } from './draft';
import { pictureOf } from './picture';
import { EditedScene } from './scene';

export function choose(end: End, leg: number): void {
  chosen.value = { end, leg };
  document.querySelector<HTMLInputElement>(`[data-testid="v-${end}-${leg + 1}-X"]`)?.focus();
}

export function View3d() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scene = useRef<EditedScene | null>(null);
  useEffect(() => {
    const place = canvas.current!;
    try {
      scene.current = new EditedScene(place, choose);
    } catch {
      place.parentElement!.dataset['broken'] = 'true';
      return;
    }
    const view = scene.current;
    const size = new ResizeObserver(() => view.resize(place.clientWidth, place.clientHeight));
    size.observe(place);
    const undo = effect(() =>
      view.show(pictureOf(draft.value, pose.state.value.answer, chosen.value), prefs.dark.value),
    );
    view.resize(place.clientWidth, place.clientHeight);
    return () => {
      undo();
      size.disconnect();
      view.end();
    };
  }, []);
  return (
    <section class="scene vscene" aria-label={t('verify.view')}>
      <canvas ref={canvas} aria-label={t('verify.view')} data-testid="v-scene" />
      <p class="scene-broken">{t('scene.no_3d')}</p>
      <div class="scene-switches">
        <button class="plain" onClick={() => scene.current?.look()}>
          {t('scene.reset')}
        </button>
      </div>
    </section>
  );
}

const outline = (points: Point[]): string =>
  [...points]
    .sort((a, b) => Math.atan2(a[1], a[0]) - Math.atan2(b[1], b[0]))
    .map((p) => `${p[0]},${-p[1]}`)
    .join(' ');

export function Plan() {
  const picture = pictureOf(draft.value, pose.state.value.answer, chosen.value);
  const reach =
    Math.max(100, ...[...picture.base, ...picture.joints].map((p) => Math.hypot(p[0], p[1]))) * 1.25;
  const unit = reach / 100;
  const step =
    10 ** Math.floor(Math.log10(reach)) / (reach / 10 ** Math.floor(Math.log10(reach)) < 3 ? 2 : 1);
  const joint = (end: End, p: Point, leg: number) => {
    const picked = picture.chosen?.end === end && picture.chosen.leg === leg;
    const name = t('verify.joint.name', { end: t(`verify.${end}`), leg: leg + 1 });
    return (
      <g
        key={end + leg}
        class={`vjoint ${end} ${picked ? 'picked' : ''}`}
        role="button"
        tabIndex={0}
        aria-label={name}
        aria-pressed={picked}
        data-testid={`v-plan-${end}-${leg + 1}`}
        onClick={() => choose(end, leg)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          choose(end, leg);
        }}
      >
        <title>{name}</title>
        <circle class="hit" cx={p[0]} cy={-p[1]} r={8 * unit} />
        <circle cx={p[0]} cy={-p[1]} r={(picked ? 5 : 3.4) * unit} />
      </g>
    );
  };
  return (
    <section class="vplan" aria-label={t('verify.plan')}>
      <svg viewBox={`${-reach} ${-reach} ${2 * reach} ${2 * reach}`} data-testid="v-plan">
        {Array.from(
          { length: 2 * Math.floor(reach / step) + 1 },
          (_, i) => (i - Math.floor(reach / step)) * step,
        ).map((at) => (
          <g key={at} class={`grid ${at === 0 ? 'zero' : ''}`}>
            <line x1={at} x2={at} y1={-reach} y2={reach} />
            <line x1={-reach} x2={reach} y1={at} y2={at} />
          </g>
        ))}
        {picture.base.length > 2 && <polygon class="base" points={outline(picture.base)} />}
        {picture.joints.length > 2 && <polygon class="platform" points={outline(picture.joints)} />}
        {picture.joints.map((p, i) => (
          <line
            key={i}
            class={`leg ${picture.broken[i] ? 'broken' : ''}`}
            x1={picture.base[i]![0]}
            y1={-picture.base[i]![1]}
            x2={p[0]}
            y2={-p[1]}
          />
        ))}
        {picture.base.map((p, i) => joint('base', p, i))}
        {picture.joints.map((p, i) => joint('platform', p, i))}
        {picture.base.map((p, i) => {
          const out = 1 + (9 * unit) / Math.max(1, Math.hypot(p[0], p[1]));
          return (
            <text key={i} x={p[0] * out} y={-p[1] * out} font-size={9 * unit} aria-hidden="true">
              {i + 1}
            </text>
          );
        })}
        <text class="axis" x={reach - 5 * unit} y={-4 * unit} font-size={8 * unit} aria-hidden="true">
          X
        </text>
        <text class="axis" x={5 * unit} y={-reach + 7 * unit} font-size={8 * unit} aria-hidden="true">
          Y
        </text>
      </svg>
      <p class="vhint">
        {t('verify.plan.hint')} · {t('verify.base')} ○ {t('verify.platform')} ● · {step} mm
      </p>
    </section>
  );
}
