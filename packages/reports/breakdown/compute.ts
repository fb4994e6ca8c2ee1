/** Issues by one grouping, each group with its issues. */

import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Computed } from '@tallyboard/core/model/result.ts';
import { type BreakdownTable, breakdownTables } from '../shared/breakdown-rows.ts';
import { issueColumns } from '../shared/issue-columns.ts';
import { breakdownDefinitions, resolvedDefinition } from '../shared/status-definitions.ts';
import { statusNotes } from '../shared/status-notes.ts';
import { type BreakdownSettings, groupingOf } from './settings.ts';

/** Returns the table of the settings' grouping: counts in issues or points, times in seconds, percents not rounded. */
export function computeBreakdown(
  dataset: Dataset,
  settings: BreakdownSettings,
  context: ReportContext,
): Computed<BreakdownTable> {
  const columns = issueColumns(dataset, settings, context);
  const [result] = breakdownTables(dataset, columns, [groupingOf(settings)], settings);
  if (!result) throw new Error('One grouping makes one table.');
  return {
    result,
    notes: statusNotes(dataset, columns, settings),
    definitions: [resolvedDefinition(settings), ...breakdownDefinitions(dataset, settings)],
  };
}
