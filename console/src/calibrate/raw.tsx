// The frame of a group byte by byte: every byte says which value it is part of.

import { signal } from '@preact/signals';
import { t } from '../i18n';
import type { ByteSpot, GroupOf } from './answers';
import { groups, picked, shown } from './session';
import { spotName, withUnit } from './names';

const COLUMNS = 16;
const pointed = signal<number | null>(null); // a byte under the pointer

const spotAt = (group: GroupOf, offset: number): ByteSpot | undefined =>
  group.bytes.find((spot) => offset >= spot.offset && offset < spot.offset + spot.length);
const place = (spot: ByteSpot): string =>
  spot.length === 1
    ? t('cal.raw.one', { from: spot.offset })
    : t('cal.raw.some', { from: spot.offset, to: spot.offset + spot.length - 1 });

export function RawView() {
  const group = groups.value.find((one) => one.group === shown.value);
  if (!group) return null;
  const bytes = group.frame.match(/../g) ?? [];
  const chosen = picked.value && spotAt(group, picked.value.offset);
  const inGroup =
    chosen && (picked.value!.key === null || chosen.key === picked.value!.key) ? chosen : undefined;
  const spot = pointed.value !== null ? spotAt(group, pointed.value) : inGroup;
  const choose = (one: ByteSpot | undefined) => {
    if (!one) return;
    picked.value = { key: one.key, place: one.place, offset: one.offset };
    document
      .querySelector(`[data-testid="row-${one.key}-${one.place}"]`)
      ?.scrollIntoView({ block: 'center' });
  };
  const keys = (event: KeyboardEvent) => {
    const step =
      event.key === 'ArrowRight' || event.key === 'ArrowDown'
        ? 1
        : event.key === 'ArrowLeft' || event.key === 'ArrowUp'
          ? -1
          : 0;
    if (step === 0) return;
    event.preventDefault();
    const now = inGroup ? group.bytes.indexOf(inGroup) : step > 0 ? -1 : group.bytes.length;
    choose(group.bytes[Math.min(Math.max(now + step, 0), group.bytes.length - 1)]);
  };
  return (
    <div class="cal-raw">
      <div
        class="cal-hex"
        tabIndex={0}
        role="group"
        aria-label={t('cal.raw.label', { group: group.group, size: bytes.length })}
        data-testid="cal-hex"
        onKeyDown={keys}
        onMouseLeave={() => (pointed.value = null)}
      >
        {Array.from({ length: Math.ceil(bytes.length / COLUMNS) }, (_, line) => (
          <div key={line}>
            <small>{String(line * COLUMNS).padStart(3, '0')}</small>
            {bytes.slice(line * COLUMNS, (line + 1) * COLUMNS).map((byte, i) => {
              const offset = line * COLUMNS + i;
              const own = spotAt(group, offset);
              const odd = own ? group.bytes.indexOf(own) % 2 === 1 : false;
              return (
                <span
                  key={offset}
                  class={`${odd ? 'odd' : ''} ${own === spot && spot ? 'on' : ''}`}
                  title={
                    own ? `${place(own)}: ${spotName(own)} = ${withUnit(own.value, own.unit)}` : undefined
                  }
                  data-testid={`byte-${offset}`}
                  onMouseEnter={() => (pointed.value = offset)}
                  onClick={() => choose(own)}
                >
                  {byte}
                </span>
              );
            })}
            {Array.from({ length: Math.max(0, (line + 1) * COLUMNS - bytes.length) }, (_, i) => (
              <i key={i} />
            ))}
          </div>
        ))}
      </div>
      <p class="cal-spot" aria-live="polite" data-testid="cal-spot">
        {spot ? (
          <>
            <small>{place(spot)}</small>
            <b>{spotName(spot)}</b> <span>{withUnit(spot.value, spot.unit)}</span>
          </>
        ) : (
          <small>{t('cal.raw.hint')}</small>
        )}
      </p>
    </div>
  );
}
