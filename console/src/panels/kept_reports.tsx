// The reports that are kept, beside what made them: the pages Accept and Commission.

import type { ComponentChildren } from 'preact';
import { t } from '../i18n';

export interface Kept {
  name: string;
  address: string; // empty: it is not served
  date: string;
  passes: boolean;
}

export function ReportLinks({ report, prefix }: { report: Kept; prefix: string }) {
  if (!report.address) return null;
  return (
    <span class="acc-links">
      <a href={report.address} target="_blank" rel="noopener" data-testid={`${prefix}-open`}>
        {t('accept.open')}
      </a>
      <a href={report.address} download={report.name} data-testid={`${prefix}-download`}>
        {t('accept.download')}
      </a>
    </span>
  );
}

interface Props<T extends Kept> {
  title: string;
  none: string;
  note?: string;
  prefix: string;
  reports: readonly T[];
  verdict: (report: T) => string;
  about?: (report: T) => ComponentChildren;
}

export function KeptReports<T extends Kept>({
  title,
  none,
  note,
  prefix,
  reports,
  verdict,
  about,
}: Props<T>) {
  return (
    <section class="cal-side" aria-label={title}>
      <h2 class="acc-side-title">{title}</h2>
      <div class="cal-side-body">
        {reports.length === 0 ? (
          <p class="cal-empty">{none}</p>
        ) : (
          <div class="cal-history">
            {note && <p class="note">{note}</p>}
            <ul>
              {reports.map((one) => (
                <li key={one.name} data-testid={`${prefix}-report`} data-name={one.name}>
                  <div>
                    <b>{one.date}</b>
                    <small class={one.passes ? 'good-text' : 'bad-text'}>
                      {one.passes ? '✓ ' : '✗ '}
                      {verdict(one)}
                    </small>
                    {about && <small>{about(one)}</small>}
                  </div>
                  <ReportLinks report={one} prefix={prefix} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  );
}
