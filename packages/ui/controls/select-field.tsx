import { lazy, Suspense } from 'react';
import { Field, type FieldProps } from './field.tsx';

export interface SelectOption<Value extends string | number = string> {
  readonly value: Value;
  readonly label: string;
  /** Quiet text after the label: a key, an e-mail address. */
  readonly detail?: string;
}

interface SelectProps<Value extends string | number> {
  /** Thousands stay fluid. */
  readonly options: readonly SelectOption<Value>[];
  readonly value: SelectOption<Value> | null;
  readonly onChange: (option: SelectOption<Value> | null) => void;
  readonly placeholder?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly loading?: boolean | undefined;
}

/** What the lazily loaded part gets besides. */
export interface LazySelectProps extends SelectProps<string | number> {
  readonly inputId: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
}

// 55 kB: only pages that show a searchable select load it.
const LazySelect = lazy(() => import('./select-lazy.tsx'));

/** A searchable choice from a long list. */
export function SelectField<Value extends string | number>({
  options,
  value,
  onChange,
  placeholder,
  disabled,
  loading,
  ...field
}: FieldProps & SelectProps<Value>) {
  return (
    <Field {...field}>
      {control => (
        <Suspense
          fallback={
            <div className="tb-input" aria-busy="true">
              {value?.label}
            </div>
          }
        >
          <LazySelect
            inputId={control.id}
            describedBy={control['aria-describedby']}
            invalid={control['aria-invalid'] ?? false}
            options={options}
            value={value}
            // The lazy part hands back one of the options that it was given.
            onChange={chosen => onChange(chosen as SelectOption<Value> | null)}
            placeholder={placeholder}
            disabled={disabled}
            loading={loading}
          />
        </Suspense>
      )}
    </Field>
  );
}
