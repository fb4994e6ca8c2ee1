import { NumberField } from '@tallyboard/ui/controls/text-field.tsx';
import type { Shape } from '../settings/codec.ts';

/** A whole number of a setting; NaN while the field has none. */
export function WholeField(props: {
  readonly label: string;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  readonly shape: Extract<Shape, { readonly kind: 'whole' }>;
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  const { shape, value, onChange, ...field } = props;
  return (
    <NumberField
      {...field}
      min={shape.min}
      max={shape.max}
      value={Number.isNaN(value) || value === shape.empty ? null : value}
      onChange={number => onChange(number ?? shape.empty ?? Number.NaN)}
    />
  );
}
