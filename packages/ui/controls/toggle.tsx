import './toggle.css';
import type { ReactNode } from 'react';
import { useChoice } from './use-choice.ts';

export interface ToggleProps {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

export function Checkbox(props: ToggleProps & { readonly isSwitch?: boolean }) {
  const { label, checked: current, onChange, isSwitch, ...input } = props;
  const [checked, choose] = useChoice(current, onChange);
  return (
    <label className={isSwitch ? 'tb-toggle' : 'tb-checkbox'}>
      <input
        {...input}
        checked={checked}
        type="checkbox"
        role={isSwitch ? 'switch' : undefined}
        aria-checked={isSwitch ? checked : undefined}
        onChange={event => choose(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

/** A switch that applies immediately: 'Show status bars'. */
export const Toggle = (props: ToggleProps) => <Checkbox {...props} isSwitch />;
