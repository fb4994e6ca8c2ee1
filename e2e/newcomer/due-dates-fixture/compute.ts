/**
 * Whether resolved issues met their due dates, by issue type.
 *
 *   PROJ-1  due 4 March, done 3 March    Task   2 with a due date, 1 met, mean 0.5 days late
 *   PROJ-2  due 4 March, done 5 March
 */

import { countOf, selectRows, statisticOf } from '@tallyboard/core/measure/figures.ts';
import { groupIssues } from '@tallyboard/core/measure/group-by.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Computed, Figure } from '@tallyboard/core/model/result.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { doneDefinition } from '@tallyboard/report-kit/families/resolution-time/resolution-times.ts';

export interface DueFigures {
  readonly count: Figure;
  readonly met: Figure;
  /** Days; 0 for issues that were done in time. */
  readonly late: Figure;
}

export interface DueRow extends DueFigures {
  readonly id: string;
  readonly label: string;
}

export interface DueResult {
  readonly rows: readonly DueRow[];
  readonly total: DueFigures;
}

export default function computeDueDates(
  { issues }: Dataset,
  _: object,
  { zone, doneRule }: ReportContext,
): Computed<DueResult> {
  const lateOf = (row: number): number => {
    const { due = null, resolved = null } = issues[row] ?? {};
    return due === null || resolved === null ? Number.NaN : localDay(resolved, zone) - due;
  };
  const late = Float64Array.from(issues, (_, row) => Math.max(0, lateOf(row)));
  const dated = selectRows(issues.length, row => !Number.isNaN(lateOf(row)));
  const figuresOf = (rows: IssueRows): DueFigures => ({
    count: countOf(rows),
    met: countOf(rows.filter(row => late[row] === 0)),
    late: statisticOf(
      'mean',
      rows,
      Float64Array.from(rows, row => late[row] ?? 0),
    ),
  });
  return {
    result: {
      rows: groupIssues({ issues }, 'issue-type', dated).map(({ id, label, rows }) => ({
        id,
        label,
        ...figuresOf(rows),
      })),
      total: figuresOf(dated),
    },
    notes: [],
    definitions: [
      { figure: 'Met', text: 'Resolved on the due date, or before.' },
      doneDefinition(doneRule),
    ],
  };
}
