import { store } from '../state/app';
import { fixed } from '../i18n/format';
import { t } from '../i18n';
import { Histogram } from './histogram';

export function LoopTab() {
  const loop = store.loop.value;
  if (!loop) return <p class="muted pad">{t('loop.none')}</p>;
  const rows: [string, string][] = [
    [t('loop.rate'), fixed(loop.rate_hz, 1)],
    [t('loop.late_p99'), `${fixed(loop.p99_us, 0)} µs`],
    [t('loop.late_max'), `${fixed(loop.max_us, 0)} µs`],
    [t('loop.step_p99'), `${fixed(loop.step_p99_us, 1)} µs`],
    [t('loop.step_max'), `${fixed(loop.step_max_us, 1)} µs`],
    [t('loop.overruns'), String(loop.overruns)],
    [t('loop.slipped'), String(loop.slipped)],
    [t('loop.ticks'), String(loop.ticks)],
    [t('loop.version'), store.machine.value?.version ?? '–'],
  ];
  return (
    <div class="scroll pad loop" data-testid="loop">
      <dl class="facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {loop.histogram && <Histogram data={loop.histogram} label={t('loop.histogram')} />}
    </div>
  );
}
