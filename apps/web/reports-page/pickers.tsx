import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import type { PageState } from '../router/page-state.ts';
import { useSession } from '../start/session.ts';
import { chosenBoard, chosenEpic } from './page-tabs.ts';
import type { PageStateTools } from './use-page-state.ts';

/** Another board or epic is another view: what was set for the one before does not follow. */
const RESET: Partial<PageState> = { settings: null, panel: null };

/** The boards of the project; absent while there is nothing to choose. */
export function BoardPicker({ page: { state, change } }: { readonly page: PageStateTools }) {
  const { site } = useSession();
  if (site.boards.length < 2) return null;
  return (
    <div className="tb-page__pickers tb-no-print">
      <ChoiceField
        label="Board"
        options={site.boards.map(board => ({ value: board.id as number, label: board.name }))}
        value={chosenBoard(site, state.board)?.id ?? 0}
        onChange={board => change({ ...RESET, board })}
      />
    </div>
  );
}

const ALL_EPICS = '';

/** The epics, as '(key) name'. */
export function EpicPicker({ page: { state, change } }: { readonly page: PageStateTools }) {
  const { site } = useSession();
  return (
    <div className="tb-page__pickers tb-no-print">
      <ChoiceField
        label="Epic"
        options={[
          { value: ALL_EPICS, label: 'All epics' },
          ...site.epics.map(({ key, name }) => ({ value: key, label: `(${key}) ${name}` })),
        ]}
        value={chosenEpic(site, state.epic)?.key ?? ALL_EPICS}
        onChange={epic => change({ ...RESET, epic: epic === ALL_EPICS ? null : epic })}
      />
    </div>
  );
}
