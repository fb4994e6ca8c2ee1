import './form.css';
import type { ReactNode } from 'react';

export const FormFields = ({ children }: { readonly children: ReactNode }) => (
  <div className="tb-form-fields">{children}</div>
);
