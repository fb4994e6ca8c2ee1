import { useCallback, useEffect, useMemo } from 'react';
import { CUSTOM_PRESET, type Filter, presetsOf } from '../filter/filter.ts';
import type { PageState } from '../router/page-state.ts';
import { useSession } from '../start/session.ts';
import { boardName, withBoard } from './agile-board.ts';
import { FilterBox } from './filter-box.tsx';
import { keepSettings, readKept } from './kept-settings.ts';
import { FIELDS_SELECTOR, menuItem, pageMenu } from './menu.ts';
import { appliedFilter, filterName, filterState } from './page-filter.ts';
import { ReportMenu } from './report-menu.tsx';
import { TabReport } from './tab-report.tsx';
import type { PageStateTools } from './use-page-state.ts';

/** The initial filter of a report on a board. */
const ALL_ISSUES: Filter = { preset: CUSTOM_PRESET, jql: '', choices: {} };
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
  const changed = useMemo(
    () => withBoard(session, menu, item, state.settings ?? kept, state.board),
    [session, menu, item, state.settings, kept, state.board],
  );
  const board = boardName(session, item, changed);
  const filter = useMemo(
    () => (board !== null && isUnfiltered(state) ? ALL_ISSUES : appliedFilter(presets, state)),
    [presets, state, board],
  );
  const name = filterName(presets, filter);
  useEffect(() => {
    if (kept) change({ settings: kept }, 'replace');
  }, [kept, change]);
  const replaceQuery = useCallback(
    (jql: string) => change({ preset: CUSTOM_PRESET, jql, choices: null, panel: null }),
    [change],
  );
  const chosen = (next: number): Partial<PageState> =>
    next === FIELDS_SELECTOR
      ? { tab: 'settings', selector: next, settings: null, panel: null }
      : { selector: next, settings: null, panel: null };
  return (
    <div className="tb-page__custom">
      <ReportMenu
        menu={menu}
        selector={selector}
        canEditFields={host.info.admin}
        addressOf={next => page.addressOf(chosen(next))}
        onSelect={next => change(chosen(next))}
      />
      <TabReport
        page={page}
        scope={{ name: board === null ? name : nameOnBoard(board, name, filter), jql: filter.jql }}
        query={{ jql: filter.jql, failure: null }}
        item={item}
        changed={changed}
        onSettings={(stored, own) => {
          keepSettings(session, selector, own);
          change({ settings: stored }, 'replace');
        }}
        onJql={replaceQuery}
        filter={
          <FilterBox
            presets={presets}
            filter={filter}
            onApply={next => change({ ...filterState(next), panel: null })}
          />
        }
      />
    </div>
  );
}
