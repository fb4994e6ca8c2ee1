import type { ReportDone } from '@tallyboard/core/measure/done-in-force.ts';
import { doublyEstimated } from '@tallyboard/core/measure/estimate.ts';
import { selectRows } from '@tallyboard/core/measure/figures.ts';
import { wasReopened } from '@tallyboard/core/measure/resolution.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { Note } from '@tallyboard/core/model/result.ts';
import { definitions } from '../../figures/definitions.ts';
import type { IssueColumns } from '../../figures/issue-columns.ts';
import {
  bothPoints,
  endsElsewhere,
  hasPointsField,
  issueNotes,
  noPointsField,
  parentAndSubTask,
  reopened,
  unestimated,
  unknownCategory,
} from '../../figures/issue-notes.ts';
import type { StatusSettings } from './status-settings.ts';

/** Notes about points only if they are shown and some issue has points. */
export function statusNotes(
  dataset: Dataset,
  columns: IssueColumns,
  settings: StatusSettings,
  done: ReportDone,
  showsPoints: boolean,
  subset: IssueRows | null = null,
): readonly Note[] {
  const { issues } = dataset;
  const usesPoints = showsPoints && columns.points.some(points => points !== 0);
  const within = subset && new Set(subset);
  const isIn = (row: number) => within?.has(row) ?? true;
  const rows = (holds: (row: number) => boolean) =>
    selectRows(columns.count, row => isIn(row) && holds(row));
  const none: IssueRows = new Uint32Array(0);

  const notes = issueNotes([
    unestimated(usesPoints ? rows(row => columns.unestimated[row] === 1) : none, 'story points'),
    bothPoints(
      usesPoints && settings.pointsField === null
        ? rows(row => columns.bothPoints[row] === 1)
        : none,
    ),
    parentAndSubTask(
      usesPoints && settings.pointsScope === 'all' ? doublyEstimated(issues).filter(isIn) : none,
      'story points',
    ),
    unknownCategory(rows(row => columns.unknownStatus[row] === 1)),
    endsElsewhere(issues, done.rule.byStatus ? subset : none),
    reopened(
      rows(row => {
        const issue = columns.withHistory[row] === 1 ? issues[row] : undefined;
        return issue !== undefined && wasReopened(issue, done.rule);
      }),
    ),
  ]);
  const isUnknown =
    settings.estimation === 'points' && settings.pointsField === null && !hasPointsField(dataset);
  return [...(isUnknown ? [noPointsField] : []), ...notes, ...done.notes(subset ?? undefined)];
}

export const PERCENT_RESOLVED = ' Percent resolved is the share of all issues; 0 without issues.';

export function breakdownDefinitions(dataset: Dataset, settings: StatusSettings) {
  const { estimation } = settings;
  const compared = estimation === 'time' ? 'time spent' : 'resolved work';
  const amount = { count: 'issues', points: 'story points', time: 'total estimate' }[estimation];
  return definitions({
    Groups: 'An issue with several values counts in each of its groups, and once in the total.',
    Overdue: 'Unresolved, and the due date is before today in your time zone.',
    'Compared to Average': `How far ${compared} in the group lies from the mean of all groups, in percent of that mean.`,
    Share:
      estimation === 'time'
        ? `The ${amount} of the group, which is time spent plus time remaining, in percent of that of all issues.`
        : `The ${amount} of the group in percent of all ${amount}.`,
    'Story points': pointsText(dataset, settings),
  });
}

function pointsText(dataset: Dataset, settings: StatusSettings): string {
  const { special } = dataset;
  const names = (ids: readonly FieldId[]) =>
    ids.map(id => dataset.fields.find(field => field.id === id)?.name ?? id);
  const fields =
    settings.pointsField === null
      ? names([...special.storyPoints, ...special.storyPointEstimate])
      : names([settings.pointsField]);
  const source = fields.length === 0 ? 'No field was found.' : `From ${fields.join(', then ')}.`;
  const scope = {
    all: 'Sub-tasks count with their own points.',
    parents: 'Sub-tasks do not count.',
    'sub-tasks': 'Only sub-tasks count.',
  }[settings.pointsScope];
  return `${source} ${scope}`;
}
