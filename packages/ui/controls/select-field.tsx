import { lazy, Suspense } from 'react';
import { Field, type FieldProps } from './field.tsx';

export interface SelectOption<Value extends string | number = string> {
  readonly value: Value;
  readonly label: string;
  /** Quiet text after the label: a key, an e-mail address. */
  readonly detail?: string;
}

export interface SelectGroup<Value extends string | number = string> {
  readonly label: string;
  readonly options: readonly SelectOption<Value>[];
}

interface CommonProps<Value extends string | number> extends FieldProps {
  /** Everything there is to choose from; thousands stay fluid. */
  readonly options?: readonly (SelectOption<Value> | SelectGroup<Value>)[];
  /** Instead of `options`: asked as the reader types, 300 ms after the last key, first with ''. */
  readonly loadOptions?: (
    text: string,
    signal: AbortSignal,
  ) => Promise<readonly SelectOption<Value>[]>;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly loading?: boolean;
  readonly clearable?: boolean;
}

export interface SelectFieldProps<Value extends string | number> extends CommonProps<Value> {
  readonly value: SelectOption<Value> | null;
  readonly onChange: (option: SelectOption<Value> | null) => void;
}

export interface MultiSelectFieldProps<Value extends string | number> extends CommonProps<Value> {
  readonly value: readonly SelectOption<Value>[];
  readonly onChange: (options: readonly SelectOption<Value>[]) => void;
}

/** What the lazily loaded part gets: the one shape for both fields, with text values. */
export interface LazySelectProps {
  readonly inputId: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly multiple: boolean;
  readonly value: readonly SelectOption<string | number>[];
  readonly onChange: (options: readonly SelectOption<string | number>[]) => void;
  readonly options:
    | readonly (SelectOption<string | number> | SelectGroup<string | number>)[]
    | undefined;
  readonly loadOptions:
    | ((text: string, signal: AbortSignal) => Promise<readonly SelectOption<string | number>[]>)
    | undefined;
  readonly placeholder: string | undefined;
  readonly disabled: boolean | undefined;
  readonly loading: boolean | undefined;
  readonly clearable: boolean | undefined;
}

// 55 kB: only pages that show a searchable select load it.
const LazySelect = lazy(() => import('./select-lazy.tsx'));

/** A searchable choice from a long or remote list. */
export function SelectField<Value extends string | number>({
  value,
  onChange,
  ...rest
}: SelectFieldProps<Value>) {
  return (
    <SelectShell
      {...rest}
      multiple={false}
      value={value ? [value] : []}
      onChange={options => onChange(options[0] ?? null)}
    />
  );
}

/** Several from a long or remote list. */
export function MultiSelectField<Value extends string | number>({
  value,
  onChange,
  ...rest
}: MultiSelectFieldProps<Value>) {
  return <SelectShell {...rest} multiple value={value} onChange={onChange} />;
}

function SelectShell<Value extends string | number>({
  options,
  loadOptions,
  placeholder,
  disabled,
  loading,
  clearable,
  multiple,
  value,
  onChange,
  ...field
}: MultiSelectFieldProps<Value> & { readonly multiple: boolean }) {
  return (
    <Field {...field}>
      {control => (
        <Suspense
          fallback={
            <div className="tb-input" aria-busy="true">
              {value.map(option => option.label).join(', ')}
            </div>
          }
        >
          <LazySelect
            inputId={control.id}
            describedBy={control['aria-describedby']}
            invalid={control['aria-invalid'] ?? false}
            multiple={multiple}
            value={value}
            // The lazy part hands back the very options that it was given.
            onChange={chosen => onChange(chosen as readonly SelectOption<Value>[])}
            options={options}
            loadOptions={loadOptions}
            placeholder={placeholder}
            disabled={disabled}
            loading={loading}
            clearable={clearable}
          />
        </Suspense>
      )}
    </Field>
  );
}
