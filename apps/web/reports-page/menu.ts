/** The menu of the Custom tab: entries of reports and fields of 'Issues By', by edition and global settings. */
import { MENU, type MenuItem } from '@tallyboard/reports/catalogue/reports.ts';
import { about as issuesBy } from '@tallyboard/reports/issues-by/about.ts';
import { issuesByFields } from '@tallyboard/reports/issues-by/fields.ts';
import { OVERVIEW_SELECTOR, type PageState } from '../router/page-state.ts';
import { allowsReport } from '../start/edition.ts';
import type { Session } from '../start/session.ts';

/** 'Add/Remove Fields', which opens the settings. */
export const FIELDS_SELECTOR = 2;

/** The state of the page after a choice in the menu. The next report begins with the board of the last one. */
export const choiceOf = (
  selector: number,
  { settings, board }: Pick<PageState, 'settings' | 'board'>,
): Partial<PageState> => ({
  ...(selector === FIELDS_SELECTOR && { tab: 'settings' }),
  selector,
  board: Number(settings?.boardId) || board,
  settings: null,
  panel: null,
  saved: null,
});

export const ISSUES_BY = issuesBy.title;

export function pageMenu({
  site,
  edition,
}: Pick<Session, 'site' | 'edition'>): readonly MenuItem[] {
  const { enabledReports, storedFields } = site.settings;
  const fields = issuesByFields(storedFields, site.special, site.fields).map(
    ({ selector, label, settings }): MenuItem => ({
      selector,
      group: ISSUES_BY,
      label,
      report: issuesBy.id,
      settings,
    }),
  );
  const enabled = MENU.filter(
    ({ enabledBy }) => enabledBy === undefined || enabledReports[enabledBy],
  );
  return [...enabled, ...fields].filter(({ report }) => allowsReport(edition, report));
}

/** The item of a selector; Overview if the user does not have it. */
export function menuItem(menu: readonly MenuItem[], selector: number): MenuItem {
  const found =
    menu.find(each => each.selector === selector) ??
    MENU.find(each => each.selector === OVERVIEW_SELECTOR);
  if (!found) throw new Error('The menu has no Overview.');
  return found;
}
