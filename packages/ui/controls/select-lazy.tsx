import './select-lazy.css';
import Select, { createFilter } from '@atlaskit/select';
import { useMemo, useState } from 'react';
import { formatCount } from '../text/numbers.ts';
import type { FieldControl } from './field.tsx';
import type { SelectOption, SelectProps } from './select-field.tsx';

type Option = SelectOption<string | number>;

/** With more options than this, opening and typing are slow. */
const MAX_LISTED = 200;

const matches = createFilter<Option>({
  ignoreAccents: false,
  stringify: ({ data }) => `${data.label} ${data.detail ?? ''}`,
});

/** Atlaskit's select. Loaded lazily by SelectField. */
export default function LazySelect({
  control,
  options,
  placeholder = 'Select…',
  disabled,
  loading,
  onSearch,
  ...props
}: SelectProps<string | number> & { readonly control: FieldControl }) {
  const [text, setText] = useState('');
  const listed = useMemo(() => listedOptions(options, text), [options, text]);
  return (
    <Select<Option>
      {...props}
      inputId={control.id}
      classNamePrefix="tb-select"
      spacing="compact"
      options={listed}
      isLoading={loading}
      isDisabled={disabled}
      isInvalid={control['aria-invalid'] ?? false}
      placeholder={placeholder}
      descriptionId={control['aria-describedby']}
      // Filtered above.
      filterOption={null}
      onInputChange={typed => {
        setText(typed);
        onSearch?.(typed);
      }}
      noOptionsMessage={() => 'No matches'}
      formatOptionLabel={optionLabel}
      getOptionValue={option => String(option.value)}
      isOptionDisabled={option => option.value === MORE}
      menuPosition="fixed"
      maxMenuHeight={300}
    />
  );
}

/** The first matches, with a line that says how many more there are. */
function listedOptions(options: readonly Option[], text: string): readonly Option[] {
  const found = options.filter(option =>
    matches({ label: option.label, value: String(option.value), data: option }, text),
  );
  if (found.length <= MAX_LISTED) return found;
  const more = `${formatCount(found.length - MAX_LISTED)} more: type to find them`;
  return [...found.slice(0, MAX_LISTED), { value: MORE, label: more }];
}

const MORE = '\u0000more';

const optionLabel = (option: Option) => (
  <span className="tb-ellipsis">
    {option.label}
    {option.detail && <span className="tb-quiet"> {option.detail}</span>}
  </span>
);
