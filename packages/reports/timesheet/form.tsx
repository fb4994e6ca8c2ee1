import type { Field } from '@tallyboard/core/model/field.ts';
import type { FormProps } from '@tallyboard/report-kit/contract.ts';
import { AdvancedSettings } from '@tallyboard/report-kit/settings/advanced-settings.tsx';
import { DURATIONS } from '@tallyboard/report-kit/settings/duration-choices.ts';
import { FormFields } from '@tallyboard/report-kit/settings/form-fields.tsx';
import { groupWord } from '@tallyboard/report-kit/settings/group-codes.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { NumberField, TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { GROUPING, TIMESHEET_GROUPINGS } from './groupings.ts';
import {
  DAYS_OF,
  DESCRIPTIONS,
  FIRST_DAYS,
  MAX_DAYS,
  type TimesheetSettings,
  UNITS,
  WORK_WEEKS,
} from './settings.ts';

type Props = FormProps<TimesheetSettings>;
type FieldsProps = Pick<Props, 'settings'> & {
  readonly set: (change: Partial<TimesheetSettings>) => void;
};

/** The fields of the timesheets gadget. */
export default function TimesheetForm({ settings, site, onChange }: Props) {
  const set = (change: Partial<TimesheetSettings>) => onChange({ ...settings, ...change });
  return (
    <FormFields>
      <ChoiceField
        label="Group by"
        options={groupOptions(site.fields)}
        value={groupWord(settings.groupBy)}
        onChange={word => set({ groupBy: GROUPING.parse(word) ?? settings.groupBy })}
      />
      <ChoiceField
        label="Display per"
        options={UNITS.options}
        value={settings.unit}
        onChange={unit => set({ unit })}
      />
      {settings.unit === 'month' ? (
        <Checkbox
          label="Only monthly totals"
          checked={settings.totalsOnly}
          onChange={totalsOnly => set({ totalsOnly })}
        />
      ) : (
        <>
          <NumberField
            label="Number of days"
            min={1}
            max={MAX_DAYS}
            step={1}
            value={settings.daySpan}
            onChange={days => days !== null && set({ daySpan: spanOf(days) })}
          />
          <Checkbox
            label="Always full week"
            checked={settings.fullWeeks}
            onChange={fullWeeks => set({ fullWeeks })}
          />
        </>
      )}
      <AdvancedSettings>
        <FormFields>
          <AdvancedFields settings={settings} set={set} />
        </FormFields>
      </AdvancedSettings>
    </FormFields>
  );
}

const spanOf = (days: number) => Math.min(MAX_DAYS, Math.max(1, Math.round(days)));

function AdvancedFields({ settings, set }: FieldsProps) {
  return (
    <>
      <Checkbox
        label="Hide average"
        checked={settings.hideAverage}
        onChange={hideAverage => set({ hideAverage })}
      />
      <Checkbox
        label="Hide % of max day"
        checked={settings.hideMax}
        onChange={hideMax => set({ hideMax })}
      />
      <ChoiceField
        label="Worklog descriptions"
        options={DESCRIPTIONS.options}
        value={settings.descriptions}
        onChange={descriptions => set({ descriptions })}
      />
      <TextField
        label="Worklog authors"
        help={'Names in double quotes or account ids, between commas: "Ana Roy", currentUser()'}
        value={settings.authors}
        onChange={authors => set({ authors })}
      />
      <ChoiceField
        label="Time format"
        options={DURATIONS.options}
        value={settings.style}
        onChange={style => set({ style })}
      />
      <TextField
        label="Date format"
        help="Such as MMM D, YYYY. Empty for the format of the app."
        value={settings.dateFormat ?? ''}
        onChange={text => set({ dateFormat: text.trim() === '' ? null : text })}
      />
      <ChoiceField
        label="Working days"
        help="Holidays of the shared calendar are days off as well."
        options={WORK_WEEKS.options}
        value={settings.workWeek}
        onChange={workWeek => set({ workWeek })}
      />
      <ChoiceField
        label="First day of the week"
        options={FIRST_DAYS.options}
        value={settings.weekStart}
        onChange={weekStart => set({ weekStart })}
      />
      <ChoiceField
        label="Work belongs to the day"
        options={DAYS_OF.options}
        value={settings.daysOf}
        onChange={daysOf => set({ daysOf })}
      />
    </>
  );
}

function groupOptions(fields: readonly Field[]) {
  const custom = fields
    .filter(field => field.custom)
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return [
    ...TIMESHEET_GROUPINGS.map(({ groupBy, label }) => ({ value: groupWord(groupBy), label })),
    ...custom.map(({ id, name }) => ({ value: id as string, label: name, group: 'Custom field' })),
  ];
}
