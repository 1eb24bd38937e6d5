// Tunings that are kept by name: saved, gone over to, deleted. A file that cannot be used is told.

import { useState } from 'preact/hooks';
import { store } from '../state/app';
import { t } from '../i18n';
import { Section, Told } from '../panels/controls';
import { order, tunings } from './tried';
import type { KeptTuning } from './tried_answers';

const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/;

function Row({ one }: { one: KeptTuning }) {
  const [sure, setSure] = useState(false);
  return (
    <li class={one.inForce ? 'on' : ''} data-testid={`kept-${one.name}`} data-in-force={one.inForce}>
      <b title={one.words} lang="en">
        {one.name}
      </b>
      <button
        class="plain"
        disabled={!store.live.value || one.inForce}
        onClick={() => void order({ action: 'tune', name: one.name })}
        data-testid={`kept-apply-${one.name}`}
      >
        {one.inForce ? t('kept.in_force') : t('kept.apply')}
      </button>
      <button
        class="plain"
        disabled={!store.live.value}
        onClick={() => {
          setSure(!sure);
          if (sure) void order({ action: 'delete_tuning', name: one.name });
        }}
        onBlur={() => setSure(false)}
        data-testid={`kept-delete-${one.name}`}
      >
        {sure ? t('kept.delete.sure') : t('kept.delete')}
      </button>
    </li>
  );
}

export function KeptPanel() {
  const [name, setName] = useState('');
  const { tunings: kept, damaged } = tunings.value;
  const good = NAME.test(name) && name !== 'now';
  const replaces = kept.some((one) => one.name === name);
  const save = async () => {
    if (await order({ action: 'save_tuning', name })) setName('');
  };
  return (
    <Section title={t('kept')} help="cueing">
      <ul class="cue-kept" aria-label={t('kept')} data-testid="kept" data-count={kept.length}>
        {kept.map((one) => (
          <Row key={one.name} one={one} />
        ))}
      </ul>
      {kept.length === 0 && <p class="note">{t('kept.none')}</p>}
      {damaged.map((one, i) => (
        <p key={i} class="bad" data-testid="kept-damaged">
          <Told said={one} />
        </p>
      ))}
      <form
        class="cue-save"
        onSubmit={(event) => {
          event.preventDefault();
          if (good) void save();
        }}
      >
        <input
          type="text"
          class="vf"
          aria-label={t('kept.name')}
          placeholder={t('kept.name')}
          title={t('kept.name.hint')}
          aria-invalid={name !== '' && !good}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
          data-testid="kept-name"
        />
        <button disabled={!good || !store.live.value} data-testid="kept-save">
          {replaces ? t('kept.replace') : t('kept.save')}
        </button>
      </form>
      {name !== '' && !good && <p class="bad">{t('kept.name.hint')}</p>}
    </Section>
  );
}
