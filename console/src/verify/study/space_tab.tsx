// Where the platform can be: whether a required envelope fits, the workspace as a volume, and how near legs and
// plates come to each other.

import { signal } from '@preact/signals';
import { t } from '../../i18n';
import { Clearance } from './clearance';
import { Envelope } from './envelope';
import { Volume } from './volume';

const PARTS = { envelope: Envelope, volume: Volume, clearance: Clearance };
type What = keyof typeof PARTS;
const what = signal<What>('envelope');

export function SpaceTab() {
  const Part = PARTS[what.value];
  return (
    <div class="scroll vspace" tabIndex={0}>
      <div class="segmented" role="group" aria-label={t('vtab.space')}>
        {(Object.keys(PARTS) as What[]).map((name) => (
          <button
            key={name}
            aria-pressed={what.value === name}
            onClick={() => (what.value = name)}
            data-testid={`vspace-${name}`}
          >
            {t(`vspace.${name}`)}
          </button>
        ))}
      </div>
      <Part />
    </div>
  );
}
