import type { Field } from '@tallyboard/core/model/field.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { NumberField, TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import type { FormProps } from '../report.ts';
import { AdvancedSettings } from '../shared/advanced-settings.tsx';
import { DURATION_CHOICES } from '../shared/duration-choices.ts';
import { FormFields } from '../shared/form-fields.tsx';
import { groupWord } from '../shared/group-codes.ts';
import { UNIT_CHOICES } from './controls.tsx';
import { parseGroupingWord, TIMESHEET_GROUPINGS } from './groupings.ts';
import { MOST_DAYS, type TimesheetSettings } from './settings.ts';

type Props = FormProps<TimesheetSettings>;
type FieldsProps = Pick<Props, 'settings'> & {
  readonly set: (change: Partial<TimesheetSettings>) => void;
};

const DESCRIPTION_CHOICES = [
  { value: 'none', label: 'Not shown' },
  { value: 'hover', label: 'On hover' },
  { value: 'report', label: 'In the detailed report' },
] as const;
const WORK_WEEK_CHOICES = [
  { value: 'monday-friday', label: 'Monday to Friday' },
  { value: 'sunday-thursday', label: 'Sunday to Thursday' },
] as const;
const FIRST_DAY_CHOICES = [
  { value: 0, label: 'Sunday' },
  { value: 1, label: 'Monday' },
] as const;
const DAYS_OF_CHOICES = [
  { value: 'author', label: 'Of the author of the work' },
  { value: 'viewer', label: 'Of who looks at the gadget' },
] as const;

/** The fields of the timesheets gadget. */
export default function TimesheetForm({ settings, site, onChange }: Props) {
  const set = (change: Partial<TimesheetSettings>) => onChange({ ...settings, ...change });
  return (
    <FormFields>
      <ChoiceField
        label="Group by"
        options={groupOptions(site.fields)}
        value={groupWord(settings.groupBy)}
        onChange={word => set({ groupBy: parseGroupingWord(word) ?? settings.groupBy })}
      />
      <ChoiceField
        label="Display per"
        options={UNIT_CHOICES}
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
            max={MOST_DAYS}
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

const spanOf = (days: number) => Math.min(MOST_DAYS, Math.max(1, Math.round(days)));

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
        options={DESCRIPTION_CHOICES}
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
        options={DURATION_CHOICES}
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
        options={WORK_WEEK_CHOICES}
        value={settings.workWeek}
        onChange={workWeek => set({ workWeek })}
      />
      <ChoiceField
        label="First day of the week"
        options={FIRST_DAY_CHOICES}
        value={settings.weekStart === 1 ? 1 : 0}
        onChange={weekStart => set({ weekStart })}
      />
      <ChoiceField
        label="Work belongs to the day"
        options={DAYS_OF_CHOICES}
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
