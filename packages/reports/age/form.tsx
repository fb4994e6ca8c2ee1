import type { FormProps } from '@tallyboard/report-kit/contract.ts';
import { AdvancedSettings } from '@tallyboard/report-kit/settings/advanced-settings.tsx';
import { DoneField } from '@tallyboard/report-kit/settings/done-field.tsx';
import { FormFields } from '@tallyboard/report-kit/settings/form-fields.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { ORDER_CHOICES } from './choices.ts';
import { type AgeSettings, KINDS, PERIODS } from './settings.ts';

/** The fields of the age gadget. */
export default function AgeForm({ settings, onChange }: FormProps<AgeSettings>) {
  const set = (change: Partial<AgeSettings>) => onChange({ ...settings, ...change });
  return (
    <FormFields>
      <ChoiceField
        label="Report"
        options={KINDS.options}
        value={settings.kind}
        onChange={kind => set({ kind })}
      />
      <ChoiceField
        label="Group by"
        options={PERIODS.options}
        value={settings.period}
        onChange={period => set({ period })}
      />
      <ChoiceField
        label="Order"
        options={ORDER_CHOICES}
        value={settings.newestFirst ? 'newest' : 'oldest'}
        onChange={order => set({ newestFirst: order === 'newest' })}
      />
      <Checkbox
        label="Show groups expanded"
        checked={settings.expanded}
        onChange={expanded => set({ expanded })}
      />
      <AdvancedSettings>
        <DoneField value={settings.done} onChange={done => set({ done })} />
      </AdvancedSettings>
    </FormFields>
  );
}
