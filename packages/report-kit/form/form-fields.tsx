import './form-fields.css';
import type { ReactNode } from 'react';

export function FormFields({ children }: { readonly children: ReactNode }) {
  return <div className="tb-form-fields">{children}</div>;
}
