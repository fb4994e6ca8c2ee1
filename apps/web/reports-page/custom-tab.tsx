import { recordOf } from '@tallyboard/core/unknown.ts';
import {
  CUSTOM_PRESET,
  type Filter,
  filterName,
  presetsOf,
} from '@tallyboard/engine/gadgets/filter.ts';
import type { Preset } from '@tallyboard/jira/jql/presets.ts';
import { aboutReport, type MenuItem } from '@tallyboard/reports/catalogue/reports.ts';
import type { Stored } from '@tallyboard/reports/catalogue/site-settings.ts';
import { useCallback, useMemo } from 'react';
import { preloaded } from '../preloaded.tsx';
import type { PageState, PageStateTools } from '../router/page-state.ts';
import { type Session, useSession } from '../start/session.ts';
import { menuItem, pageMenu } from './menu.ts';
import { TabReport } from './tab-report.tsx';

// Lazy: for readers who open the filter.
const FilterBox = preloaded(() => import('../filter/filter-box.tsx'));

/** The initial filter of a report on a board. */
const ALL_ISSUES: Filter = { preset: CUSTOM_PRESET, jql: '', choices: {} };
/** Reports on any issues: they take those of a board only if the reader chooses no others. */
const FLOW = 'Flow';
const isUnfiltered = ({ preset, jql }: PageState) => preset === null && jql === null;
const nameOnBoard = (board: string, name: string, { jql }: Filter) =>
  jql.trim() === '' ? board : `${board} · ${name}`;

export function CustomTab({ page }: { readonly page: PageStateTools }) {
  const session = useSession();
  const { host, site } = session;
  const { state, change } = page;
  const menu = useMemo(() => pageMenu(session), [session]);
  const item = menuItem(menu, state.selector);
  const presets = useMemo(() => presetsOf(site, host.info), [site, host]);
  const takesBoard = isOnBoard(item) && (item.group !== FLOW || isUnfiltered(state));
  const changed = useMemo(
    () => (takesBoard ? withBoard(session, item, state) : state.settings),
    [session, item, state, takesBoard],
  );
  const board = boardName(session, item, changed);
  const filter = useMemo(
    () => (board !== null && isUnfiltered(state) ? ALL_ISSUES : appliedFilter(presets, state)),
    [presets, state, board],
  );
  const name = filterName(presets, filter);
  const replaceQuery = useCallback(
    (jql: string) => change({ preset: CUSTOM_PRESET, jql, choices: null, panel: null }),
    [change],
  );
  return (
    <TabReport
      page={page}
      scope={{ name: board === null ? name : nameOnBoard(board, name, filter), jql: filter.jql }}
      query={{ jql: filter.jql, failure: null }}
      item={item}
      changed={changed}
      shown={{
        ...state,
        tab: 'custom',
        selector: item.selector,
        settings: changed,
        ...filterState(filter),
      }}
      onSettings={own => {
        // Without 'no board' the report would take one again.
        const settings = takesBoard ? { boardId: 0, ...own } : own;
        change({ settings, panel: null });
      }}
      onJql={replaceQuery}
      gadgetFilter={filter}
      filter={refused => (
        <FilterBox
          presets={presets}
          filter={filter}
          refused={refused}
          onApply={next => change({ ...filterState(next), panel: null })}
        />
      )}
    />
  );
}

/** The filter of the URL; the first preset without one. */
function appliedFilter(presets: readonly Preset[], state: PageState): Filter {
  const [first] = presets;
  const named = presets.find(({ id }) => id === state.preset);
  const choices = state.choices ?? {};
  if (state.jql !== null) return { preset: named?.id ?? CUSTOM_PRESET, jql: state.jql, choices };
  const preset = named ?? first;
  return { preset: preset?.id ?? CUSTOM_PRESET, jql: preset?.jql ?? '', choices };
}

function filterState({
  preset,
  jql,
  choices,
}: Filter): Pick<PageState, 'preset' | 'jql' | 'choices'> {
  return { preset, jql, choices: Object.keys(choices).length > 0 ? choices : null };
}

const isOnBoard = ({ report }: MenuItem) => aboutReport(report)?.onBoard === true;

/**
 * The settings of a report with a board, since by query alone sprints would miss issues: the board of the page, else the
 * first of its project, for agile reports one of Scrum before others. 0 is none.
 */
function withBoard({ site }: Session, item: MenuItem, { settings, board: chosen }: PageState) {
  if (settings?.boardId !== undefined || settings?.boardSet !== undefined) return settings;
  const { boards, project } = site;
  const own = boards.filter(({ projectKey }) => projectKey === project?.key);
  const near = own.length > 0 ? own : boards;
  const board =
    boards.find(({ id }) => id === chosen) ??
    near.find(({ type }) => item.group === FLOW || type === 'scrum') ??
    near[0];
  return board ? { ...settings, boardId: board.id } : settings;
}

/** The name of the board or board set in the settings of a report; null for none. A link may name a board that the page does not list. */
function boardName({ site }: Session, item: MenuItem, settings: Stored | null): string | null {
  const { name } = recordOf(settings?.boardSet);
  if (isOnBoard(item) && typeof name === 'string') return name;
  const id = Number(settings?.boardId ?? 0);
  if (!isOnBoard(item) || id === 0) return null;
  return site.boards.find(board => board.id === id)?.name ?? `Board ${id}`;
}
