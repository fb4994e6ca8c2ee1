import type { FormProps } from '@tallyboard/report-kit/contract.ts';
import { ESTIMATIONS } from '@tallyboard/report-kit/families/status/status-settings.ts';
import { DoneField } from '@tallyboard/report-kit/settings/done-field.tsx';
import { FormFields } from '@tallyboard/report-kit/settings/form-fields.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { type ByAssigneeSettings, CHARTS, MODES } from './settings.ts';

export default function ByAssigneeForm({ settings, onChange }: FormProps<ByAssigneeSettings>) {
  const set = (change: Partial<ByAssigneeSettings>) => onChange({ ...settings, ...change });
  return (
    <FormFields>
      <ChoiceField
        label="Report"
        options={MODES.options}
        value={settings.mode}
        onChange={mode => set({ mode, chart: CHARTS[mode].options[0]?.value ?? settings.chart })}
      />
      <ChoiceField
        label="Chart type"
        options={CHARTS[settings.mode].options}
        value={settings.chart}
        onChange={chart => set({ chart })}
      />
      {settings.mode === 'created-resolved' && (
        <ChoiceField
          label="Estimation type"
          options={ESTIMATIONS.options}
          value={settings.estimation}
          onChange={estimation => set({ estimation })}
        />
      )}
      <DoneField value={settings.done} onChange={done => set({ done })} />
    </FormFields>
  );
}
