import { store } from '../state/app';
import { fixed } from '../i18n/format';
import { known, t } from '../i18n';
import { Histogram } from './histogram';

/** "simulated", "shared /dev/shm/…": the kind in words, then where. */
const named = (drives: string) => drives.replace(/^\w+/, (kind) => known('port', kind));

export function LoopTab() {
  const loop = store.loop.value;
  const machine = store.machine.value;
  const link = machine?.injections.length ? undefined : store.shown.value?.drives;
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
    [t('loop.version'), machine?.version ?? '–'],
    [t('loop.drives'), machine ? named(machine.drives) : '–'],
  ];
  if (link) {
    rows.push([t('loop.answer'), link.open_loop ? t('loop.open') : link.link ? '✓' : '–']);
    rows.push([t('loop.age'), `${fixed(link.setpoint_age_ms, 2)} / ${fixed(link.feedback_age_ms, 2)} ms`]);
    if (!link.far_state)
      rows.push([t('loop.bridged'), `${link.bridged} / ${link.rejected} / ${link.losses}`]);
  }
  if (link?.far_state) {
    const code = link.far_code ? ` (${link.far_code})` : '';
    rows.push([t('loop.far_state'), `${known('state', link.far_state)}${code}`]);
    rows.push([
      t('loop.far_follows'),
      link.far_follows ? t(link.far_limits ? 'loop.far_limits' : 'loop.far_full') : '–',
    ]);
    rows.push([t('loop.far_delay'), `${fixed(link.far_delay_ms, 1)} ms`]);
    rows.push([t('loop.far_lost'), `${link.far_lost} / ${link.losses}`]);
  }
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
