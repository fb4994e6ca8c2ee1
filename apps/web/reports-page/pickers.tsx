import { SelectField } from '@tallyboard/ui/controls/select-field.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import { type PageStateTools, RESET } from '../router/page-state.ts';
import { useSession } from '../start/session.ts';
import { chosenBoard, chosenEpic } from './page-tabs.ts';

/** Hidden with fewer than two boards. */
export function BoardPicker({ page: { state, change } }: { readonly page: PageStateTools }) {
  const { site } = useSession();
  const options = useMemo(
    () => site.boards.map(({ id, name }) => ({ value: id as number, label: name })),
    [site.boards],
  );
  if (options.length < 2) return null;
  const board = chosenBoard(site, state.board);
  return (
    <div className="tb-page__pickers">
      <SelectField
        label="Board"
        options={options}
        value={board && { value: board.id as number, label: board.name }}
        onChange={option => option && change({ ...RESET, board: option.value })}
      />
    </div>
  );
}

const ALL_EPICS = { value: '', label: 'All epics' };

export function EpicPicker({ page: { state, change } }: { readonly page: PageStateTools }) {
  const { site } = useSession();
  const options = useMemo(
    () => [
      ALL_EPICS,
      ...site.epics.map(({ key, name }) => ({ value: key, label: `(${key}) ${name}` })),
    ],
    [site.epics],
  );
  const epic = chosenEpic(site, state.epic);
  const { length } = site.epics;
  return (
    <div className="tb-page__pickers">
      <SelectField
        label="Epic"
        options={options}
        value={options.find(({ value }) => value === epic?.key) ?? ALL_EPICS}
        onChange={option => option && change({ ...RESET, epic: option.value })}
        loading={site.epicTotal === null}
        help={
          length < (site.epicTotal ?? 0)
            ? `The newest ${length} of ${formatCount(site.epicTotal ?? 0)} epics.`
            : undefined
        }
      />
    </div>
  );
}
