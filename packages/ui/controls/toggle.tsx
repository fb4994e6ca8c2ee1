import './toggle.css';
import type { ReactNode } from 'react';

export interface ToggleProps {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

/** A switch that works at once: 'Show status bars'. */
export function Toggle({ label, checked, onChange, disabled }: ToggleProps) {
  return (
    <label className="tb-toggle">
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        onChange={event => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

/** A box to tick in a form. */
export function Checkbox({ label, checked, onChange, disabled }: ToggleProps) {
  return (
    <label className="tb-checkbox">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={event => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
