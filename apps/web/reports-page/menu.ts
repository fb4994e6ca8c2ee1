/**
 * The menu of the Custom tab: the entries of the reports and the enabled fields of 'Issues By', as far as the edition and
 * the global settings allow.
 */
import { MENU, type MenuItem } from '@tallyboard/reports/catalogue/menu.ts';
import { about as issuesBy } from '@tallyboard/reports/issues-by/about.ts';
import { issuesByFields } from '@tallyboard/reports/issues-by/fields.ts';
import { OVERVIEW_SELECTOR } from '../router/page-state.ts';
import { allowsReport } from '../start/edition.ts';
import type { Session } from '../start/session.ts';

/** 'Add/Remove Fields' leads to the settings, where the fields are. */
export const FIELDS_SELECTOR = 2;

export const ISSUES_BY = issuesBy.title;

/** The items that this reader may choose. */
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

/** The item of a selector; Overview for one that this reader does not have. */
export function menuItem(menu: readonly MenuItem[], selector: number): MenuItem {
  const found =
    menu.find(each => each.selector === selector) ??
    MENU.find(each => each.selector === OVERVIEW_SELECTOR);
  if (!found) throw new Error('The menu has no Overview.');
  return found;
}
