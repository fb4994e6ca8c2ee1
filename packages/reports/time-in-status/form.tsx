import { groupableFields } from '@tallyboard/core/measure/groupable-fields.ts';
import { CalendarEditor } from '@tallyboard/report-kit/calendar-editor/calendar-editor.tsx';
import type { FormProps, FormSite } from '@tallyboard/report-kit/contract.ts';
import { AdvancedSettings } from '@tallyboard/report-kit/settings/advanced-settings.tsx';
import { DURATIONS } from '@tallyboard/report-kit/settings/duration-choices.ts';
import { FormFields } from '@tallyboard/report-kit/settings/form-fields.tsx';
import {
  GROUP_CHOICES,
  groupWord,
  parseGroupWord,
} from '@tallyboard/report-kit/settings/group-codes.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { useState } from 'react';
import {
  columnsText,
  GRAPHS,
  MEASURES,
  parseColumns,
  STATUS_BY,
  type TimeInStatusSettings,
  timeInStatusSettings,
} from './settings.ts';

const UNGROUPED = 'ungrouped';
const HOURS = [
  { value: 'all', label: 'All hours: 24 hours a day, 7 days a week' },
  { value: 'shared', label: 'Working hours of the shared calendar' },
  { value: 'own', label: 'Working hours of a calendar of this gadget' },
] as const;

/** The fields of the time in status gadget. */
export default function TimeInStatusForm({
  settings,
  site,
  onChange,
}: FormProps<TimeInStatusSettings>) {
  const set = (change: Partial<TimeInStatusSettings>) => onChange({ ...settings, ...change });
  const { groupBy } = settings;
  return (
    <FormFields>
      <ChoiceField
        label="Group by"
        options={groupOptions(site)}
        value={groupBy === null ? UNGROUPED : groupWord(groupBy)}
        onChange={word => set({ groupBy: word === UNGROUPED ? null : parseGroupWord(word) })}
      />
      <ChoiceField
        label="Show time by"
        options={STATUS_BY.options}
        value={settings.statusBy}
        // The columns of one are not those of the other.
        onChange={statusBy => set({ statusBy, columns: [] })}
      />
      <ChoiceField
        label="Time shown"
        help={groupBy === null ? 'In the last row.' : 'In each group.'}
        options={MEASURES.options}
        value={settings.measure}
        onChange={measure => set({ measure })}
      />
      <AdvancedSettings refused={timeInStatusSettings.check?.(settings).length !== 0}>
        <FormFields>
          <DisplayFields settings={settings} set={set} />
          <CalendarFields settings={settings} set={set} />
        </FormFields>
      </AdvancedSettings>
    </FormFields>
  );
}

interface PartProps {
  readonly settings: TimeInStatusSettings;
  readonly set: (change: Partial<TimeInStatusSettings>) => void;
}

function DisplayFields({ settings, set }: PartProps) {
  return (
    <>
      <Checkbox
        label="Show groups expanded"
        checked={settings.showExpanded}
        onChange={showExpanded => set({ showExpanded })}
      />
      <ChoiceField
        label="Graphs"
        options={GRAPHS.options}
        value={settings.graph}
        onChange={graph => set({ graph })}
      />
      <ChoiceField
        label="Time format"
        options={DURATIONS.options}
        value={settings.display}
        onChange={display => set({ display })}
      />
      <ColumnsField columns={settings.columns} onChange={columns => set({ columns })} />
      <Checkbox
        label="Stop the clock of an issue when it is done"
        checked={settings.stopAtDone}
        onChange={stopAtDone => set({ stopAtDone })}
      />
    </>
  );
}

/** Keeps what is typed: a comma at the end names no column yet. */
function ColumnsField({
  columns,
  onChange,
}: {
  readonly columns: readonly string[];
  readonly onChange: (columns: readonly string[]) => void;
}) {
  const stored = columnsText(columns);
  const [typed, setTyped] = useState(stored);
  const text = columnsText(parseColumns(typed) ?? []) === stored ? typed : stored;
  return (
    <TextField
      label="Columns"
      help="Names of statuses between commas, in their order. Empty shows all of them."
      value={text}
      onChange={next => {
        setTyped(next);
        onChange(parseColumns(next) ?? []);
      }}
    />
  );
}

function CalendarFields({ settings, set }: PartProps) {
  const { useCalendar, calendarSource, calendar, calendarDays } = settings;
  const hours = useCalendar ? calendarSource : 'all';
  const [problem] = timeInStatusSettings.check?.(settings) ?? [];
  return (
    <>
      <ChoiceField
        label="Hours that count"
        options={HOURS}
        value={hours}
        onChange={value =>
          set(
            value === 'all' ? { useCalendar: false } : { useCalendar: true, calendarSource: value },
          )
        }
        help={
          hours === 'shared'
            ? 'Set by an administrator in the global settings. Without one, Monday to Friday 9 to 12 and 13 to 17 of your time zone.'
            : undefined
        }
      />
      {useCalendar && (
        <Checkbox
          label="Show days as long as the calendar's own"
          checked={calendarDays}
          onChange={own => set({ calendarDays: own })}
        />
      )}
      {hours === 'own' && (
        <CalendarEditor
          value={calendar}
          onChange={text => set({ calendar: text })}
          error={problem?.text}
        />
      )}
    </>
  );
}

/** Sprint, Epic and Team only where the site has such fields. */
function groupOptions({ fields, special }: FormSite) {
  const has = {
    sprint: special.sprint.length > 0,
    // Where epics are parents, no field of their own needs to name them.
    epic: special.epicLink.length > 0 || fields.some(field => (field.id as string) === 'parent'),
    team: special.team.length > 0,
  } as const;
  return [
    { value: UNGROUPED, label: 'Ungrouped' },
    ...GROUP_CHOICES.filter(
      ({ groupBy }) => !(groupBy in has) || has[groupBy as keyof typeof has],
    ).map(({ groupBy, label }) => ({ value: groupBy as string, label, group: 'Group by' })),
    ...groupableFields(fields, special).map(({ id, name }) => ({
      value: id as string,
      label: name,
      group: 'Group by a custom field',
    })),
  ];
}
