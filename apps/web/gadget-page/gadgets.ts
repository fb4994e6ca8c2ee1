/** The gadgets, one line each: where they are, which report they show, and how their issues are chosen. */
import type { PresetId } from '@tallyboard/jira/jql/presets.ts';
import type { ReportId } from '@tallyboard/reports/report.ts';
import type { Stored } from './stored-settings.ts';

/**
 * How a gadget's form chooses issues: by a preset and a query, by a query alone, not at all since the report's own
 * settings make the query, or not at all since the gadget shows no issues.
 */
export type QueryBy = 'preset' | 'filter' | 'report' | 'none';

/** As the query parameter `gadget` names them, and the module keys of items on a dashboard. */
export type GadgetName =
  | 'status'
  | 'velocity'
  | 'timesheets'
  | 'tracking'
  | 'burn'
  | 'time-status'
  | 'text';

export interface Gadget {
  readonly name: GadgetName;
  readonly title: string;
  readonly dashboardPath: string;
  readonly addonPath: string;
  /** The report for its stored settings. */
  readonly reportOf: (stored: Stored) => ReportId;
  readonly queryBy: QueryBy;
  /** What a new gadget begins with; its query is the preset's unless it has one of its own. */
  readonly preset: PresetId;
  readonly jql?: string;
  /** What is said while issues are loaded, and while figures are calculated. */
  readonly waiting: readonly [loading: string, calculating: string];
  readonly emptyText: string;
}

const NO_MATCH = 'No data matching the active filter.';
const NO_DATA = 'No data.';
const WAITING = ['Loading', 'Loading'] as const;
const MINE: PresetId = 'created-30-days-mine';

function gadget(name: GadgetName, path: string, title: string, rest: Partial<Gadget>): Gadget {
  return {
    ...{ name, title, dashboardPath: `/${path}-dashboard`, addonPath: `/addon-${path}` },
    ...{ queryBy: 'preset', preset: MINE, waiting: WAITING, emptyText: NO_MATCH },
    // Every gadget of one report names it below.
    reportOf: () => 'overview',
    ...rest,
  };
}

export const GADGETS: readonly Gadget[] = [
  gadget('status', 'status', 'Status and Progress', {
    // gType 0, also when nothing is stored yet, is the overview; every other code is a grouping.
    reportOf: ({ gType }) => (Number(gType ?? 0) === 0 ? 'overview' : 'breakdown'),
  }),
  gadget('velocity', 'velocity', 'Individual Velocity', {
    reportOf: () => 'velocity',
    queryBy: 'report',
  }),
  gadget('timesheets', 'timesheets', 'Timesheets', {
    reportOf: () => 'timesheet',
    queryBy: 'filter',
    preset: 'custom',
    emptyText: 'No logged time.',
  }),
  gadget('tracking', 'estimation', 'Time Tracking and Estimation', {
    reportOf: () => 'estimation',
    emptyText: NO_DATA,
  }),
  gadget('burn', 'burn', 'Advanced Burndown', {
    reportOf: () => 'burn',
    preset: 'active-sprints',
  }),
  gadget('time-status', 'time-status', 'Time in Status', {
    reportOf: () => 'time-in-status',
    preset: 'custom',
    jql: 'assignee in (currentUser())',
    waiting: ['Loading issues', 'Calculating time in status'],
    emptyText: NO_DATA,
  }),
  gadget('text', 'text', 'Text', { reportOf: () => 'text', queryBy: 'none' }),
];
