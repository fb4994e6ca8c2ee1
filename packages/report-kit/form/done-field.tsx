import type { DoneChoice } from '@tallyboard/core/model/done.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { DONE_KINDS, DONE_SETTING, doneChoice } from '../settings/done-settings.ts';

const SITE = 'site';

export interface DoneFieldProps<Done extends DoneChoice | null> {
  readonly value: Done;
  readonly onChange: (value: Done) => void;
}

export const SiteDoneField = (props: DoneFieldProps<DoneChoice>) => (
  <RuleFields {...props} options={DONE_KINDS.options} />
);

/** A report's own rule; null is the site's. */
export function DoneField({ value, onChange }: DoneFieldProps<DoneChoice | null>) {
  return (
    <RuleFields
      value={value}
      onChange={onChange}
      options={[{ value: SITE, label: 'Site default' }, ...DONE_KINDS.options]}
    />
  );
}

function RuleFields<Done extends DoneChoice | null>(
  props: DoneFieldProps<Done> & {
    readonly options: readonly { value: DoneChoice['kind'] | typeof SITE; label: string }[];
  },
) {
  const { value, onChange, options } = props;
  const status = value?.kind === 'status' ? value.name : '';
  return (
    <>
      <ChoiceField
        label={DONE_SETTING.label}
        options={options}
        value={value?.kind ?? SITE}
        onChange={kind => onChange((kind === SITE ? null : doneChoice(kind, status)) as Done)}
      />
      {value?.kind === 'status' && (
        <TextField
          label="Done status"
          value={status}
          onChange={name => onChange({ kind: 'status', name } as Done)}
        />
      )}
    </>
  );
}
