import type { Board } from '@tallyboard/core/model/board.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import type { FieldProps } from '@tallyboard/ui/controls/field.tsx';
import type { DatasetView } from '../../contract.ts';
import { type BoardValue, useBoardOptions } from './board-options.ts';

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
