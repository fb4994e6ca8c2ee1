import { useState } from 'react';
import { Field, type FieldProps } from './field.tsx';

export interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly type?: 'text' | 'search' | 'url';
  /** More than one makes it a text area. */
  readonly rows?: number;
  readonly onEnter?: () => void;
}

/** A line, or with `rows` several lines, of text. */
export function TextField({
  value,
  onChange,
  placeholder,
  disabled,
  type = 'text',
  rows = 1,
  onEnter,
  ...field
}: TextFieldProps) {
  return (
    <Field {...field}>
      {control =>
        rows > 1 ? (
          <textarea
            {...control}
            className="tb-input"
            rows={rows}
            value={value}
            placeholder={placeholder}
            disabled={disabled}
            onChange={event => onChange(event.target.value)}
          />
        ) : (
          <input
            {...control}
            className="tb-input"
            type={type}
            value={value}
            placeholder={placeholder}
            disabled={disabled}
            onChange={event => onChange(event.target.value)}
            onKeyDown={event => {
              // Enter that ends an IME composition is not a submit.
              if (event.key !== 'Enter' || !onEnter || event.nativeEvent.isComposing) return;
              // Without this, Enter also presses the button that gets the focus when a dialog closes.
              event.preventDefault();
              onEnter();
            }}
          />
        )
      }
    </Field>
  );
}

export interface NumberFieldProps extends FieldProps {
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
}

/** A number; empty is null. The typed text stays until blur, then the parsed value replaces it. */
export function NumberField({ value, onChange, min, max, step, ...field }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field {...field}>
      {control => (
        <input
          {...control}
          className="tb-input tb-input--number"
          type="number"
          inputMode="decimal"
          value={typed ?? value ?? ''}
          min={min}
          max={max}
          step={step}
          onChange={event => {
            const next = event.target.valueAsNumber;
            setTyped(event.target.value);
            onChange(Number.isNaN(next) ? null : next);
          }}
          onBlur={() => setTyped(null)}
        />
      )}
    </Field>
  );
}

export interface DateFieldProps extends FieldProps {
  /** 'YYYY-MM-DD', or '' for none. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  readonly min?: string;
  readonly max?: string;
}

/** A calendar day. The browser's own picker: localized, keyboard and touch. */
export function DateField({ value, onChange, min, max, ...field }: DateFieldProps) {
  return (
    <Field {...field}>
      {control => (
        <input
          {...control}
          className="tb-input tb-input--date"
          type="date"
          value={value}
          min={min}
          max={max}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
