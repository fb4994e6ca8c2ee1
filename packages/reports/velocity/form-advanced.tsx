import type { FormProps } from '@tallyboard/report-kit/contract.ts';
import { fieldOptions, pickedField } from '@tallyboard/report-kit/settings/field-options.ts';
import { FormFields } from '@tallyboard/report-kit/settings/form-fields.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { filterProblem, PERSON_SORTS, type VelocitySettings } from './settings.ts';

interface AdvancedProps extends FormProps<VelocitySettings> {
  readonly kanban: boolean;
  readonly boardName: string | null;
}

/** What a velocity gadget seldom needs. */
export function AdvancedFields({ settings, site, onChange, kanban, boardName }: AdvancedProps) {
  const set = (change: Partial<VelocitySettings>) => onChange({ ...settings, ...change });
  return (
    <FormFields>
      <TextField
        label="JQL filter"
        help={`Narrows the issues of ${boardName ?? 'the board'}.`}
        error={filterProblem(settings.jqlFilter) ?? undefined}
        value={settings.jqlFilter}
        onChange={jqlFilter => set({ jqlFilter })}
      />
      {!kanban && (
        <TextField
          label="Sprint name contains"
          value={settings.sprintName}
          onChange={sprintName => set({ sprintName })}
        />
      )}
      <Checkbox
        label="Newer first"
        checked={settings.newestFirst}
        onChange={newestFirst => set({ newestFirst })}
      />
      <ChoiceField
        label="Sort individuals"
        options={PERSON_SORTS.options.filter(
          ({ value }) => !kanban || !value.startsWith('committed'),
        )}
        value={settings.sorting}
        onChange={sorting => set({ sorting })}
      />
      <TextField
        label="Date format"
        help="Such as M/D/YYYY. Empty for the format of the app."
        value={settings.dateFormat ?? ''}
        onChange={text => set({ dateFormat: text.trim() === '' ? null : text })}
      />
      <Checkbox
        label="Show point labels"
        checked={settings.showLabels}
        onChange={showLabels => set({ showLabels })}
      />
      <ChoiceField
        label="Story points field"
        help="Auto-detect takes Story Points, and Story point estimate where that is empty."
        options={fieldOptions(site.fields, 'points')}
        value={settings.pointsField ?? ''}
        onChange={id => set({ pointsField: pickedField(id) })}
      />
    </FormFields>
  );
}
