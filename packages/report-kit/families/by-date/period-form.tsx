import { dayText, parseDay } from '@tallyboard/core/time/day.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { DateField } from '@tallyboard/ui/controls/text-field.tsx';
import type { FormProps } from '../../contract.ts';
import { DoneField } from '../../settings/done-field.tsx';
import { FormFields } from '../../settings/form-fields.tsx';
import { type PeriodSettings, UNITS } from './period-settings.ts';

/** The fields of both reports by date. */
export function PeriodForm({ settings, onChange }: FormProps<PeriodSettings>) {
  const set = (change: Partial<PeriodSettings>) => onChange({ ...settings, ...change });
  const hasRange = settings.timeUnit !== 'hour' && settings.timeUnit !== 'weekday';
  return (
    <FormFields>
      <ChoiceField
        label="Time unit"
        options={UNITS.options}
        value={settings.timeUnit}
        onChange={timeUnit => set({ timeUnit })}
      />
      {hasRange && (
        <>
          <DateField
            label="Start date of the chart"
            help="Empty for 29 days before the end."
            value={settings.from === null ? '' : dayText(settings.from)}
            onChange={text => set({ from: parseDay(text) })}
          />
          <DateField
            label="End date of the chart"
            help="Empty for today."
            value={settings.to === null ? '' : dayText(settings.to)}
            onChange={text => set({ to: parseDay(text) })}
          />
        </>
      )}
      <DoneField value={settings.done} onChange={done => set({ done })} />
    </FormFields>
  );
}
