import { groupWord } from '@tallyboard/report-kit/settings/group-codes.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { SegmentedSwitch } from '@tallyboard/ui/controls/segmented-switch.tsx';
import { Toggle } from '@tallyboard/ui/controls/toggle.tsx';
import { GROUPING, groupingLabel, TIMESHEET_GROUPINGS } from './groupings.ts';
import { offersPercent, shownView, type TimesheetSettings, UNITS, VIEWS } from './settings.ts';
import type { TimesheetProps } from './view.tsx';

const DAYS_OF_CHOICES = [
  { value: 'author', label: 'Author' },
  { value: 'viewer', label: 'Me' },
] as const;

export interface ExpandAll {
  readonly allOpen: boolean;
  readonly toggle: () => void;
}

/** How the shown days are laid out. */
export function LayoutControls(props: TimesheetProps & { readonly expand: ExpandAll | null }) {
  const { settings, expand, onSettings } = props;
  const set = (change: Partial<TimesheetSettings>) => onSettings({ ...settings, ...change });
  const views = VIEWS.options.filter(({ value }) => value !== 'percent' || offersPercent(settings));
  return (
    <div className="tb-timesheet__controls tb-no-print">
      {expand && (
        <Button appearance="subtle" onClick={expand.toggle}>
          {expand.allOpen ? 'Collapse All' : 'Expand All'}
        </Button>
      )}
      <Toggle label="Heatmap" checked={settings.heatMap} onChange={heatMap => set({ heatMap })} />
      <SegmentedSwitch
        label="View"
        options={views}
        value={shownView(settings)}
        onChange={view => set({ view })}
      />
    </div>
  );
}

/** What a reader of the page chooses here, and a gadget has in its form. */
export function PageControls({ settings, onSettings }: TimesheetProps) {
  const set = (change: Partial<TimesheetSettings>) => onSettings({ ...settings, ...change });
  const { groupBy } = settings;
  const named = TIMESHEET_GROUPINGS.map(choice => ({
    value: groupWord(choice.groupBy),
    label: choice.label,
  }));
  const own = { value: groupWord(groupBy), label: groupingLabel(groupBy, []) };
  return (
    <div className="tb-timesheet__controls tb-no-print">
      <ChoiceField
        label="Group logged time by"
        options={typeof groupBy === 'object' ? [...named, own] : named}
        value={groupWord(groupBy)}
        onChange={word => set({ groupBy: GROUPING.parse(word) ?? groupBy })}
      />
      <SegmentedSwitch
        label="Display per"
        showLabel
        options={UNITS.options}
        value={settings.unit}
        onChange={unit => set({ unit })}
      />
      <SegmentedSwitch
        label="Days of"
        showLabel
        options={DAYS_OF_CHOICES}
        value={settings.daysOf}
        onChange={daysOf => set({ daysOf })}
      />
    </div>
  );
}
