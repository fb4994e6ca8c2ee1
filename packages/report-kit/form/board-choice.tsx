import type { Board } from '@tallyboard/core/model/board.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import type { FieldProps } from '@tallyboard/ui/controls/field.tsx';
import { SelectField } from '@tallyboard/ui/controls/select-field.tsx';
import type { DatasetView } from '../contract.ts';
import { type BoardValue, useBoardOptions } from './board-options.ts';
import type { FormPartProps } from './form-rules.ts';

/** The board or board set of a report on the page; nothing where there are no boards. */
export function BoardChoice(
  props: Pick<FieldProps, 'hideLabel'> & {
    readonly boards: DatasetView['boards'];
    readonly value: BoardValue;
    readonly onChange: (value: BoardValue) => void;
  },
) {
  const { boards: { list, sets } = NONE, value, onChange, hideLabel } = props;
  const choice = useBoardOptions(list, sets, value, 'No board');
  if (list.length === 0) return null;
  return (
    <ChoiceField<string | number>
      label="Board"
      hideLabel={hideLabel}
      options={choice.options}
      value={choice.value}
      onChange={chosen => onChange(choice.read(chosen))}
    />
  );
}

const NONE: { readonly list: readonly Board[]; readonly sets?: undefined } = { list: [] };

/** The same in the form of a gadget. `none` says what the report goes by then; null for a report that needs a board. */
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
