import type { DoneChoice } from '@tallyboard/core/model/done.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { DONE_KINDS, DONE_SETTING, doneChoice } from '../settings/done-settings.ts';

const SITE = 'site';

/** A done rule of a report, where null is the site's, or the site's own. */
export function DoneField<Done extends DoneChoice | null>(props: {
  readonly value: Done;
  readonly onChange: (value: Done) => void;
  readonly isSite?: boolean;
  /** Without a board no column is the last; a stored choice of it is still shown. */
  readonly hasBoard?: boolean;
}) {
  const { value, onChange, isSite, hasBoard = true } = props;
  const status = value?.kind === 'status' ? value.name : '';
  return (
    <>
      <ChoiceField
        label={DONE_SETTING.label}
        options={[
          ...(isSite ? [] : [{ value: SITE, label: 'Site default' } as const]),
          ...DONE_KINDS.options.filter(
            ({ value: kind }) => hasBoard || kind !== 'last-column' || kind === value?.kind,
          ),
        ]}
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
