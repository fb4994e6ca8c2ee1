import { doneInForce } from '@tallyboard/core/measure/done-in-force.ts';
import { allRows } from '@tallyboard/core/measure/figures.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Computed } from '@tallyboard/core/model/result.ts';
import {
  type BreakdownTable,
  breakdownTables,
} from '@tallyboard/report-kit/families/status/breakdown-rows.ts';
import { notCounted } from '@tallyboard/report-kit/families/status/counted-once.ts';
import {
  breakdownDefinitions,
  PERCENT_RESOLVED,
  statusNotes,
} from '@tallyboard/report-kit/families/status/status-notes.ts';
import {
  accountDefinition,
  accountNotes,
  accountRows,
  personRole,
} from '@tallyboard/report-kit/figures/account-notes.ts';
import { issueColumns } from '@tallyboard/report-kit/figures/issue-columns.ts';
import { bothValues, groupNotes, issueNotes } from '@tallyboard/report-kit/figures/issue-notes.ts';
import { resolvedDefinition } from '@tallyboard/report-kit/settings/done-settings.ts';
import { type BreakdownSettings, groupingOf } from './settings.ts';

/** Returns the table of the settings' grouping: counts in issues or points, times in seconds, percents not rounded. */
export default function computeBreakdown(
  dataset: Dataset,
  settings: BreakdownSettings,
  context: ReportContext,
): Computed<BreakdownTable> {
  const done = doneInForce(dataset, settings, context);
  const columns = issueColumns(dataset, settings, context, done.rule);
  const groupBy = groupingOf(settings);
  const { accounts } = settings;
  const role = personRole(groupBy);
  const all = accountRows(dataset, accounts, role, context);
  const [result] = breakdownTables(dataset, columns, [groupBy], settings, all);
  if (!result) throw new Error('One grouping makes one table.');
  return {
    result,
    notes: [
      ...(role ? accountNotes(dataset, accounts, allRows(columns.count), role) : []),
      ...statusNotes(dataset, columns, settings, done, settings.estimation === 'points', all),
      ...groupNotes(dataset, groupBy),
      ...issueNotes([bothValues(notCounted(dataset, columns, groupBy, settings.estimation))]),
    ],
    definitions: [
      resolvedDefinition(done.inForce.rule, PERCENT_RESOLVED),
      ...breakdownDefinitions(dataset, settings),
      ...accountDefinition(accounts, role),
    ],
    done: done.inForce,
  };
}
