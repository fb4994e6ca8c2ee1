import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import type { FormProps } from '../report.ts';
import { DoneField } from '../shared/done-field.tsx';
import { FormFields } from '../shared/form-fields.tsx';
import { CHART_CHOICES } from './chart.ts';
import type { AssigneeMode, ByAssigneeSettings } from './settings.ts';

const MODES = [
  { value: 'created-resolved', label: 'Created and Resolved' },
  { value: 'resolution-time', label: 'Resolution/Lead Time' },
] as const satisfies { readonly value: AssigneeMode; readonly label: string }[];
const ESTIMATIONS = [
  { value: 'count', label: 'Issue Count' },
  { value: 'points', label: 'Story Points' },
  { value: 'time', label: 'Time Tracking' },
] as const;

export default function ByAssigneeForm({ settings, onChange }: FormProps<ByAssigneeSettings>) {
  const set = (change: Partial<ByAssigneeSettings>) => onChange({ ...settings, ...change });
  return (
    <FormFields>
      <ChoiceField
        label="Report"
        options={MODES}
        value={settings.mode}
        onChange={mode => set({ mode, chart: CHART_CHOICES[mode][0]?.value ?? settings.chart })}
      />
      <ChoiceField
        label="Chart type"
        options={CHART_CHOICES[settings.mode]}
        value={settings.chart}
        onChange={chart => set({ chart })}
      />
      {settings.mode === 'created-resolved' && (
        <ChoiceField
          label="Estimation type"
          options={ESTIMATIONS}
          value={settings.estimation}
          onChange={estimation => set({ estimation })}
        />
      )}
      <DoneField value={settings.done} onChange={done => set({ done })} />
    </FormFields>
  );
}
