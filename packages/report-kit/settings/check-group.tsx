import './check-group.css';
import type { ReactNode } from 'react';

/** Boxes to tick that belong together, under their name. */
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
