import type { DoneChoice } from '@tallyboard/core/model/done.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { doneChoice } from './done-settings.ts';

const OPTIONS = [
  { value: 'resolution-or-category', label: 'A resolution is set, or the status category is Done' },
  { value: 'resolution', label: 'A resolution is set' },
  { value: 'category', label: 'The status category is Done' },
  { value: 'status', label: 'The status has a certain name' },
  { value: 'last-column', label: 'The status is in the last column of the board' },
] as const satisfies readonly { value: DoneChoice['kind']; label: string }[];

const SITE = 'site';

export interface DoneFieldProps<Done extends DoneChoice | null> {
  readonly value: Done;
  readonly onChange: (value: Done) => void;
}

/** The rule of the site. */
export function SiteDoneField(props: DoneFieldProps<DoneChoice>) {
  return <RuleFields {...props} options={OPTIONS} />;
}

/** A report's own rule, or none. */
export function DoneField({ value, onChange }: DoneFieldProps<DoneChoice | null>) {
  return (
    <RuleFields
      value={value}
      onChange={onChange}
      options={[{ value: SITE, label: 'Done rule of the site' }, ...OPTIONS]}
    />
  );
}

interface RuleFieldsProps<Done extends DoneChoice | null> extends DoneFieldProps<Done> {
  readonly options: readonly { value: DoneChoice['kind'] | typeof SITE; label: string }[];
}

function RuleFields<Done extends DoneChoice | null>({
  value,
  onChange,
  options,
}: RuleFieldsProps<Done>) {
  const status = value?.kind === 'status' ? value.name : '';
  return (
    <>
      <ChoiceField
        label="An issue is done when"
        options={options}
        value={value?.kind ?? SITE}
        onChange={kind => onChange((kind === SITE ? null : doneChoice(kind, status)) as Done)}
      />
      {value?.kind === 'status' && (
        <TextField
          label="Name of the done status"
          value={status}
          onChange={name => onChange({ kind: 'status', name } as Done)}
        />
      )}
    </>
  );
}
