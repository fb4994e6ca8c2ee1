import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import type { FormProps } from '../report.ts';
import { AdvancedSettings } from '../shared/advanced-settings.tsx';
import { CheckGroup } from '../shared/check-group.tsx';
import { DoneField } from '../shared/done-field.tsx';
import { DURATIONS } from '../shared/duration-choices.ts';
import { FormFields } from '../shared/form-fields.tsx';
import { GROUP_CHOICES, groupWord, parseGroupWord } from '../shared/group-codes.ts';
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
