/** Doubts about the data that bear on the figures of the status reports, each with its issues. */

import { doublyEstimated } from '@tallyboard/core/measure/estimate.ts';
import { wasReopened } from '@tallyboard/core/measure/resolution.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Note } from '@tallyboard/core/model/result.ts';
import type { ReportDone } from '../../figures/done-in-force.ts';
import { unknownCategory } from '../../figures/doubts.ts';
import { selectRows } from '../../figures/figures.ts';
import type { IssueColumns } from '../../figures/issue-columns.ts';
import type { StatusSettings } from './status-settings.ts';

/** Returns the notes that have issues. Points are doubted only where some issue has points. */
export function statusNotes(
  dataset: Dataset,
  columns: IssueColumns,
  settings: StatusSettings,
  done: ReportDone,
): readonly Note[] {
  const { issues } = dataset;
  const usesPoints = columns.points.some(points => points !== 0);
  const rows = (holds: (row: number) => boolean) => selectRows(columns.count, holds);
  const none: IssueRows = new Uint32Array(0);

  const notes: Note[] = [
    {
      code: 'unestimated',
      text: 'Issues without story points count as 0 points.',
      issues: usesPoints ? rows(row => columns.unestimated[row] === 1) : none,
    },
    {
      code: 'both-points',
      text: "Both 'Story Points' and 'Story point estimate' are filled; the first counts.",
      issues: settings.pointsField === null ? rows(row => columns.bothPoints[row] === 1) : none,
    },
    {
      code: 'parent-and-sub-task',
      text: 'Sub-tasks with story points whose parent has story points too: the same work may count twice.',
      issues: settings.pointsScope === 'all' ? doublyEstimated(issues) : none,
    },
    unknownCategory(rows(row => columns.unknownStatus[row] === 1)),
    {
      code: 'reopened',
      text: 'Issues that were resolved and later opened again.',
      issues: rows(row => {
        const issue = columns.withHistory[row] === 1 ? issues[row] : undefined;
        return issue !== undefined && wasReopened(issue, done.rule);
      }),
    },
  ];
  return [...notes.filter(note => note.issues.length > 0), ...done.notes()];
}
