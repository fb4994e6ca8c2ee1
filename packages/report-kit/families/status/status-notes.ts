import { doublyEstimated } from '@tallyboard/core/measure/estimate.ts';
import { wasReopened } from '@tallyboard/core/measure/resolution.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Note } from '@tallyboard/core/model/result.ts';
import type { ReportDone } from '../../figures/done-in-force.ts';
import { selectRows } from '../../figures/figures.ts';
import type { IssueColumns } from '../../figures/issue-columns.ts';
import {
  bothPoints,
  issueNotes,
  parentAndSubTask,
  reopened,
  unestimated,
  unknownCategory,
} from '../../figures/issue-notes.ts';
import type { StatusSettings } from './status-settings.ts';

/** Notes about points only if some issue has points. */
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

  const notes = issueNotes([
    unestimated(usesPoints ? rows(row => columns.unestimated[row] === 1) : none, 'story points'),
    bothPoints(settings.pointsField === null ? rows(row => columns.bothPoints[row] === 1) : none),
    parentAndSubTask(
      settings.pointsScope === 'all' ? doublyEstimated(issues) : none,
      'story points',
    ),
    unknownCategory(rows(row => columns.unknownStatus[row] === 1)),
    reopened(
      rows(row => {
        const issue = columns.withHistory[row] === 1 ? issues[row] : undefined;
        return issue !== undefined && wasReopened(issue, done.rule);
      }),
    ),
  ]);
  return [...notes, ...done.notes()];
}
