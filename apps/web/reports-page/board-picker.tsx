import { useBoardOptions } from '@tallyboard/report-kit/families/sprint-scope/board-options.ts';
import { SelectField } from '@tallyboard/ui/controls/select-field.tsx';
import { useCallback } from 'react';
import { loadFlatBoardSets } from '../board-sets/board-set-store.ts';
import { type PageStateTools, RESET } from '../router/page-state.ts';
import { useSession } from '../start/session.ts';
import { chosenBoard } from './page-tabs.ts';

/** Hidden with fewer than two boards and no set. */
export default function BoardPicker({
  page: { state, change },
}: {
  readonly page: PageStateTools;
}) {
  const { host, site } = useSession();
  const loadSets = useCallback(() => loadFlatBoardSets(host), [host]);
  const board = chosenBoard(site, state.board);
  const value = { board: board?.id ?? null, boardSet: state.boardSet };
  const choice = useBoardOptions(site.boards, loadSets, value, '');
  const options = choice.options.map(({ group, ...option }) => ({
    ...option,
    ...(group === 'Board sets' && { detail: 'Board set' }),
  }));
  const offered = options.filter(option => option.value !== 0);
  if (offered.length < 2) return null;
  return (
    <div className="tb-page__pickers">
      <SelectField<string | number>
        label="Board"
        options={offered}
        value={offered.find(option => option.value === choice.value) ?? null}
        onChange={option => {
          const chosen = choice.read(option?.value ?? 0);
          if (option) change({ ...RESET, ...chosen });
        }}
      />
    </div>
  );
}
