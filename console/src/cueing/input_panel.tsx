// Who sends the vehicle's motion: which game or host, how often, which of its fields is which axis, and what comes in.

import type { Host, Point } from '../api/messages';
import { store } from '../state/app';
import { fixed } from '../i18n/format';
import { t } from '../i18n';
import { told } from '../i18n/message';
import { Section } from '../panels/controls';

const nameOf = (host: Host): string => `${host.protocol} ${host.address}`;
const mappingOf = (host: Host) => host.told.find((said) => said.message?.id === 'told_game');
const three = (values: Point): string => values.map((value) => fixed(value, 2)).join('  ');

export function InputPanel() {
  const now = store.shown.value;
  const cueing = now?.cue?.active ?? false;
  // Games as soon as they are heard; of other hosts only the one that is being followed says a vehicle's motion.
  const senders = store.hosts.value.filter(
    (host) => mappingOf(host) || (cueing && now?.driver === nameOf(host)),
  );
  if (!now || senders.length === 0) return null;
  return (
    <Section title={t('cue.source')}>
      {senders.map((host) => {
        const mapping = mappingOf(host);
        const last = host.told[host.told.length - 1];
        const drives = now.driver === nameOf(host);
        return (
          <div key={nameOf(host)} class="cue-input" data-testid="cue-input">
            <b>{nameOf(host)}</b>{' '}
            <span data-testid="cue-input-rate">{t('cue.source.rate', { rate: fixed(host.rate_hz, 1) })}</span>
            {' · '}
            {drives ? t('hosts.drives') : t('cue.source.heard')}
            {mapping && <small data-testid="cue-input-mapping">{told(mapping)}</small>}
            {last && last !== mapping && (
              <small>
                {t('hosts.told')}: {told(last)}
              </small>
            )}
          </div>
        );
      })}
      {cueing && now.cue && (
        <dl class="cue-now" data-testid="cue-input-now">
          <dt>{t('cue.source.acceleration')}</dt>
          <dd class="num">{three(now.cue.vehicle_acceleration)} m/s²</dd>
          <dt>{t('cue.source.rates')}</dt>
          <dd class="num">{three(now.cue.vehicle_rate)} °/s</dd>
        </dl>
      )}
    </Section>
  );
}
