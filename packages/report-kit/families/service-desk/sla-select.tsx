import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';

/** One of the SLAs of the issues; `empty` is the label of the setting left empty. */
export function SlaSelect<Settings extends { readonly sla: string }>(props: {
  readonly names: readonly string[];
  readonly empty: string;
  readonly settings: Settings;
  readonly onSettings: (settings: Settings) => void;
}) {
  const { names, empty, settings, onSettings } = props;
  const { sla } = settings;
  const isListed = sla === '' || names.includes(sla);
  const options = ['', ...names, ...(isListed ? [] : [sla])];
  return (
    <ChoiceField
      label="SLA"
      options={options.map(value => ({ value, label: value || empty }))}
      value={sla}
      onChange={name => onSettings({ ...settings, sla: name })}
    />
  );
}
