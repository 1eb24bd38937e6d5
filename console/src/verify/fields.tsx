// The fields of this page: texts that are marked when they are empty (0) or no number.

import { isBad, isEmpty, MOST, numberOf } from './draft';
import { editor } from './editor';
import { t } from '../i18n';

interface FieldProps {
  label: string;
  text: string;
  change: (text: string) => void;
  testid?: string;
  soft?: boolean; // follows from something else
  picked?: boolean;
  focus?: () => void;
  disabled?: boolean;
}

export function Field({
  label,
  text,
  change,
  testid,
  soft = false,
  picked = false,
  focus,
  disabled = false,
}: FieldProps) {
  const bad = isBad(text);
  const empty = !soft && isEmpty(text);
  const tooLarge = Math.abs(numberOf(text) ?? 0) > MOST;
  const wrong = t(tooLarge ? 'verify.too_large' : 'verify.not_number');
  const remark = bad ? wrong : empty ? t('verify.empty') : '';
  return (
    <input
      type="text"
      inputMode="decimal"
      class={`vf ${empty ? 'empty' : ''} ${soft ? 'soft' : ''} ${picked ? 'picked' : ''}`}
      aria-label={label}
      aria-invalid={bad}
      title={remark ? `${label}: ${remark}` : undefined}
      data-testid={testid}
      data-empty={empty}
      value={text}
      disabled={disabled}
      onInput={(event) => change(event.currentTarget.value)}
      onFocus={focus}
      onBlur={() => editor.settle()}
    />
  );
}

interface ItemFieldProps extends FieldProps {
  unit: string;
}
export function ItemField({ unit, ...field }: ItemFieldProps) {
  return (
    <label class="vitem">
      <span>{field.label}</span>
      <Field {...field} />
      <small>{unit}</small>
    </label>
  );
}
