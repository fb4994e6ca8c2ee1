import type { FormProps } from '@tallyboard/report-kit/contract.ts';
import { FormFields } from '@tallyboard/report-kit/settings/form-fields.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import type { CycleTimeSettings } from './settings.ts';

export default function CycleTimeForm({ settings, onChange }: FormProps<CycleTimeSettings>) {
  return (
    <FormFields>
      <Checkbox
        label="Show single issues"
        checked={settings.scatter}
        onChange={scatter => onChange({ ...settings, scatter })}
      />
    </FormFields>
  );
}
