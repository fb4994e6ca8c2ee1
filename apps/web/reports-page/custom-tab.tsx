import type { Preset } from '@tallyboard/jira/jql/presets.ts';
import { aboutReport, type MenuItem } from '@tallyboard/reports/catalogue/reports.ts';
import type { Stored } from '@tallyboard/reports/catalogue/site-settings.ts';
import { lazy, useCallback, useEffect, useMemo } from 'react';
import { CUSTOM_PRESET, type Filter, filterName, presetsOf } from '../filter/filter.ts';
import { type PageState, type PageStateTools, parsePageState } from '../router/page-state.ts';
import { type Session, useSession } from '../start/session.ts';
import { keepSettings, readKept } from './kept-settings.ts';
import { menuItem, pageMenu } from './menu.ts';
import { TabReport } from './tab-report.tsx';

// Lazy: for readers who open the filter.
const FilterBox = lazy(() => import('../filter/filter-box.tsx'));

/** The initial filter of a report on a board. */
const ALL_ISSUES: Filter = { preset: CUSTOM_PRESET, jql: '', choices: {} };
/** Reports on any issues: they take those of a board only if the reader chooses no others. */
const FLOW = 'Flow';
const isUnfiltered = ({ preset, jql }: PageState) => preset === null && jql === null;
const nameOnBoard = (board: string, name: string, { jql }: Filter) =>
  jql.trim() === '' ? board : `${board} · ${name}`;

/** The custom page: any report of the menu on any issues. */
export function CustomTab({ page }: { readonly page: PageStateTools }) {
  const session = useSession();
  const { host, site } = session;
  const { state, change } = page;
  const menu = useMemo(() => pageMenu(session), [session]);
  const item = menuItem(menu, state.selector);
  const { selector } = item;
  const presets = useMemo(() => presetsOf(site, host.info), [site, host]);
  // Kept settings are put into the URL, so that a copied link shows the same view to others.
  const kept = useMemo(
    () => (state.settings === null ? readKept(session, selector) : null),
    [session, selector, state.settings],
  );
  const takesBoard = isOnBoard(item) && (item.group !== FLOW || isUnfiltered(state));
  const changed = useMemo(() => {
    const own = state.settings ?? kept;
    return takesBoard ? withBoard(session, menu, item, own, state.board) : own;
  }, [session, menu, item, state, kept, takesBoard]);
  const board = boardName(session, item, changed);
  const filter = useMemo(
    () => (board !== null && isUnfiltered(state) ? ALL_ISSUES : appliedFilter(presets, state)),
    [presets, state, board],
  );
  const name = filterName(presets, filter);
  useEffect(() => {
    if (kept) change({ settings: kept }, 'replace');
  }, [kept, change]);
  // Back and Forward undo and redo also what is kept.
  useEffect(() => {
    const onPopState = () => {
      const entry = parsePageState(new URLSearchParams(location.search));
      if (entry.tab === 'custom' && entry.selector === selector && entry.settings)
        keepSettings(session, selector, entry.settings);
    };
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  }, [session, selector]);
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
      onSettings={own => {
        // Without 'no board' the report would take one again.
        const settings = takesBoard ? { boardId: 0, ...own } : own;
        keepSettings(session, selector, settings);
        // So that Back finds the defaults, not the kept settings.
        if (state.settings === null) change({ settings: {} }, 'replace');
        change({ settings, panel: null });
      }}
      onJql={replaceQuery}
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

function filterState({ preset, jql, choices }: Filter): Partial<PageState> {
  return { preset, jql, choices: Object.keys(choices).length > 0 ? choices : null };
}

const isOnBoard = ({ report }: MenuItem) => aboutReport(report)?.onBoard === true;

/**
 * The settings of an agile report with a board, since by query alone sprints would miss issues: of the project tab, else
 * last used in an agile report, else the first with sprints. A flow report takes also a board without sprints, and where
 * it can one of the page's project. 0 is none.
 */
function withBoard(
  session: Session,
  menu: readonly MenuItem[],
  item: MenuItem,
  settings: Stored | null,
  chosen: number | null,
): Stored | null {
  if (settings?.boardId !== undefined) return settings;
  const { boards, project } = session.site;
  const isFlow = item.group === FLOW;
  const allowed = boards.filter(({ type }) => isFlow || type !== 'kanban');
  const own = allowed.filter(({ projectKey }) => isFlow && projectKey === project?.key);
  const near = own.length > 0 ? own : allowed;
  const used = menu.filter(isOnBoard).map(({ selector }) => readKept(session, selector)?.boardId);
  const board =
    allowed.find(({ id }) => id === chosen) ??
    used.flatMap(id => near.find(each => each.id === id) ?? [])[0] ??
    near.find(({ type }) => isFlow || type === 'scrum') ??
    near[0];
  return board ? { ...settings, boardId: board.id } : settings;
}

/** The name of the board in the settings of an agile report; null for none. */
function boardName({ site }: Session, item: MenuItem, settings: Stored | null): string | null {
  if (!isOnBoard(item)) return null;
  return site.boards.find(({ id }) => id === settings?.boardId)?.name ?? null;
}
