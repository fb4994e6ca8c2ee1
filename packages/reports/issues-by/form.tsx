import type { FormProps } from '@tallyboard/report-kit/contract.ts';
import { DoneField } from '@tallyboard/report-kit/settings/done-field.tsx';
import { FormFields } from '@tallyboard/report-kit/settings/form-fields.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { issuesByOptions } from './fields.ts';
import type { IssuesBySettings } from './settings.ts';

export default function IssuesByForm({ settings, site, onChange }: FormProps<IssuesBySettings>) {
  const known = issuesByOptions(undefined, site.special, site.fields);
  // These are among the known ones, by what they hold.
  const { sprint, epicLink, sla } = site.special;
  const taken = new Set([...sprint, ...epicLink, ...sla]);
  const others = site.fields.filter(({ id, custom, type }) => custom && type && !taken.has(id));
  const options = [
    ...known.map(({ field, label }) => ({ value: field, label })),
    ...others
      .map(({ id, name }) => ({ value: id as string, label: name, group: 'Custom fields' }))
      .sort((a, b) => a.label.localeCompare(b.label)),
  ];
  return (
    <FormFields>
      <ChoiceField
        label="Field"
        options={options}
        value={settings.field}
        onChange={field =>
          onChange({
            ...settings,
            field,
            label: options.find(({ value }) => value === field)?.label ?? field,
          })
        }
      />
      <DoneField value={settings.done} onChange={done => onChange({ ...settings, done })} />
    </FormFields>
  );
}
