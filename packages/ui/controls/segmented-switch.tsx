import './segmented-switch.css';
import { useId } from 'react';
import { useChoice } from './use-choice.ts';

export interface Choice<Value extends string | number> {
  readonly value: Value;
  readonly label: string;
  readonly disabled?: boolean;
}

/** Radio buttons as one bar. */
export function SegmentedSwitch<Value extends string | number>(props: {
  readonly label: string;
  readonly options: readonly Choice<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** By default the label is for screen readers only. */
  readonly showLabel?: boolean;
}) {
  const { label, options, showLabel } = props;
  const [value, choose] = useChoice(props.value, props.onChange);
  const name = useId();
  return (
    <fieldset className="tb-segmented">
      <legend className={showLabel ? 'tb-segmented__legend' : 'tb-hidden'}>{label}</legend>
      <div className="tb-segmented__bar">
        {options.map(option => (
          <label key={option.value} className="tb-segmented__option">
            <input
              type="radio"
              name={name}
              className="tb-hidden"
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => choose(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
