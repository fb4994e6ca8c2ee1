import './toggle.css';
import type { ReactNode } from 'react';

export interface ToggleProps {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

/** A box to tick in a form. */
export function Checkbox(props: ToggleProps & { readonly isSwitch?: boolean }) {
  const { label, onChange, isSwitch, ...input } = props;
  return (
    <label className={isSwitch ? 'tb-toggle' : 'tb-checkbox'}>
      <input
        {...input}
        type="checkbox"
        role={isSwitch ? 'switch' : undefined}
        aria-checked={isSwitch ? input.checked : undefined}
        onChange={event => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

/** A switch that applies immediately: 'Show status bars'. */
export const Toggle = (props: ToggleProps) => <Checkbox {...props} isSwitch />;
