import { lazy, Suspense } from 'react';
import { Field, type FieldProps } from './field.tsx';

export interface SelectOption<Value extends string | number = string> {
  readonly value: Value;
  readonly label: string;
  /** After the label: a key, an e-mail address. */
  readonly detail?: string;
}

export interface SelectProps<Value extends string | number> {
  readonly options: readonly SelectOption<Value>[];
  readonly value: SelectOption<Value> | null;
  readonly onChange: (option: SelectOption<Value> | null) => void;
  readonly placeholder?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly loading?: boolean | undefined;
  /** Receives the typed text, for options that a server finds. */
  readonly onSearch?: ((text: string) => void) | undefined;
}

// 55 kB: only pages that show a searchable select load it.
const LazySelect = lazy(() => import('./select-lazy.tsx'));

/** A searchable choice from a long list. */
export function SelectField<Value extends string | number>(props: FieldProps & SelectProps<Value>) {
  const { label, hideLabel, help, error, required, onChange, ...select } = props;
  return (
    <Field label={label} hideLabel={hideLabel} help={help} error={error} required={required}>
      {control => (
        <Suspense
          fallback={
            <div className="tb-input" aria-busy="true">
              {select.value?.label}
            </div>
          }
        >
          <LazySelect
            {...select}
            control={control}
            // LazySelect returns one of its options.
            onChange={chosen => onChange(chosen as SelectOption<Value> | null)}
          />
        </Suspense>
      )}
    </Field>
  );
}
