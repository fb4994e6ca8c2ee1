import type { FormProps } from '@tallyboard/report-kit/contract.ts';
import { AdvancedSettings } from '@tallyboard/report-kit/settings/advanced-settings.tsx';
import { CheckGroup } from '@tallyboard/report-kit/settings/check-group.tsx';
import { DoneField } from '@tallyboard/report-kit/settings/done-field.tsx';
import { DURATIONS } from '@tallyboard/report-kit/settings/duration-choices.ts';
import { FormFields } from '@tallyboard/report-kit/settings/form-fields.tsx';
import {
  GROUP_CHOICES,
  groupWord,
  parseGroupWord,
} from '@tallyboard/report-kit/settings/group-codes.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { OVERVIEW } from './controls.tsx';
import { COLUMN_NAMES, ESTIMATION_COLUMNS, type EstimationSettings } from './settings.ts';

/** The fields of the time tracking and estimation gadget. */
export default function EstimationForm({
  settings,
  site,
  onChange,
}: FormProps<EstimationSettings>) {
  const set = (change: Partial<EstimationSettings>) => onChange({ ...settings, ...change });
  const { groupBy, columns } = settings;
  const custom = site.fields
    .filter(field => field.custom)
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <FormFields>
      <ChoiceField
        label="Gadget type"
        options={[
          { value: OVERVIEW, label: 'Overview' },
          ...GROUP_CHOICES.map(choice => ({
            value: groupWord(choice.groupBy),
            label: choice.label,
            group: 'Group by',
          })),
          ...custom.map(({ id, name }) => ({
            value: id as string,
            label: name,
            group: 'Group by a custom field',
          })),
        ]}
        value={groupBy === null ? OVERVIEW : groupWord(groupBy)}
        onChange={word => set({ groupBy: parseGroupWord(word) })}
      />
      <CheckGroup label="Columns">
        {ESTIMATION_COLUMNS.map(id => (
          <Checkbox
            key={id}
            label={COLUMN_NAMES[id]}
            checked={columns[id]}
            onChange={checked => set({ columns: { ...columns, [id]: checked } })}
          />
        ))}
      </CheckGroup>
      <AdvancedSettings>
        <FormFields>
          <ChoiceField
            label="Time format"
            options={DURATIONS.options}
            value={settings.style}
            onChange={style => set({ style })}
          />
          <DoneField value={settings.done} onChange={done => set({ done })} />
        </FormFields>
      </AdvancedSettings>
    </FormFields>
  );
}
