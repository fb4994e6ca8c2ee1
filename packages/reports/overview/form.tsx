import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import type { FormProps } from '../report.ts';
import { StatusForm } from '../shared/status-form.tsx';
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
