import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { IssueKey } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Note } from '@tallyboard/core/model/result.ts';
import { selectRows } from '@tallyboard/report-kit/figures/figures.ts';
import {
  has,
  issueNotes,
  parentAndSubTask,
  unknownCategory,
} from '@tallyboard/report-kit/figures/issue-notes.ts';

/** Times of every issue by row, in seconds; 0 where the issue has none. */
export interface TimeColumns {
  readonly resolved: Uint8Array;
  readonly spent: Float64Array;
  readonly remaining: Float64Array;
  readonly actual: Float64Array;
  readonly original: Float64Array;
  readonly saved: Float64Array;
}

export function estimationNotes({ issues }: Dataset, columns: TimeColumns): readonly Note[] {
  const { original, remaining, resolved, spent } = columns;
  const rows = (holds: (row: number) => boolean) => selectRows(issues.length, holds);
  const isEstimated = (row: number) => (original[row] ?? 0) > 0;
  return issueNotes([
    {
      code: 'unestimated',
      words: has('logged time but no original estimate (not part of the estimate error).'),
      issues: rows(row => (spent[row] ?? 0) > 0 && !isEstimated(row)),
    },
    parentAndSubTask(doubleEstimates(issues), 'an original estimate'),
    {
      code: 'resolved-with-remaining',
      words: [
        'resolved issue still has remaining time.',
        'resolved issues still have remaining time.',
      ],
      issues: rows(row => resolved[row] === 1 && (remaining[row] ?? 0) > 0),
    },
    {
      code: 'negative-time',
      words: ['issue has a negative time.', 'issues have negative times.'],
      issues: rows(row => Math.min(remaining[row] ?? 0, spent[row] ?? 0, original[row] ?? 0) < 0),
    },
    unknownCategory(rows(row => issues[row]?.status.known === false)),
  ]);
}

const hasEstimate = ({ originalSeconds }: Issue): boolean => (originalSeconds ?? 0) > 0;

function doubleEstimates(issues: readonly Issue[]): IssueRows {
  // Few issues are parents of estimated sub-tasks: cheaper than an index of all issues.
  const wanted = new Set<IssueKey>();
  for (const issue of issues)
    if (issue.type.subtask && issue.parent && hasEstimate(issue)) wanted.add(issue.parent.key);
  if (wanted.size === 0) return new Uint32Array(0);
  const parents = new Set<IssueKey>();
  for (const issue of issues)
    if (wanted.has(issue.key) && hasEstimate(issue)) parents.add(issue.key);
  return selectRows(issues.length, row => {
    const issue = issues[row] as Issue;
    const { type, parent } = issue;
    return type.subtask && parent !== null && parents.has(parent.key) && hasEstimate(issue);
  });
}
