import './check-group.css';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import type { ReactNode } from 'react';
import type { SettingOption } from '../settings/options.ts';

export function CheckGroup({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <fieldset className="tb-check-group">
      <legend>{label}</legend>
      {children}
    </fieldset>
  );
}

export interface ChecksProps<Flags> {
  readonly options: readonly SettingOption[];
  readonly value: Flags;
  readonly onChange: (value: Flags) => void;
}

export function Checks<Flags extends Readonly<Record<string, boolean>>>({
  options,
  value,
  onChange,
}: ChecksProps<Flags>) {
  return options.map(({ name, label }) => (
    <Checkbox
      key={name}
      label={label}
      checked={value[name] === true}
      onChange={checked => onChange({ ...value, [name]: checked })}
    />
  ));
}
