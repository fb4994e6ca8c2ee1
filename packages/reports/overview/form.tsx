import type { FormProps } from '@tallyboard/report-kit/contract.ts';
import { StatusForm } from '@tallyboard/report-kit/families/status/status-form.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import type { OverviewSettings } from './settings.ts';

export default function OverviewForm(props: FormProps<OverviewSettings>) {
  const { settings, onChange } = props;
  return (
    <StatusForm {...props}>
      <Checkbox
        label="Show breakdown tables"
        checked={settings.showBreakdowns}
        onChange={showBreakdowns => onChange({ ...settings, showBreakdowns })}
      />
    </StatusForm>
  );
}
