import './form-fields.css';
import type { ReactNode } from 'react';

/** Fields of a form in one column, with the same space between them in every report. */
export function FormFields({ children }: { readonly children: ReactNode }) {
  return <div className="tb-form-fields">{children}</div>;
}
