import { dayText } from '@tallyboard/core/time/day.ts';
import { ESTIMATIONS } from '@tallyboard/report-kit/families/status/status-settings.ts';
import { dayOfStamp, stampOfDay } from '@tallyboard/report-kit/settings/form-days.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { SegmentedSwitch } from '@tallyboard/ui/controls/segmented-switch.tsx';
import { DateField } from '@tallyboard/ui/controls/text-field.tsx';
import { Toggle } from '@tallyboard/ui/controls/toggle.tsx';
import { IncludeSprints } from './include-sprints.tsx';
import { INTERVALS, type VelocitySettings } from './settings.ts';
import type { VelocityProps } from './view.tsx';

const TYPE_CHOICES = [
  { value: 'bars', label: 'Bar chart' },
  { value: 'by-assignee', label: 'By assignee' },
  { value: 'by-period', label: 'By sprint' },
  { value: 'lines', label: 'Line chart' },
] as const;

/** How velocity is shown, and which sprints or intervals it is of. */
export function VelocityControls(props: VelocityProps) {
  const { settings, dataset, result, onSettings } = props;
  const set = (change: Partial<VelocitySettings>) => onSettings({ ...settings, ...change });
  const { boards } = dataset;
  const hasSprints = boards === undefined || boards.list.some(({ type }) => type !== 'kanban');
  const first = result.periods[0];
  return (
    <div className="tb-no-print tb-velocity">
      <div className="tb-velocity__controls">
        <SegmentedSwitch
          label="Chart type"
          options={
            settings.periods === 'sprint'
              ? TYPE_CHOICES
              : TYPE_CHOICES.map(each =>
                  each.value === 'by-period' ? { ...each, label: 'By interval' } : each,
                )
          }
          value={settings.type}
          onChange={type => set({ type })}
        />
        <SegmentedSwitch
          label="Estimation type"
          options={ESTIMATIONS.options}
          value={settings.estimation}
          onChange={estimation => set({ estimation })}
        />
      </div>
      <div className="tb-velocity__controls">
        {hasSprints && (
          <SegmentedSwitch
            label="Group by"
            showLabel
            options={[
              { value: 'interval', label: 'Date Interval' },
              { value: 'sprint', label: 'Sprint' },
            ]}
            value={settings.periods}
            onChange={periods => set({ periods })}
          />
        )}
        {settings.periods === 'interval' ? (
          <>
            <DateField
              label="Start date of any interval"
              value={
                settings.intervalStart === null && first
                  ? dayText(Number(first.id))
                  : dayOfStamp(settings.intervalStart)
              }
              onChange={text => set({ intervalStart: stampOfDay(text) })}
            />
            <ChoiceField
              label="Interval"
              options={INTERVALS.options}
              value={settings.intervalDays}
              onChange={intervalDays => set({ intervalDays })}
            />
          </>
        ) : (
          <IncludeSprints {...props} />
        )}
        <Toggle
          label={
            settings.periods === 'interval' ? 'Include the running interval' : 'Include active'
          }
          checked={settings.includeActive}
          onChange={includeActive => set({ includeActive })}
        />
      </div>
    </div>
  );
}
