import './form.css';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import type { ReactNode } from 'react';
import type { SettingOption } from '../settings/codec.ts';

export function CheckGroup(props: { readonly label: string; readonly children: ReactNode }) {
  const { label, children } = props;
  return (
    <fieldset className="tb-check-group">
      <legend className="tb-field__label">{label}</legend>
      {children}
    </fieldset>
  );
}

export function Checks(props: {
  readonly options: readonly SettingOption[];
  readonly value: Readonly<Record<string, unknown>>;
  readonly onChange: (value: Readonly<Record<string, unknown>>) => void;
}) {
  const { options, value, onChange } = props;
  return options.map(({ name, label }) => (
    <Checkbox
      key={name}
      label={label}
      checked={value[name] === true}
      onChange={checked => onChange({ ...value, [name]: checked })}
    />
  ));
}
