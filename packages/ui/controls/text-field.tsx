import { type ComponentProps, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { Field, type FieldProps } from './field.tsx';

/** A field with an input, whose attributes it takes. */
export function InputField(
  props: FieldProps &
    Omit<ComponentProps<'input'>, keyof FieldProps | 'list'> & {
      /** Texts to choose from; others may be typed. */
      readonly suggestions?: readonly string[];
    },
) {
  const { label, hideLabel, help, error, required, className, suggestions, ...input } = props;
  return (
    <Field label={label} hideLabel={hideLabel} help={help} error={error} required={required}>
      {control => (
        <>
          <input
            {...control}
            {...input}
            className={classNames('tb-input', className)}
            list={suggestions && `${control.id}-list`}
          />
          {suggestions && (
            <datalist id={`${control.id}-list`}>
              {suggestions.map(value => (
                <option key={value} value={value} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

/** A line, or with `rows` several lines, of text. */
export function TextField(
  props: FieldProps & {
    readonly value: string;
    readonly onChange: (value: string) => void;
    readonly placeholder?: string;
    readonly disabled?: boolean;
    readonly type?: 'text' | 'search' | 'url';
    readonly rows?: number;
    readonly onEnter?: () => void;
  },
) {
  const { onChange, onEnter, rows = 1, type = 'text', ...input } = props;
  if (rows > 1) {
    const { value, placeholder, disabled, ...field } = input;
    return (
      <Field {...field}>
        {control => (
          <textarea
            {...control}
            className="tb-input"
            rows={rows}
            value={value}
            placeholder={placeholder}
            disabled={disabled}
            onChange={event => onChange(event.target.value)}
          />
        )}
      </Field>
    );
  }
  return (
    <InputField
      {...input}
      type={type}
      onChange={event => onChange(event.target.value)}
      onKeyDown={event => {
        // Enter that ends an IME composition is not a submit.
        if (event.key !== 'Enter' || !onEnter || event.nativeEvent.isComposing) return;
        // Without this, Enter also presses the button that gets the focus when a dialog closes.
        event.preventDefault();
        onEnter();
      }}
    />
  );
}

/** A number; empty is null. The typed text stays until blur, then the parsed value replaces it. */
export function NumberField(
  props: FieldProps & {
    readonly value: number | null;
    readonly onChange: (value: number | null) => void;
    readonly min?: number;
    readonly max?: number;
    readonly step?: number;
  },
) {
  const { value, onChange, ...input } = props;
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <InputField
      {...input}
      className="tb-input--number"
      type="number"
      inputMode="decimal"
      value={typed ?? value ?? ''}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(Number.isNaN(target.valueAsNumber) ? null : target.valueAsNumber);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

/** A calendar day by the browser's date picker. */
export function DateField(
  props: FieldProps & {
    /** 'YYYY-MM-DD', or '' for none. */
    readonly value: string;
    readonly onChange: (day: string) => void;
    readonly min?: string;
    readonly max?: string;
    /** Called when the reader leaves the field that they have emptied. */
    readonly onClear?: () => void;
  },
) {
  const { onChange, onClear, ...input } = props;
  const cleared = useRef(false);
  return (
    <InputField
      {...input}
      className="tb-input--date"
      type="date"
      onChange={({ target: { value } }) => {
        cleared.current = value === '';
        onChange(value);
      }}
      onBlur={() => {
        if (cleared.current) onClear?.();
        cleared.current = false;
      }}
    />
  );
}
