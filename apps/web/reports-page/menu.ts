/**
 * The custom page's menu. Titles and groups are plain text, so that the menu is there before any report is. Which of its
 * items a reader sees depends on the edition and on the reports and fields that the global settings enable.
 */
import { issuesByFields } from '@tallyboard/reports/issues-by/fields.ts';
import type { ReportId } from '@tallyboard/reports/report.ts';
import { OVERVIEW_SELECTOR } from '../router/page-state.ts';
import { allowsReport } from '../start/edition.ts';
import type { EnabledReport, Stored } from '../start/global-settings.ts';
import type { Session } from '../start/session.ts';

export interface MenuItem {
  /** What the address and stored gadgets call it. */
  readonly selector: number;
  /** Null stands before all groups. */
  readonly group: string | null;
  readonly label: string;
  readonly report: ReportId;
  /** Stored settings that make the report this item, where one report has several. */
  readonly settings?: Stored;
}

interface Line extends MenuItem {
  readonly enabledBy: EnabledReport;
}

/** 'Add/Remove Fields' leads to the settings, where the fields are. */
export const FIELDS_SELECTOR = 2;

const OVERVIEW: MenuItem = {
  selector: OVERVIEW_SELECTOR,
  group: null,
  label: 'Overview',
  report: 'overview',
};

const BY_DATE = 'Reports By Date';
const BY_ASSIGNEE = 'Assignees By';
const AGILE = 'Agile Reports';
const TIME = 'Time Tracking Reports';
const AGE = 'Age Reports';
export const ISSUES_BY = 'Issues By';

/** Between Overview and the fields, in the order of the groups. */
const LINES: readonly Line[] = [
  line(BY_DATE, 'Created and Resolved', 0, 'created-resolved', 'dateCreated'),
  line(BY_DATE, 'Resolution/Lead Time', 1, 'resolution-time', 'dateLead'),
  line(BY_ASSIGNEE, 'Created and Resolved', -1, 'by-assignee', 'userCreated', { gType: -1 }),
  line(BY_ASSIGNEE, 'Resolution/Lead Time', -2, 'by-assignee', 'userLead', { gType: -2 }),
  line(AGILE, 'Burndown/Burnup', -4, 'burn', 'burn'),
  line(AGILE, 'Individual Velocity', -5, 'velocity', 'velocity'),
  line(TIME, 'Estimation', -6, 'estimation', 'tracking'),
  line(TIME, 'Timesheets', -7, 'timesheet', 'timesheet'),
  line(AGE, 'Unresolved Issues', -8, 'age', 'aged', { gType: -8 }),
  line(AGE, 'Stale Issues', -9, 'age', 'stale', { gType: -9 }),
];

function line(
  group: string,
  label: string,
  selector: number,
  report: ReportId,
  enabledBy: EnabledReport,
  settings?: Stored,
): Line {
  return { selector, group, label, report, enabledBy, ...(settings && { settings }) };
}

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
      report: 'issues-by',
      settings,
    }),
  );
  const enabled: readonly MenuItem[] = LINES.filter(({ enabledBy }) => enabledReports[enabledBy]);
  return [OVERVIEW, ...enabled, ...fields].filter(({ report }) => allowsReport(edition, report));
}

/** The item of a selector; Overview for one that this reader does not have. */
export function menuItem(menu: readonly MenuItem[], selector: number): MenuItem {
  return menu.find(each => each.selector === selector) ?? OVERVIEW;
}
