// The plots: one to four panels over one time axis, in layouts that can be kept; what moves is chosen by itself.

import { effect, signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { prefs, store } from '../state/app';
import { pace } from '../state/pace';
import {
  addPanel,
  choose,
  DIGITS,
  forget,
  layout,
  layoutName,
  linesOf,
  MOST_PANELS,
  motionIn,
  named,
  quantitiesOf,
  removePanel,
  resolve,
  saveAs,
  setPanel,
  setSpectrum,
  STANDARD,
  UNITS,
  type Choice,
  type Quantity,
} from '../state/plot_layout';
import {
  cursor,
  drawnTo,
  freeze,
  frozen,
  goLive,
  marks,
  putMark,
  span,
  stretches,
  timeWindow,
  WINDOWS,
} from '../state/time_axis';
import { fixed } from '../i18n/format';
import { known, t } from '../i18n';
import { coloursOf, makeView, type View } from './plot_view';
import { TONE } from './top_bar';

const CHOOSE_MS = 1000;
const CURSOR_STEPS = 100; // of the shown span, a press of an arrow key

/** What each panel shows now. */
const shownAs = signal<readonly Quantity[]>([]);

/** Percent of the narrowest strip (a phone's) that a word needs; Chinese letters are twice as wide. */
const roomFor = (word: string): number => 3 + 2.2 * [...word].reduce((sum, c) => sum + (c > 'ÿ' ? 2 : 1), 0);

/** Which state it was in, over the same time: a strip above the lines. */
function StateStrip() {
  const [from, to] = span(drawnTo.value);
  const pieces = stretches(store.events.value, from, to, store.shown.value?.state ?? 'init');
  const share = (time: number) => (100 * (time - from)) / Math.max(1e-9, to - from);
  return (
    <div class="strip" role="img" aria-label={t('plots.states')}>
      {pieces.map((piece) => {
        const width = share(piece.to) - share(piece.from);
        return (
          <span
            key={piece.from}
            data-tone={TONE[piece.state as keyof typeof TONE] ?? 'wait'}
            style={`left:${share(piece.from)}%;width:${width}%`}
            title={known('state', piece.state)}
          >
            {width > roomFor(known('state', piece.state)) ? known('state', piece.state) : ''}
          </span>
        );
      })}
    </div>
  );
}

const valuesAt = (columns: string[], time: number): (number | null | undefined)[] => {
  const [, ...values] = store.history.current.slice(columns, time - 0.2, time + 0.02, 1000);
  return values.map((column) => column.at(-1));
};

/** The values at the cursor or now; with two marks what lies between them. */
function Legend({ quantity, legs }: { quantity: Quantity; legs: number }) {
  const colours = coloursOf(prefs.dark.value);
  const lines = linesOf(quantity, legs).filter((line) => !line.dash);
  const columns = lines.map((line) => line.column);
  const now = valuesAt(columns, cursor.value ?? drawnTo.value);
  const [a, b] = marks.value.map((time) => valuesAt(columns, time));
  const difference = (i: number) => (a?.[i] != null && b?.[i] != null ? b[i]! - a[i]! : NaN);
  const dashed = quantity === 'pose' || quantity === 'rotation';
  return (
    <ul class="legend" title={dashed ? t('plots.commanded') : undefined}>
      {lines.map((line, i) => (
        <li key={line.column} data-testid={`value-${line.column}`} data-difference={b ? difference(i) : ''}>
          <i style={`background:${colours[line.colour]}`} />
          {line.name}
          <span class="out">{fixed(now[i] ?? NaN, DIGITS[quantity])}</span>
          {b && <span class="out">Δ {fixed(difference(i), DIGITS[quantity])}</span>}
        </li>
      ))}
      <li class="muted">{UNITS[quantity]}</li>
    </ul>
  );
}

interface PanelProps {
  at: number;
  choice: Choice;
  quantity: Quantity;
  possible: readonly Quantity[];
  legs: number;
}

function Panel({ at, choice, quantity, possible, legs }: PanelProps) {
  const place = useRef<HTMLDivElement>(null);
  const dark = prefs.dark.value;
  const { spectrum, panels } = layout.value;
  useEffect(() => {
    const box = place.current!;
    const view: View = makeView(box, { quantity, legs, dark, spectrum, labels: at === 0 });
    const size = new ResizeObserver(() => (view.resize(), view.refresh()));
    size.observe(box);
    const undo = effect(() => {
      void [drawnTo.value, frozen.value, timeWindow.value, store.events.value, marks.value];
      view.refresh();
    });
    return () => {
      undo();
      size.disconnect();
      view.destroy();
    };
  }, [quantity, legs, dark, spectrum, at === 0]);
  const keys = (event: KeyboardEvent) => {
    const [from, to] = span(store.history.current.newest);
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === 'Enter') return putMark(cursor.peek() ?? to);
    if (way === undefined) return;
    event.preventDefault();
    freeze(store.history.current.newest);
    cursor.value = Math.min(to, Math.max(from, (cursor.peek() ?? to) + (way * (to - from)) / CURSOR_STEPS));
  };
  return (
    <section class="plot-panel" data-testid={`panel-${at + 1}`} data-quantity={quantity}>
      <div class="plot-head">
        <select
          aria-label={t('plots.quantity.of', { n: at + 1 })}
          value={choice}
          onChange={(event) => setPanel(at, event.currentTarget.value as Choice)}
          data-testid={`panel-choice-${at + 1}`}
        >
          <option value="auto">{t('plots.auto', { what: t(`plots.${quantity}`) })}</option>
          {possible.map((name) => (
            <option key={name} value={name}>
              {t(`plots.${name}`)}
            </option>
          ))}
        </select>
        <Legend quantity={quantity} legs={legs} />
        {panels.length > 1 && (
          <button
            class="plain"
            aria-label={t('plots.remove', { n: at + 1 })}
            title={t('plots.remove', { n: at + 1 })}
            onClick={() => removePanel(at)}
            data-testid={`panel-remove-${at + 1}`}
          >
            ✕
          </button>
        )}
      </div>
      {!spectrum && <StateStrip />}
      <div
        class="plot"
        ref={place}
        role="group"
        tabIndex={0}
        aria-label={t('plots.label', { what: t(`plots.${quantity}`) })}
        data-testid={`plot-${quantity}`}
        title={spectrum ? t('plots.spectrum.hint') : t('plots.zoom')}
        onKeyDown={keys}
        onPointerLeave={() => (cursor.value = null)}
      />
    </section>
  );
}

function Layouts() {
  const [name, setName] = useState<string | null>(null);
  const own = named.value;
  const now = layoutName.value;
  if (name !== null)
    return (
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          saveAs(name);
          setName(null);
        }}
      >
        <input
          type="text"
          value={name}
          maxLength={40}
          aria-label={t('plots.layout.name')}
          placeholder={t('plots.layout.name')}
          onInput={(event) => setName(event.currentTarget.value)}
          data-testid="layout-name"
        />
        <button disabled={name.trim() === '' || name.trim().startsWith('*')} data-testid="layout-save">
          {t('plots.layout.save')}
        </button>
        <button type="button" class="plain" aria-label={t('ask.no')} onClick={() => setName(null)}>
          ✕
        </button>
      </form>
    );
  return (
    <>
      <select
        aria-label={t('plots.layout')}
        title={t('plots.layout')}
        value={now}
        onChange={(event) => choose(event.currentTarget.value)}
        data-testid="layout"
      >
        {now === '' && <option value="">{t('plots.layout.own')}</option>}
        {Object.keys(STANDARD).map((one) => (
          <option key={one} value={`*${one}`}>
            {known('plots.layout', one)}
          </option>
        ))}
        {Object.keys(own).map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
      {now === '' && (
        <button onClick={() => setName('')} data-testid="layout-keep">
          {t('plots.layout.keep')}
        </button>
      )}
      {now in own && (
        <button class="plain" onClick={() => forget(now)} data-testid="layout-forget">
          {t('plots.layout.forget')}
        </button>
      )}
    </>
  );
}

/** The two marks and what lies between them. */
function Marks() {
  const [a, b] = marks.value;
  if (a === undefined) return null;
  const apart = b === undefined ? NaN : Math.abs(b - a);
  return (
    <span class="plot-marks" data-testid="marks" data-a={a} data-b={b} data-apart={apart}>
      <b>A</b> {fixed(a, 2)} s
      {b !== undefined && (
        <>
          {' '}
          <b>B</b> {fixed(b, 2)} s · <b>Δ</b> {fixed(apart, 3)} s
          {apart > 0 ? ` = ${fixed(1 / apart, 3)} Hz` : ''}
        </>
      )}
      <button
        class="plain"
        aria-label={t('plots.marks.clear')}
        title={t('plots.marks.clear')}
        onClick={() => (marks.value = [])}
      >
        ✕
      </button>
    </span>
  );
}

/** What is shown, as a table. */
export const plotted = (): string => store.history.current.csv(...span(store.history.current.newest));

async function save(): Promise<void> {
  const { saveFile } = await import('../export/export');
  const [, to] = span(store.history.current.newest);
  const name = (store.machine.peek()?.platform ?? 'platform').replace(/[^\w.-]/g, '_');
  saveFile(`hexad-${name}-${to.toFixed(0)}s.csv`, 'text/csv', plotted());
}

/** Looks once a second what moves. */
function useChoices(possible: readonly Quantity[]): readonly Quantity[] {
  const key = possible.join();
  useEffect(() => {
    const look = () => {
      const history = store.history.current;
      const [from, to] = span(history.newest);
      const motion = Number.isFinite(to) ? motionIn(history, from, to, store.machine.peek()) : {};
      const next = resolve(layout.peek().panels, possible, motion, shownAs.peek());
      if (next.join() !== shownAs.peek().join()) shownAs.value = next;
    };
    shownAs.value = []; // of another machine, or of before the machine was known
    const timer = setInterval(look, CHOOSE_MS);
    const undo = effect(() => {
      void [layout.value, frozen.value, timeWindow.value];
      look();
    });
    return () => {
      undo();
      clearInterval(timer);
    };
  }, [key]);
  return shownAs.value;
}

/** All panels are drawn at one moment, that of the numbers; not at all while they stand still or nothing comes. */
function useRedraws(): void {
  const { spectrumMs, plotsMs } = pace.value;
  const every = layout.value.spectrum ? spectrumMs : plotsMs;
  useEffect(() => {
    let at = -Infinity;
    const draw = () => {
      const now = performance.now();
      if (frozen.peek() || now - at < every) return;
      at = now;
      drawnTo.value = store.history.current.newest;
    };
    draw();
    return store.onTelemetry(draw);
  }, [every]);
}

export function PlotsTab() {
  useRedraws();
  const legs = store.machine.value?.legs ?? 6;
  const possible = quantitiesOf(store.machine.value);
  const shown = useChoices(possible);
  const { panels, spectrum } = layout.value;
  // A quantity this machine does not have leaves no panel: the choices are those that are shown.
  const choices = panels.filter((panel) => panel === 'auto' || possible.includes(panel));
  const paused = frozen.value !== null;
  return (
    <div class="plots">
      <div class="tools">
        <button
          data-testid="plot-pause"
          aria-pressed={paused}
          onClick={() => (paused ? goLive() : freeze(store.history.current.newest))}
        >
          {paused ? t('plots.live') : t('plots.pause')}
        </button>
        <select
          aria-label={t('plots.window')}
          title={t('plots.window')}
          value={timeWindow.value}
          data-testid="plot-window"
          onChange={(event) => ((timeWindow.value = Number(event.currentTarget.value)), goLive())}
        >
          {WINDOWS.map((n) => (
            <option key={n} value={n}>
              {n < 120 ? t('plots.seconds', { n }) : t('plots.minutes', { n: n / 60 })}
            </option>
          ))}
        </select>
        <Layouts />
        <button
          aria-pressed={spectrum}
          title={t('plots.spectrum.hint')}
          onClick={() => setSpectrum(!spectrum)}
          data-testid="plot-spectrum"
        >
          {t('plots.spectrum')}
        </button>
        <button
          disabled={panels.length >= MOST_PANELS}
          onClick={addPanel}
          title={t('plots.add.hint')}
          data-testid="plot-add"
        >
          {t('plots.add')}
        </button>
        <button title={t('plots.csv.hint')} onClick={() => void save()} data-testid="plot-csv">
          {t('plots.csv')}
        </button>
        <Marks />
      </div>
      <div class="plot-stack">
        {!spectrum && <StateStrip />}
        <div class="plot-panels" data-count={shown.length}>
          {shown.map((quantity, i) => (
            <Panel
              key={`${i}`}
              at={i}
              choice={choices[i] ?? 'auto'}
              quantity={quantity}
              possible={possible}
              legs={legs}
            />
          ))}
        </div>
      </div>
    </div>
  );
}
