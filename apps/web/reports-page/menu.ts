import { REPORTS } from '@tallyboard/reports/registry.ts';
import type { AnyReport, ReportId } from '@tallyboard/reports/report.ts';
import { OVERVIEW_SELECTOR } from '../router/page-state.ts';

interface MenuLine {
  readonly selector: number;
  /** Null stands before all groups. */
  readonly group: string | null;
  readonly label: string;
  readonly report: ReportId;
}

/** The custom page's menu in the order of its groups. A new report is one line here. */
const LINES: readonly MenuLine[] = [
  { selector: OVERVIEW_SELECTOR, group: null, label: 'Overview', report: 'overview' },
  { selector: -4, group: 'Agile Reports', label: 'Burndown/Burnup', report: 'burn' },
  { selector: -5, group: 'Agile Reports', label: 'Individual Velocity', report: 'velocity' },
];

export interface MenuItem {
  readonly selector: number;
  readonly group: string | null;
  readonly label: string;
  readonly report: AnyReport;
}

/** The lines whose reports there are. */
export const MENU: readonly MenuItem[] = LINES.flatMap(line => {
  const report = REPORTS[line.report];
  return report ? [{ ...line, report }] : [];
});

/** The item of a selector; Overview for one that there is not. */
export function menuItem(selector: number): MenuItem {
  const item = MENU.find(each => each.selector === selector) ?? MENU[0];
  if (!item) throw new Error('There is no report to show.');
  return item;
}
