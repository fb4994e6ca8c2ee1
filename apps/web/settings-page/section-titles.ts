/** The names of the stored sections and their keys, as the page and its messages say them. */

import { MENU_SWITCHES } from '@tallyboard/reports/catalogue/menu.ts';
import { SECTIONS } from '@tallyboard/reports/catalogue/reports.ts';

const TITLES: Readonly<Record<string, string>> = {
  enabledReports: 'Enabled reports',
  commonSettings: 'Common',
  doneRule: 'Done rule',
  workingCalendar: 'Working calendar',
  ...Object.fromEntries(SECTIONS.map(({ key, report }) => [key, report.title])),
  fields: 'Issues By Reports',
};

/** The title of a section; its stored key where it is none of ours. */
export const sectionTitle = (section: string): string => TITLES[section] ?? section;

const KEY_LABELS: Readonly<Record<string, string>> = {
  dateFormat: 'Date format',
  statusResolution: 'Own done rule',
  doneRule: 'Own done rule',
  doneStatus: 'Done status',
  rule: 'An issue is done when',
  status: 'Name of the done status',
  showStatusBars: 'Show status bars',
  sorting: 'Sorting',
  showGraphs: 'Lines',
  showSingleChart: 'Combine sprints',
  workingDays: 'Working days',
  gadgetType: 'Chart type',
  showSP: 'Point labels',
  expandTree: 'Expanded',
  expandTreeSetting: 'Expanded',
  intervalStartDate: 'Start date of any interval',
  interval: 'Interval in days',
  sprintCount: 'Number of sprints',
  includeActive: 'Include active sprints',
  reverseList: 'Newest first',
  displayType: 'Time format',
  columns: 'Columns',
  eType: 'Time unit',
  daySpan: 'Number of days',
  lockStart: 'Whole weeks',
  shortMonth: 'Month totals only',
  enableMap: 'Heat map',
  hideAvg: 'Hide average',
  hideMax: 'Hide maximum',
  showDescriptions: 'Descriptions',
  userFilter: 'Authors',
  workDaysType: 'Work days',
  firstDay: 'First day of the week',
  date: 'Group by',
  showExpanded: 'Expanded',
  barType: 'Graph',
  ...Object.fromEntries(MENU_SWITCHES.map(({ key, label }) => [key, label])),
  timezone: 'Time zone',
  days: 'Hours and holidays',
};

export const keyLabel = (key: string): string => KEY_LABELS[key] ?? key;
