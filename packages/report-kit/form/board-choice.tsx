import type { Board } from '@tallyboard/core/model/board.ts';
import type { BoardId } from '@tallyboard/core/model/ids.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import type { FieldProps } from '@tallyboard/ui/controls/field.tsx';

const NO_BOARD = { value: 0, label: 'No board' };

/** The board of a report on the page; nothing where there are no boards. */
export function BoardChoice(
  props: Pick<FieldProps, 'hideLabel'> & {
    readonly boards: readonly Board[];
    readonly value: unknown;
    readonly onChange: (board: BoardId | null) => void;
  },
) {
  const { boards, value, onChange, hideLabel } = props;
  if (boards.length === 0) return null;
  return (
    <ChoiceField<number>
      label="Board"
      hideLabel={hideLabel}
      options={[...boards.map(({ id, name }) => ({ value: id, label: name })), NO_BOARD]}
      value={typeof value === 'number' ? value : NO_BOARD.value}
      onChange={chosen => onChange(boards.find(({ id }) => id === chosen)?.id ?? null)}
    />
  );
}
