import type { Host } from '../api/messages';
import { commands, store } from '../state/app';
import { fixed } from '../i18n/format';
import { t } from '../i18n';
import { dropWords, told } from '../i18n/message';
import { useVerdict } from './controls';
import { Examine } from './examine';
import { Histogram } from './histogram';
import { later } from './later';

const Relay = later(async () => (await import('../relay/relay_panel')).RelayPanel);

const drops = (dropped: Record<string, number>): string =>
  Object.entries(dropped)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => `${dropWords(reason)} ${count}`)
    .join(' · ');

/**
 * A board that is read (csfi) asks and never drives; each question comes from another port of the same
 * address.
 */
const asksOnly = (host: Host): boolean => host.protocol === 'csfi';
const machineOf = (host: Host): string => host.address.split(':')[0]!;

/** The newest of those that only ask, by address, with how many were before; the others as they are. */
function rowsOf(hosts: readonly Host[]): { host: Host; before: number }[] {
  const rows: { host: Host; before: number }[] = [];
  for (const host of hosts) {
    const isSame = (row: { host: Host }) => asksOnly(row.host) && machineOf(row.host) === machineOf(host);
    const same = asksOnly(host) && rows.find(isSame);
    if (same) same.before += 1;
    else rows.push({ host, before: 0 });
  }
  return rows;
}

export function HostsTab() {
  const hosts = store.hosts.value;
  const give = useVerdict('give');
  const driver = store.shown.value?.driver;
  return (
    <div class="scroll pad">
      {hosts.length === 0 && <p class="muted">{t('hosts.none')}</p>}
      {hosts.length > 0 && (
        <table class="data hosts" data-testid="hosts">
          <thead>
            <tr>
              <th scope="col">{t('hosts.host')}</th>
              <th scope="col" class="num">
                {t('hosts.rate')}
              </th>
              <th scope="col" class="num">
                {t('hosts.jitter')}
              </th>
              <th scope="col" class="num">
                {t('hosts.lost')}
              </th>
              <th scope="col" class="num">
                {t('hosts.received')}
              </th>
              <th scope="col" class="num">
                {t('hosts.silent')}
              </th>
              <th scope="col">{t('hosts.dropped')}</th>
              <th scope="col">{t('hosts.histogram')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {rowsOf(hosts).map(({ host, before }) => {
              const name = `${host.protocol} ${host.address}`;
              return (
                <tr key={name} class={driver === name ? 'chosen' : ''}>
                  <th scope="row">
                    {name}
                    {before > 0 && <small> {t('hosts.more', { count: before })}</small>}
                  </th>
                  <td class="num">{fixed(host.rate_hz, 1)}</td>
                  <td class="num">{fixed(host.jitter_ms, 2)}</td>
                  <td class="num">{host.lost}</td>
                  <td class="num">{host.received}</td>
                  <td class="num">{fixed(host.silent_s, 1)}</td>
                  <td>
                    {drops(host.dropped) || '–'}
                    {host.told.length > 0 && (
                      <small class="told" title={host.told.map(told).join('\n')}>
                        {t('hosts.told')}: {told(host.told[host.told.length - 1]!)}
                      </small>
                    )}
                  </td>
                  <td>{host.histogram ? <Histogram data={host.histogram} label="ms" /> : '–'}</td>
                  <td>
                    {driver === name
                      ? t('hosts.drives')
                      : !asksOnly(host) && (
                          <button
                            disabled={!give.allowed}
                            title={give.why}
                            onClick={() => void commands.send({ action: 'give', host: host.address })}
                          >
                            {t('hosts.give')}
                          </button>
                        )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      <Examine />
      <h3>{t('hosts.listening')}</h3>
      <ul class="ports">
        {store.listening.value.map((port) => (
          <li key={port.protocol}>
            <b>{port.protocol}</b> {port.address}{' '}
            {drops(port.dropped) && (
              <small class="bad">
                {t('hosts.dropped')}: {drops(port.dropped)}
              </small>
            )}
          </li>
        ))}
      </ul>
      <Relay />
    </div>
  );
}
