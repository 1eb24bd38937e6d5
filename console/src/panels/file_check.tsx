// A motion file before it is played: what preflight finds, and whether it is to be smoothed where it shakes too
// hard. Nothing is smoothed unasked; what is chosen is remembered for the file, by the program.

import type { Preflight } from '../api/messages';
import { t } from '../i18n';
import { told } from '../i18n/message';
import { http, store } from '../state/app';
import { PreviewCheck } from '../state/preview_check';
import { ErrorText, PreflightText, Shape } from './preview';

export class FileCheck {
  readonly answer = new PreviewCheck(0);

  look(name: string): void {
    this.answer.clear();
    this.answer.ask(name, () => http.preflight(name));
  }
  smooth(name: string, smoothed: boolean): void {
    this.answer.ask(`${name} ${smoothed}`, () => http.smooth(name, smoothed));
  }
  get preflight(): Preflight | null {
    const result = this.answer.result.value;
    return result.is === 'checked' ? result.preflight : null;
  }
  get passes(): boolean {
    return this.preflight?.passes === true;
  }
  /** Why it cannot be started. */
  get wrong(): string {
    const { is } = this.answer.result.value;
    return is === 'busy' ? t('preview.wait') : is === 'checked' && !this.passes ? t('preview.not') : '';
  }
}

interface SwitchProps {
  preflight: Preflight;
  ready: boolean;
  choose: (smoothed: boolean) => void;
}

/** Offered where a filter helps, and shown wherever one has been chosen. */
function SmoothSwitch({ preflight, ready, choose }: SwitchProps) {
  const { smooth, smoothed, passes } = preflight;
  if (!smooth && !smoothed) return null;
  const what = smoothed ? told(smoothed) : '';
  const about = smoothed?.applied ? 'smooth.applied' : smoothed?.tried ? 'smooth.offer' : 'smooth.untried';
  return (
    <div>
      <label class="check">
        <input
          type="checkbox"
          checked={smooth}
          disabled={!ready}
          data-testid="smooth"
          onChange={(event) => choose(event.currentTarget.checked)}
        />
        {t('smooth.switch')}
      </label>
      <p class="note" data-testid="smoothed">
        {smoothed ? t(about, { what }) : t(passes ? 'smooth.needless' : 'smooth.helpless')}
      </p>
    </div>
  );
}

export function FileVerdict({ name, check }: { name: string; check: FileCheck }) {
  const result = check.answer.result.value;
  const preflight = result.is === 'checked' ? result.preflight : result.is === 'busy' ? result.before : null;
  return (
    <>
      {result.is === 'busy' && <p class="note">{t('preview.checking')}</p>}
      {result.is === 'wrong' && <ErrorText error={result.error} />}
      {result.is === 'failed' && (
        <p class="verdict bad">{t('preview.failed', { reason: told(result.reason) })}</p>
      )}
      {result.is === 'checked' && <PreflightText preflight={result.preflight} />}
      {preflight && (
        <SmoothSwitch
          preflight={preflight}
          ready={result.is === 'checked' && store.live.value}
          choose={(smoothed) => check.smooth(name, smoothed)}
        />
      )}
    </>
  );
}

export function FileShape({ check }: { check: FileCheck }) {
  const result = check.answer.result.value;
  return result.is === 'checked' ? <Shape preflight={result.preflight} /> : null;
}
