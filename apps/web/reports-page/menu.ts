/**
 * The custom page's menu. Titles and groups are plain text, so that the menu is there before any report is. Which of its
 * items a reader sees depends on the edition and on the reports and fields that the global settings enable.
 */
import type { ReportId } from '@tallyboard/reports/report.ts';
import { OVERVIEW_SELECTOR } from '../router/page-state.ts';

export interface MenuItem {
  readonly selector: number;
  /** Null stands before all groups. */
  readonly group: string | null;
  readonly label: string;
  readonly report: ReportId;
}

const OVERVIEW: MenuItem = {
  selector: OVERVIEW_SELECTOR,
  group: null,
  label: 'Overview',
  report: 'overview',
};

/** In the order of the groups. */
const ITEMS: readonly MenuItem[] = [
  OVERVIEW,
  { selector: -4, group: 'Agile Reports', label: 'Burndown/Burnup', report: 'burn' },
  { selector: -5, group: 'Agile Reports', label: 'Individual Velocity', report: 'velocity' },
];

export const MENU = ITEMS;

/** The item of a selector; Overview for one that there is not. */
export function menuItem(selector: number): MenuItem {
  return MENU.find(each => each.selector === selector) ?? OVERVIEW;
}
