import { Field, type FieldProps } from './field.tsx';
import type { Choice } from './segmented-switch.tsx';
import { useChoice } from './use-choice.ts';

/** The browser's select, for short lists. Long ones use SelectField. */
export function ChoiceField<Value extends string | number>(
  props: FieldProps & {
    readonly options: readonly (Choice<Value> & { readonly group?: string })[];
    readonly value: Value;
    readonly onChange: (value: Value) => void;
    readonly disabled?: boolean;
  },
) {
  const { options, value: current, onChange, disabled, ...field } = props;
  const [value, choose] = useChoice(current, onChange);
  const groups = Map.groupBy(options, option => option.group ?? '');
  return (
    <Field {...field}>
      {control => (
        <span className="tb-choice">
          <select
            {...control}
            className="tb-input"
            value={String(value)}
            disabled={disabled}
            onChange={event => {
              const chosen = options.find(option => String(option.value) === event.target.value);
              if (chosen) choose(chosen.value);
            }}
          >
            {[...groups].map(([group, members]) => {
              const items = members.map(option => (
                <option key={option.value} value={String(option.value)} disabled={option.disabled}>
                  {option.label}
                </option>
              ));
              return group ? (
                <optgroup key={group} label={group}>
                  {items}
                </optgroup>
              ) : (
                items
              );
            })}
          </select>
        </span>
      )}
    </Field>
  );
}
