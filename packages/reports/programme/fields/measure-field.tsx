import type { Field } from '@tallyboard/core/model/field.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { isNamedMeasure } from '../settings.ts';

const NAMED = [
  { value: 'issues', label: 'Issues' },
  { value: 'points', label: 'Story points' },
  { value: 'time', label: 'Original estimates (time)' },
];

/** Issues, points, time, or one of the number fields of the site. */
export function MeasureField(props: {
  readonly label: string;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  readonly value: string;
  /** Undefined where they are not known. */
  readonly fields?: readonly Field[];
  readonly onChange: (measure: string) => void;
}) {
  const { label, help, error, value, fields, onChange } = props;
  const numbers = fields?.filter(({ custom, type }) => custom && type === 'number') ?? [];
  const counts = Map.groupBy(numbers, ({ name }) => name.trim().toLowerCase());
  const options = numbers.map(({ id, name }) => {
    const isOne = counts.get(name.trim().toLowerCase())?.length === 1 && !isNamedMeasure(name);
    return isOne ? { value: name, label: name } : { value: String(id), label: `${name} (${id})` };
  });
  const isSame = (each: { readonly value: string }) =>
    each.value.toLowerCase() === value.toLowerCase();
  const chosen = isNamedMeasure(value)
    ? value
    : (options.find(isSame)?.value ?? numbers.find(({ id }) => id === value)?.name ?? value);
  const isOffered = isNamedMeasure(value) || options.some(option => option.value === chosen);
  const problem =
    isOffered || fields === undefined || value === ''
      ? undefined
      : `No number field is called '${value}'. Choose another measure.`;
  return (
    <ChoiceField
      label={label}
      help={help}
      error={problem ?? error}
      options={[
        ...NAMED,
        ...options.map(option => ({ ...option, group: 'Number fields' })),
        ...(isOffered ? [] : [{ value: chosen, label: chosen }]),
      ]}
      value={chosen}
      onChange={onChange}
    />
  );
}
