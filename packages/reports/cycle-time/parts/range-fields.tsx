import { dayText, parseDay } from '@tallyboard/core/time/day.ts';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { DateField, NumberField } from '@tallyboard/ui/controls/text-field.tsx';
import type { CycleTimeResult } from '../compute.ts';
import type { CycleTimeSettings } from '../settings.ts';

/** The days of finishes, and the service level. */
export function RangeFields({
  settings,
  onSettings,
}: Pick<ViewProps<CycleTimeSettings, CycleTimeResult>, 'settings' | 'onSettings'>) {
  const { from, to, target, targetPercent } = settings;
  const set = (change: Partial<CycleTimeSettings>) => onSettings({ ...settings, ...change });
  const put = (name: 'target' | 'targetPercent', max: number) => (value: number | null) => {
    if (value !== null && Number.isInteger(value) && value >= 0 && value <= max)
      set({ [name]: value });
  };
  const text = (day: number | null) => (day === null ? '' : dayText(day));
  return (
    <div className="tb-options tb-toolbar tb-no-print">
      <DateField
        label="Finished from"
        value={text(from)}
        onChange={day => day && set({ from: parseDay(day) })}
        onClear={() => set({ from: null })}
      />
      <DateField
        label="Finished until"
        value={text(to)}
        onChange={day => day && set({ to: parseDay(day) })}
        onClear={() => set({ to: null })}
      />
      <NumberField
        label="Service level in days"
        min={0}
        max={3650}
        value={target}
        onChange={put('target', 3650)}
      />
      <NumberField
        label="Service level in percent"
        min={1}
        max={100}
        value={targetPercent}
        onChange={put('targetPercent', 100)}
      />
    </div>
  );
}
