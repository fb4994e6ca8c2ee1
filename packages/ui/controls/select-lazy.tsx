import './select-lazy.css';
import Select, { createFilter } from '@atlaskit/select';
import { useEffect, useState } from 'react';
import type { LazySelectProps, SelectOption } from './select-field.tsx';
import { VirtualMenuList } from './select-menu-list.tsx';

type Option = SelectOption<string | number>;

const DEBOUNCE_MS = 300;
const filter = createFilter<Option>({
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
  return (
    <Select<Option, boolean>
      inputId={inputId}
      classNamePrefix="tb-select"
      spacing="compact"
      isMulti={multiple}
      value={multiple ? value : (value[0] ?? null)}
      onChange={next => onChange(asList(next))}
      options={remote?.options ?? options ?? []}
      isLoading={loading || remote?.loading}
      isDisabled={disabled}
      isInvalid={invalid}
      isClearable={clearable}
      placeholder={placeholder}
      descriptionId={describedBy}
      // Searching is the host's business where options come from it.
      filterOption={loadOptions ? null : filter}
      onInputChange={text => remote?.search(text)}
      onMenuOpen={remote?.open}
      noOptionsMessage={() => remote?.error ?? 'Nothing matches'}
      formatOptionLabel={optionLabel}
      getOptionValue={option => String(option.value)}
      components={COMPONENTS}
      menuPosition="fixed"
      maxMenuHeight={300}
    />
  );
}

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
