import { SelectField } from '@tallyboard/ui/controls/select-field.tsx';
import { type BoardValue, useBoardOptions } from '../families/sprint-scope/board-options.ts';
import type { FormPartProps } from './form-rules.ts';

/** The board or board set of a gadget, in its form. `none` says what the report goes by then; null for a report that needs a board. */
export function BoardField({
  setting,
  settings,
  site,
  none,
  onChange,
}: Pick<FormPartProps<BoardValue>, 'setting' | 'settings' | 'site'> & {
  readonly none: string | null;
  readonly onChange: (value: BoardValue) => void;
}) {
  const choice = useBoardOptions(site.boards, site.boardSets, settings, none ?? '');
  const options = choice.options
    .filter(({ value }) => value !== 0 || none !== null)
    .map(({ group, ...option }) => ({
      ...option,
      ...(group === 'Board sets' && { detail: 'Board set' }),
    }));
  return (
    <SelectField<string | number>
      label={setting.label}
      options={options}
      value={options.find(({ value }) => value === choice.value) ?? null}
      onChange={option => onChange(choice.read(option?.value ?? 0))}
    />
  );
}
