import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { NumberedPacket } from '../state/store';
import { link, store } from '../state/app';
import { hexLines, matches } from '../state/packets';
import { showAt } from '../state/time_axis';
import { timeOfDay } from '../i18n/format';
import { t } from '../i18n';
import { dropWords } from '../i18n/message';
import { English } from './controls';
import { tab } from '../state/view';

const protocol = signal('');
const filter = signal('');
const chosen = signal<number | null>(null);
const MOST_ROWS = 150;

function Details({ packet }: { packet: NumberedPacket }) {
  const platformTime = packet.time - store.unixMinusPlatform.value;
  return (
    <>
      <p class="mono">
        <English>{packet.text}</English>
      </p>
      {packet.verdict && <p class="verdict bad">{dropWords(packet.verdict)}</p>}
      <pre class="hex">
        {hexLines(packet.hex).map((line) => `${line.at}  ${line.bytes.padEnd(47)}  ${line.text}\n`)}
      </pre>
      <button
        onClick={() => {
          showAt(platformTime);
          tab.value = 'plots';
        }}
      >
        {t('events.show_at')}
      </button>
    </>
  );
}

/** All that are held, whatever is filtered. */
async function save(): Promise<void> {
  const { pcapng, saveFile, stamp } = await import('../export/export');
  const protocols = store.machine.peek()?.protocols ?? [];
  saveFile(`packets-${stamp()}.pcapng`, 'application/x-pcapng', pcapng(store.packets.peek(), protocols));
}

export function PacketsTab() {
  const machine = store.machine.value;
  // Packets are only sent while somebody looks at them.
  useEffect(() => {
    link.subscribe({ packets: true, protocols: protocol.value ? [protocol.value] : [] });
  }, [protocol.value]);
  useEffect(() => () => link.subscribe({ packets: false }), []);
  const rows = store.packets.value
    .filter((packet) => matches(packet, protocol.value, filter.value))
    .slice(-MOST_ROWS)
    .reverse();
  const paused = store.packetsPaused.value;
  const packet = store.packets.value.find((one) => one.id === chosen.value);
  return (
    <div class="split">
      <div class="split-main">
        <div class="tools">
          <label>
            {t('packets.protocol')}{' '}
            <select
              value={protocol.value}
              onChange={(event) => (protocol.value = event.currentTarget.value)}
              data-testid="packet-protocol"
            >
              <option value="">{t('packets.any')}</option>
              {machine?.protocols.map((one) => (
                <option key={one.name} value={one.name}>
                  {one.name}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t('packets.filter')}{' '}
            <input
              type="search"
              value={filter.value}
              placeholder={t('packets.filter.hint')}
              onInput={(event) => (filter.value = event.currentTarget.value)}
              data-testid="packet-filter"
            />
          </label>
          <button
            aria-pressed={paused}
            onClick={() => (store.packetsPaused.value = !paused)}
            data-testid="packet-pause"
          >
            {paused ? t('packets.follow') : t('packets.pause')}
          </button>
          <button onClick={() => ((store.packets.value = []), (store.packetsLeftOut.value = 0))}>
            {t('packets.clear')}
          </button>
          <button
            onClick={() => void save()}
            disabled={store.packets.value.length === 0}
            data-testid="packets-pcapng"
          >
            {t('packets.pcapng')}
          </button>
          <span class="muted">
            {t('packets.shown', { n: rows.length })}
            {store.packetsLeftOut.value > 0 &&
              ` · ${t('packets.left_out', { n: store.packetsLeftOut.value })}`}
          </span>
        </div>
        <div class="scroll">
          {rows.length === 0 && <p class="muted pad">{t('packets.none')}</p>}
          {rows.length > 0 && (
            <table class="data packets" data-testid="packets">
              <thead>
                <tr>
                  <th scope="col">{t('packets.time')}</th>
                  <th scope="col">{t('packets.protocol')}</th>
                  <th scope="col">{t('packets.direction')}</th>
                  <th scope="col">{t('packets.peer')}</th>
                  <th scope="col" class="num">
                    {t('packets.size')}
                  </th>
                  <th scope="col">{t('packets.meaning')}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((one) => (
                  <tr
                    key={one.id}
                    class={`${one.verdict ? 'bad' : ''} ${one.id === chosen.value ? 'chosen' : ''}`}
                    onClick={() => (chosen.value = one.id)}
                  >
                    <td>{timeOfDay(one.time, 3)}</td>
                    <td>{one.protocol}</td>
                    <td>{one.direction === 'in' ? `→ ${t('packets.in')}` : `← ${t('packets.out')}`}</td>
                    <td>{one.peer}</td>
                    <td class="num">{one.size}</td>
                    <td class="meaning">
                      <button class="plain" onClick={() => (chosen.value = one.id)}>
                        {one.verdict && `${dropWords(one.verdict)} `}
                        <English>{one.text}</English>
                      </button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
      </div>
      <div class="split-side scroll">
        {packet ? <Details packet={packet} /> : <p class="muted pad">{t('packets.choose')}</p>}
      </div>
    </div>
  );
}
