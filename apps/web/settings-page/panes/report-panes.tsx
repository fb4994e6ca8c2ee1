/** The panes of single reports: what their sections hold, no more. */

import { DoneField } from '@tallyboard/report-kit/settings/done-field.tsx';
import { dayOfStamp, stampOfDay } from '@tallyboard/report-kit/settings/form-days.ts';
import { FormFields } from '@tallyboard/report-kit/settings/form-fields.tsx';
import { SORT_CHOICES, serializeSorting } from '@tallyboard/report-kit/table/sorting.ts';
import { ageSettings } from '@tallyboard/reports/age/settings.ts';
import {
  BURN_GRAPHS,
  GRAPH_NAMES as BURN_NAMES,
  burnSettings,
} from '@tallyboard/reports/burn/settings.ts';
import {
  COLUMN_NAMES,
  ESTIMATION_COLUMNS,
  estimationSettings,
} from '@tallyboard/reports/estimation/settings.ts';
import { overviewSettings } from '@tallyboard/reports/overview/settings.ts';
import { timeInStatusSettings } from '@tallyboard/reports/time-in-status/settings.ts';
import {
  INTERVALS,
  MAX_SPRINTS,
  PERSON_SORTS,
  VELOCITY_GRAPHS,
  GRAPH_NAMES as VELOCITY_NAMES,
  velocitySettings,
} from '@tallyboard/reports/velocity/settings.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { DateField } from '@tallyboard/ui/controls/text-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { WeekdayFlags } from './app-panes.tsx';
import { DURATION_CHOICES, Flags, NumberSetting, type PaneProps, sectionTools } from './pane.tsx';

export function OverviewPane(props: PaneProps) {
  const { value, set } = sectionTools(props, 'weeklySettings', overviewSettings);
  return (
    <FormFields>
      <DoneField value={value.done} onChange={done => set({ done })} />
      <Checkbox
        label="Show status bars"
        checked={value.showStatusBars}
        onChange={showStatusBars => set({ showStatusBars })}
      />
      <ChoiceField
        label="Sort breakdown"
        options={SORT_CHOICES.map(({ label, sorting }) => ({
          value: serializeSorting(sorting),
          label,
        }))}
        value={serializeSorting(value.sorting)}
        onChange={stored => {
          const chosen = SORT_CHOICES.find(({ sorting }) => serializeSorting(sorting) === stored);
          if (chosen) set({ sorting: chosen.sorting });
        }}
      />
    </FormFields>
  );
}

export function BurnPane(props: PaneProps) {
  const { value, set } = sectionTools(props, 'burnSettings', burnSettings);
  return (
    <FormFields>
      <Flags
        label="Lines"
        ids={BURN_GRAPHS}
        names={BURN_NAMES}
        value={value.graphs}
        onChange={graphs => set({ graphs })}
      />
      <Checkbox
        label="Combine sprints"
        checked={value.singleChart}
        onChange={singleChart => set({ singleChart })}
      />
      <WeekdayFlags value={value.workingDays} onChange={workingDays => set({ workingDays })} />
    </FormFields>
  );
}

const VELOCITY_TYPES = [
  { value: 'bars', label: 'Bar chart' },
  { value: 'by-assignee', label: 'Tree by assignee' },
  { value: 'by-period', label: 'Tree by sprint or interval' },
  { value: 'lines', label: 'Line chart' },
] as const;

export function VelocityPane(props: PaneProps) {
  const { value, set } = sectionTools(props, 'velocitySettings', velocitySettings);
  return (
    <FormFields>
      <ChoiceField
        label="Chart type"
        options={VELOCITY_TYPES}
        value={value.type}
        onChange={type => set({ type })}
      />
      <Flags
        label="Lines"
        ids={VELOCITY_GRAPHS}
        names={VELOCITY_NAMES}
        value={value.graphs}
        onChange={graphs => set({ graphs })}
      />
      <Checkbox
        label="Show point labels"
        checked={value.showLabels}
        onChange={showLabels => set({ showLabels })}
      />
      <Checkbox
        label="Show groups expanded"
        checked={value.expandTree}
        onChange={expandTree => set({ expandTree })}
      />
      <DateField
        label="Start date of any interval"
        help="Empty for the current week."
        value={dayOfStamp(value.intervalStart)}
        onChange={day => set({ intervalStart: stampOfDay(day) })}
      />
      <ChoiceField
        label="Interval"
        options={INTERVALS.options}
        value={value.intervalDays}
        onChange={intervalDays => set({ intervalDays })}
      />
      <NumberSetting
        pane={props}
        section="velocitySettings"
        name="sprintCount"
        label="Number of sprints"
        usual={velocitySettings.defaults.sprintCount}
        most={MAX_SPRINTS}
      />
      <Checkbox
        label="Include active sprints"
        checked={value.includeActive}
        onChange={includeActive => set({ includeActive })}
      />
      <Checkbox
        label="Newest first"
        checked={value.newestFirst}
        onChange={newestFirst => set({ newestFirst })}
      />
      <ChoiceField
        label="Sort individuals"
        options={PERSON_SORTS.options}
        value={value.sorting}
        onChange={sorting => set({ sorting })}
      />
    </FormFields>
  );
}

export function EstimationPane(props: PaneProps) {
  const { value, set } = sectionTools(props, 'estimateSettings', estimationSettings);
  return (
    <FormFields>
      <ChoiceField
        label="Show time in"
        options={DURATION_CHOICES}
        value={value.style}
        onChange={style => set({ style })}
      />
      <Flags
        label="Columns"
        ids={ESTIMATION_COLUMNS}
        names={COLUMN_NAMES}
        value={value.columns}
        onChange={columns => set({ columns })}
      />
    </FormFields>
  );
}

const PERIODS = [
  { value: 'month', label: 'Month' },
  { value: 'week', label: 'Week' },
] as const;

export function AgePane(props: PaneProps) {
  const { value, set } = sectionTools(props, 'ageSettings', ageSettings);
  return (
    <FormFields>
      <ChoiceField
        label="Group by"
        options={PERIODS}
        value={value.period}
        onChange={period => set({ period })}
      />
      <Checkbox
        label="Newest first"
        checked={value.newestFirst}
        onChange={newestFirst => set({ newestFirst })}
      />
      <Checkbox
        label="Show groups expanded"
        checked={value.expanded}
        onChange={expanded => set({ expanded })}
      />
    </FormFields>
  );
}

const GRAPHS = [
  { value: 'none', label: 'None' },
  { value: 'bars', label: 'Bars' },
  { value: 'heat-map', label: 'Heat map' },
] as const;

export function TimeInStatusPane(props: PaneProps) {
  const { value, set } = sectionTools(props, 'timeStatusSettings', timeInStatusSettings);
  return (
    <FormFields>
      <Checkbox
        label="Show groups expanded"
        checked={value.showExpanded}
        onChange={showExpanded => set({ showExpanded })}
      />
      <ChoiceField
        label="Graph"
        options={GRAPHS}
        value={value.graph}
        onChange={graph => set({ graph })}
      />
    </FormFields>
  );
}
