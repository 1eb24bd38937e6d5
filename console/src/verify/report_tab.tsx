// Makes the report of the project as it stands: opened to be printed, or kept as a file.

import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import { http } from '../state/app';
import { reasonOf } from '../api/http';
import { currentLanguage, t } from '../i18n';
import type { Said } from '../i18n/message';
import { Told } from '../panels/controls';
import { boardState } from './board_tab';
import { plainName } from './draft';
import { download, draft, set } from './editor';
import { collect } from './report';
import { ReportSheet, sheetStyle, STYLE, type Signed } from './report_sheet';
import { roadSection } from './road_tab';
import { sineSection } from './sine_tab';
import { sizingSection } from './study/sizing_tab';

const KEPT = 'hexad.verify.signed';
const signed = signal<Signed>(
  (() => {
    const empty = { place: '', engineer: '', machine: '' };
    try {
      return { ...empty, ...(JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Signed>) };
    } catch {
      return empty;
    }
  })(),
);
effect(() => {
  try {
    localStorage.setItem(KEPT, JSON.stringify(signed.value));
  } catch {
    // A browser that keeps nothing.
  }
});
const withSine = signal(true);
const withRoad = signal(false);
const withSizing = signal(true);
const busy = signal(false);
const failed = signal<Said | null>(null);
/** The report as a page of its own, and the set it is about. */
const made = signal<{ html: string; of: unknown } | null>(null);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

async function make(): Promise<void> {
  const wanted = set.peek();
  if (!wanted || busy.peek()) return;
  busy.value = true;
  failed.value = null;
  try {
    const now = draft.peek();
    const facts = await collect(wanted);
    const sections = [
      withSine.peek() ? await sineSection(wanted) : null,
      withRoad.peek() ? await roadSection(wanted) : null,
      withSizing.peek() ? await sizingSection(wanted) : null,
    ].filter((one) => one !== null);
    const version = (await http.version()) || 'hexad';
    const page = document.createElement('div');
    render(
      <ReportSheet
        draft={now}
        facts={facts}
        signed={signed.peek()}
        made={new Date()}
        program={version}
        board={boardState()}
        sections={sections}
      />,
      page,
    );
    const title = t('vrep.title', { project: now.project || '–' });
    const lang = currentLanguage() === 'zh' ? 'zh-CN' : 'en';
    const html = `<!doctype html>\n<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title><style>${STYLE}${sheetStyle(title)}</style></head><body>${page.innerHTML}</body></html>\n`;
    render(null, page);
    made.value = { html, of: wanted };
  } catch (error) {
    failed.value = reasonOf(error);
  } finally {
    busy.value = false;
  }
}

/** In a frame of its own: what is printed is the report and nothing of the console. */
function print(): void {
  const frame = document.querySelector<HTMLIFrameElement>('#v-report-frame');
  frame?.contentWindow?.focus();
  frame?.contentWindow?.print();
}

export function ReportTab() {
  const field = (key: keyof Signed) => (
    <label class="vsmall">
      <span>{t(`vrep.${key}`)}</span>
      <input
        type="text"
        maxLength={80}
        value={signed.value[key]}
        data-testid={`vrep-${key}`}
        onInput={(event) => (signed.value = { ...signed.value, [key]: event.currentTarget.value })}
      />
    </label>
  );
  const old = made.value !== null && made.value.of !== set.value;
  return (
    <div class="vrep">
      <div class="vrep-side">
        {field('machine')}
        {field('place')}
        {field('engineer')}
        <label>
          <input
            type="checkbox"
            checked={withSine.value}
            onChange={(event) => (withSine.value = event.currentTarget.checked)}
            data-testid="vrep-sine"
          />{' '}
          {t('vrep.with.sine')}
        </label>
        <label>
          <input
            type="checkbox"
            checked={withRoad.value}
            onChange={(event) => (withRoad.value = event.currentTarget.checked)}
            data-testid="vrep-road"
          />{' '}
          {t('vrep.with.road')}
        </label>
        <label>
          <input
            type="checkbox"
            checked={withSizing.value}
            onChange={(event) => (withSizing.value = event.currentTarget.checked)}
            data-testid="vrep-sizing"
          />{' '}
          {t('vrep.with.sizing')}
        </label>
        <div class="vrow">
          <button
            class="primary"
            disabled={!set.value || busy.value}
            onClick={() => void make()}
            data-testid="vrep-make"
          >
            {busy.value ? t('verify.busy') : t('vrep.make')}
          </button>
          <button disabled={!made.value} onClick={print} data-testid="vrep-print">
            {t('vrep.print')}
          </button>
          <button
            disabled={!made.value}
            onClick={() =>
              made.value && download(`report_${plainName(draft.peek().project)}.html`, made.value.html)
            }
            data-testid="vrep-save"
          >
            {t('vrep.save')}
          </button>
        </div>
        {old && <p class="why">{t('vrep.old')}</p>}
        {failed.value && (
          <p class="verdict bad">
            <Told said={failed.value} />
          </p>
        )}
        <p class="note">{t('vrep.note')}</p>
      </div>
      {made.value ? (
        <iframe
          id="v-report-frame"
          title={t('vtab.report')}
          srcDoc={made.value.html}
          data-testid="vrep-frame"
        />
      ) : (
        <p class="muted pad">{t('vrep.none')}</p>
      )}
    </div>
  );
}
