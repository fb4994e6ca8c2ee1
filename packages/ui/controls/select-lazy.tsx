import './select-lazy.css';
import Select, { createFilter } from '@atlaskit/select';
import { useEffect, useMemo, useState } from 'react';
import { formatCount } from '../text/numbers.ts';
import type { LazySelectProps, SelectGroup, SelectOption } from './select-field.tsx';
import { VirtualMenuList } from './select-menu-list.tsx';

type Option = SelectOption<string | number>;

const DEBOUNCE_MS = 300;
/** As many as a person scrolls through; with more, every key would wait for options that nobody sees. */
const LISTED = 500;
const matches = createFilter<Option>({
  ignoreAccents: false,
  stringify: ({ data }) => `${data.label} ${data.detail ?? ''}`,
});

/** Atlaskit's select with a virtualised list. Loaded lazily by SelectField. */
export default function LazySelect({
  inputId,
  describedBy,
  invalid,
  multiple,
  value,
  onChange,
  options,
  loadOptions,
  placeholder = 'Select…',
  disabled,
  loading,
  clearable = false,
}: LazySelectProps) {
  const remote = useRemoteOptions(loadOptions);
  const [text, setText] = useState('');
  const listed = useMemo(
    () => remote?.options ?? listedOptions(options ?? [], text),
    [remote?.options, options, text],
  );
  return (
    <Select<Option, boolean>
      inputId={inputId}
      classNamePrefix="tb-select"
      spacing="compact"
      isMulti={multiple}
      value={multiple ? value : (value[0] ?? null)}
      onChange={next => onChange(asList(next))}
      options={listed}
      isLoading={loading || remote?.loading}
      isDisabled={disabled}
      isInvalid={invalid}
      isClearable={clearable}
      placeholder={placeholder}
      descriptionId={describedBy}
      // Searched before: by the host, or above by us.
      filterOption={null}
      onInputChange={next => {
        setText(next);
        remote?.search(next);
      }}
      onMenuOpen={remote?.open}
      noOptionsMessage={() => remote?.error ?? 'Nothing matches'}
      formatOptionLabel={optionLabel}
      getOptionValue={option => String(option.value)}
      isOptionDisabled={option => option.value === MORE}
      components={COMPONENTS}
      menuPosition="fixed"
      maxMenuHeight={300}
    />
  );
}

type Listed = readonly (Option | SelectGroup<string | number>)[];

/** What matches the text: the first 500, with a line that tells how many more there are. */
function listedOptions(options: Listed, text: string): Listed {
  const fits = (option: Option) =>
    matches({ label: option.label, value: String(option.value), data: option }, text);
  const found = options.flatMap((option): Listed => {
    if (!('options' in option)) return fits(option) ? [option] : [];
    const members = option.options.filter(fits);
    return members.length ? [{ label: option.label, options: members }] : [];
  });
  if (found.length <= LISTED) return found;
  const more = `${formatCount(found.length - LISTED)} more: type to find them`;
  return [...found.slice(0, LISTED), { value: MORE, label: more }];
}

/** The value of the line that is no choice. */
const MORE = '\u0000more';

const COMPONENTS = { MenuList: VirtualMenuList };

const asList = (chosen: Option | readonly Option[] | null): readonly Option[] => {
  if (chosen === null) return [];
  return 'value' in chosen ? [chosen] : chosen;
};

const optionLabel = (option: Option) => (
  <span className="tb-ellipsis">
    {option.label}
    {option.detail && <span className="tb-select-detail"> {option.detail}</span>}
  </span>
);

interface Remote {
  readonly options: readonly Option[];
  readonly loading: boolean;
  readonly error: string | undefined;
  readonly search: (text: string) => void;
  readonly open: () => void;
}

/** Options asked from the host: when the list first opens, and again after each pause in typing. */
function useRemoteOptions(loadOptions: LazySelectProps['loadOptions']): Remote | null {
  const [text, setText] = useState<string | null>(null);
  const [state, setState] = useState({
    options: [] as readonly Option[],
    loading: false,
    error: undefined as string | undefined,
  });
  useEffect(() => {
    if (!loadOptions || text === null) return;
    const abort = new AbortController();
    setState(last => ({ ...last, loading: true }));
    const timer = setTimeout(
      () => {
        loadOptions(text, abort.signal).then(
          options => {
            if (!abort.signal.aborted) setState({ options, loading: false, error: undefined });
          },
          (error: unknown) => {
            if (abort.signal.aborted) return;
            const reason = error instanceof Error ? error.message : String(error);
            setState({ options: [], loading: false, error: `Could not load: ${reason}` });
          },
        );
      },
      text ? DEBOUNCE_MS : 0,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [loadOptions, text]);
  if (!loadOptions) return null;
  return {
    ...state,
    search: next => setText(last => (last === null && next === '' ? last : next)),
    open: () => setText(last => last ?? ''),
  };
}
