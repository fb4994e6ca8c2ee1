import { FormFields } from '@tallyboard/report-kit/settings/form-fields.tsx';
import { MAX_DAYS, timesheetSettings } from '@tallyboard/reports/timesheet/settings.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { sectionOf, withKeys } from '../section.ts';
import {
  DURATION_CHOICES,
  NumberSetting,
  type PaneProps,
  problemOf,
  sectionTools,
} from './pane.tsx';

const UNITS = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const;
const DESCRIPTIONS = [
  { value: 'none', label: 'Hidden' },
  { value: 'hover', label: 'On hover' },
  { value: 'report', label: 'In the report' },
] as const;
const WORK_WEEKS = [
  { value: 'monday-friday', label: 'Monday to Friday' },
  { value: 'sunday-thursday', label: 'Sunday to Thursday' },
] as const;
const FIRST_DAYS = [
  { value: 0, label: 'Sunday' },
  { value: 1, label: 'Monday' },
] as const;

export function TimesheetPane(props: PaneProps) {
  const { value, set } = sectionTools(props, 'logjiraSettings', timesheetSettings);
  const { document, onChange } = props;
  const authors = sectionOf(document, 'logjiraSettings').userFilter;
  return (
    <FormFields>
      <ChoiceField
        label="Time unit"
        options={UNITS}
        value={value.unit}
        onChange={unit => set({ unit })}
      />
      <NumberSetting
        pane={props}
        section="logjiraSettings"
        name="daySpan"
        label="Number of days"
        usual={timesheetSettings.defaults.daySpan}
        most={MAX_DAYS}
      />
      <Checkbox
        label="Whole weeks"
        checked={value.fullWeeks}
        onChange={fullWeeks => set({ fullWeeks })}
      />
      <Checkbox
        label="Of a month the totals only"
        checked={value.totalsOnly}
        onChange={totalsOnly => set({ totalsOnly })}
      />
      <Checkbox
        label="Show as heat map"
        checked={value.heatMap}
        onChange={heatMap => set({ heatMap })}
      />
      <Checkbox
        label="Hide average"
        checked={value.hideAverage}
        onChange={hideAverage => set({ hideAverage })}
      />
      <Checkbox
        label="Hide maximum"
        checked={value.hideMax}
        onChange={hideMax => set({ hideMax })}
      />
      <ChoiceField
        label="Descriptions of worklogs"
        options={DESCRIPTIONS}
        value={value.descriptions}
        onChange={descriptions => set({ descriptions })}
      />
      <TextField
        label="Worklog authors"
        help={
          'Display names in double quotes with commas between, or currentUser(). Empty for everybody.'
        }
        // As it is typed: the report's own reading trims it, which would eat the space before the next word.
        value={typeof authors === 'string' ? authors : value.authors}
        error={problemOf(props, 'logjiraSettings', 'userFilter')}
        onChange={userFilter => onChange(withKeys(document, 'logjiraSettings', { userFilter }))}
      />
      <ChoiceField
        label="Show time in"
        options={DURATION_CHOICES}
        value={value.style}
        onChange={style => set({ style })}
      />
      <ChoiceField
        label="Work days"
        options={WORK_WEEKS}
        value={value.workWeek}
        onChange={workWeek => set({ workWeek })}
      />
      <ChoiceField
        label="First day of the week"
        help="Of every report, not of timesheets alone."
        options={FIRST_DAYS}
        value={value.weekStart === 1 ? 1 : 0}
        onChange={weekStart => set({ weekStart })}
      />
    </FormFields>
  );
}
