import './field.css';
import { type ReactNode, useId } from 'react';

export interface FieldProps {
  readonly label: string;
  /** For screen readers only. */
  readonly hideLabel?: boolean;
  readonly help?: ReactNode;
  readonly error?: ReactNode;
  readonly required?: boolean;
}

export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly required: boolean | undefined;
}

export function Field(
  props: FieldProps & { readonly children: (control: FieldControl) => ReactNode },
) {
  const { label, hideLabel, help, error, required, children } = props;
  const id = useId();
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="tb-field">
      <label htmlFor={id} className={hideLabel ? 'tb-hidden' : 'tb-field__label'}>
        {label}
        {required && (
          <span aria-hidden="true" className="tb-field__required">
            *
          </span>
        )}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        required: required || undefined,
      })}
      {help && (
        <div id={`${id}-help`} className="tb-field__help">
          {help}
        </div>
      )}
      {/* A live region must exist before its text changes to be announced. */}
      <div id={`${id}-error`} className="tb-field__error" aria-live="polite">
        {error}
      </div>
    </div>
  );
}
