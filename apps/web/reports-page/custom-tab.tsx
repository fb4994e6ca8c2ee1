import { useCallback, useEffect, useMemo } from 'react';
import { CUSTOM_PRESET, presetsOf } from '../filter/filter.ts';
import type { PageState } from '../router/page-state.ts';
import { useSession } from '../start/session.ts';
import { FilterBox } from './filter-box.tsx';
import { keepSettings, readKept } from './kept-settings.ts';
import { FIELDS_SELECTOR, menuItem, pageMenu } from './menu.ts';
import { appliedFilter, filterName, filterState } from './page-filter.ts';
import { ReportMenu } from './report-menu.tsx';
import { TabReport } from './tab-report.tsx';
import type { PageStateTools } from './use-page-state.ts';

/** The custom page: any report of the menu on any issues. */
export function CustomTab({ page }: { readonly page: PageStateTools }) {
  const session = useSession();
  const { host, site } = session;
  const { state, change } = page;
  const menu = useMemo(() => pageMenu(session), [session]);
  const item = menuItem(menu, state.selector);
  const { selector } = item;
  const presets = useMemo(() => presetsOf(site, host.info), [site, host]);
  const filter = useMemo(() => appliedFilter(presets, state), [presets, state]);
  // What was kept goes into the address, so that a copied link shows the same to somebody else.
  const kept = useMemo(
    () => (state.settings === null ? readKept(session, selector) : null),
    [session, selector, state.settings],
  );
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
        scope={{ name: filterName(presets, filter), jql: filter.jql }}
        query={{ jql: filter.jql, failure: null }}
        item={item}
        changed={state.settings ?? kept}
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
