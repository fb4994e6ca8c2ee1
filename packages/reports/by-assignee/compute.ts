/**
 * Issues created and resolved, or the time from creation to resolution, by the current assignee.
 */

import { doneInForce } from '@tallyboard/core/measure/done-in-force.ts';
import { allRows, filterRows, selectRows } from '@tallyboard/core/measure/figures.ts';
import { groupIssues } from '@tallyboard/core/measure/group-by.ts';
import type { GroupName } from '@tallyboard/core/measure/grouping.ts';
import { comparedToAverage } from '@tallyboard/core/measure/statistics.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Computed } from '@tallyboard/core/model/result.ts';
import {
  doneDefinition,
  doneInstants,
  RESOLUTION_TIME_DEFINITION,
  type ResolutionFigures,
  resolutionFigures,
  resolutionTimes,
} from '@tallyboard/report-kit/families/resolution-time/resolution-times.ts';
import {
  type BreakdownTable,
  breakdownTables,
} from '@tallyboard/report-kit/families/status/breakdown-rows.ts';
import {
  breakdownDefinitions,
  PERCENT_RESOLVED,
  statusNotes,
} from '@tallyboard/report-kit/families/status/status-notes.ts';
import {
  accountDefinition,
  accountFilter,
  accountNotes,
  accountRows,
} from '@tallyboard/report-kit/figures/account-notes.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { type ElapsedUnit, elapsedUnit } from '@tallyboard/report-kit/figures/elapsed.ts';
import { labelledGroups } from '@tallyboard/report-kit/figures/group-labels.ts';
import { issueColumns } from '@tallyboard/report-kit/figures/issue-columns.ts';
import { resolvedDefinition } from '@tallyboard/report-kit/settings/done-settings.ts';
import type { ByAssigneeSettings } from './settings.ts';

export interface AssigneeCounts {
  readonly mode: 'created-resolved';
  readonly table: BreakdownTable;
  /** Whether any issue has points or times. */
  readonly has: { readonly points: boolean; readonly time: boolean };
}

export interface AssigneeTimeRow extends ResolutionFigures, GroupName {
  /** How far the mean lies from the mean of the assignees' means, in percent of it. */
  readonly comparedToAverage: number;
}

export interface AssigneeTimes {
  readonly mode: 'resolution-time';
  readonly elapsed: ElapsedUnit;
  /** Assignees with resolved issues, slowest first. */
  readonly rows: readonly AssigneeTimeRow[];
  readonly total: ResolutionFigures;
}

export type ByAssigneeResult = AssigneeCounts | AssigneeTimes;

/** Returns the rows of the mode: counts in issues or points and times in seconds, resolution times in milliseconds. */
export default function computeByAssignee(
  dataset: Dataset,
  settings: ByAssigneeSettings,
  context: ReportContext,
): Computed<ByAssigneeResult> {
  return settings.mode === 'created-resolved'
    ? counts(dataset, settings, context)
    : times(dataset, settings, context);
}

function counts(
  dataset: Dataset,
  settings: ByAssigneeSettings,
  context: ReportContext,
): Computed<AssigneeCounts> {
  const done = doneInForce(dataset, settings, context);
  const columns = issueColumns(dataset, settings, context, done.rule);
  const { accounts } = settings;
  const all = accountRows(dataset, accounts, 'assignee', context);
  const [table] = breakdownTables(dataset, columns, ['assignee'], settings, all);
  if (!table) throw new Error('A grouping has a table.');
  return {
    result: {
      mode: 'created-resolved',
      table,
      has: {
        points: all.some(row => columns.points[row] !== 0),
        time: all.some(row => columns.actual[row] !== 0),
      },
    },
    notes: [
      ...accountNotes(dataset, accounts, allRows(dataset.issues.length)),
      ...statusNotes(dataset, columns, settings, done, settings.estimation === 'points', all),
    ],
    definitions: [
      ...CURRENT,
      resolvedDefinition(done.inForce.rule, PERCENT_RESOLVED),
      ...breakdownDefinitions(dataset, settings),
      ...accountDefinition(accounts),
    ],
    done: done.inForce,
  };
}

function times(
  dataset: Dataset,
  settings: ByAssigneeSettings,
  context: ReportContext,
): Computed<AssigneeTimes> {
  const { issues } = dataset;
  const done = doneInForce(dataset, settings, context);
  const { accounts } = settings;
  const counts = accountFilter(dataset, accounts, context);
  const { took, notes } = resolutionTimes(doneInstants(dataset, done));
  const all = selectRows(issues.length, row => !Number.isNaN(took[row]));
  const resolved = filterRows(all, counts);
  const total = resolutionFigures(resolved, took);
  const found = groupIssues({ issues }, 'assignee', resolved);
  const groups = labelledGroups(found, 'assignee', issues).map(group => ({
    id: group.id,
    label: group.label,
    avatarUrl: group.avatarUrl,
    ...resolutionFigures(group.rows, took),
  }));
  const compared = comparedToAverage(groups.map(({ mean }) => mean.value ?? 0));
  const rows = groups
    .map((group, index) => ({ ...group, comparedToAverage: compared[index] ?? 0 }))
    .sort((a, b) => (b.mean.value ?? 0) - (a.mean.value ?? 0));
  return {
    result: { mode: 'resolution-time', rows, total, elapsed: elapsedUnit(total.percentile85) },
    notes: [...accountNotes(dataset, accounts, all), ...notes],
    definitions: [
      ...CURRENT,
      RESOLUTION_TIME_DEFINITION,
      doneDefinition(done.inForce.rule),
      ...COMPARED,
      ...accountDefinition(accounts),
    ],
    done: done.inForce,
  };
}

const CURRENT = definitions({
  Assignee:
    "The assignee that an issue has now; issues without one are under 'Unassigned'. People who left are marked as inactive.",
});
const COMPARED = definitions({
  'Compared to Average':
    'How far the mean of the assignee lies from the mean of all assignees, in percent of that mean.',
});
