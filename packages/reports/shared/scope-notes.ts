/** Doubts about the data that bear on replayed scopes: what burn and velocity note alike. */

import type { Scope } from '@tallyboard/core/history/scope.ts';
import {
  doublyEstimated,
  type Estimation,
  type PointsScope,
} from '@tallyboard/core/measure/estimate.ts';
import { type DoneRule, isUndated, wasReopened } from '@tallyboard/core/measure/resolution.ts';
import { rowsWhere, rowsWithoutHistory } from '@tallyboard/core/measure/rows.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Note } from '@tallyboard/core/model/result.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import { DAY } from '@tallyboard/core/time/units.ts';
import { undated, unknownCategory } from './doubts.ts';

const UNIT_NAMES = {
  count: 'issues',
  points: 'story points',
  time: 'an original estimate',
} as const;

export interface ScopeDoubts {
  readonly dataset: Dataset;
  readonly scopes: readonly Scope[];
  readonly done: DoneRule;
  readonly estimation: Estimation;
  readonly pointsField: FieldId | null;
  readonly pointsScope: PointsScope;
  readonly sprints: readonly Sprint[];
  /** Issues whose figures have no scope: what was completed in intervals. */
  readonly unscoped?: IssueRows;
}

/** Returns the notes that there is reason for, on the issues of the scopes alone. */
export function scopeNotes(doubts: ScopeDoubts): readonly Note[] {
  const { dataset, scopes, done, estimation, pointsField, pointsScope } = doubts;
  const { issues } = dataset;
  const rows = doubts.unscoped ?? rowsOf(scopes);
  const some = (holds: (issue: Issue) => boolean) => rowsWhere(issues, holds, rows);
  const points = estimation === 'points';
  const none: IssueRows = new Uint32Array(0);
  const notes: Note[] = [
    {
      code: 'unestimated',
      text: `Issues without ${UNIT_NAMES[estimation]} count as 0.`,
      issues: estimation === 'count' ? none : unestimatedRows(scopes),
    },
    {
      code: 'no-history',
      text: 'Without their whole history, these issues are taken to have been as they are now: sprint, estimate and assignee of today, done at their last known date.',
      issues: rowsWithoutHistory(issues, rows),
    },
    {
      code: 'reopened',
      text: 'Issues that were done and later opened again: done before the reopening, open after it.',
      issues: some(issue => issue.changes.length > 0 && wasReopened(issue, done)),
    },
    {
      code: 'both-points',
      text: "Both 'Story Points' and 'Story point estimate' are filled; the first counts.",
      issues: points && pointsField === null ? some(issue => issue.bothPoints) : none,
    },
    {
      code: 'parent-and-sub-task',
      text: 'Sub-tasks with story points whose parent has story points too: the same work may count twice.',
      issues: points && pointsScope === 'all' ? doubleRows(dataset, rows) : none,
    },
    undated(some(issue => isUndated(issue, done))),
    unknownCategory(done.byStatus ? some(issue => !issue.status.known) : none),
  ];
  return [...notes.filter(note => note.issues.length > 0), ...sprintNotes(doubts.sprints)];
}

/** Every issue that is in one of the scopes, ascending. */
function rowsOf(scopes: readonly Scope[]): IssueRows {
  const [only] = scopes;
  if (only && scopes.length === 1) return Uint32Array.from(only.issues, issue => issue.row);
  const rows = new Set<number>();
  for (const scope of scopes) for (const issue of scope.issues) rows.add(issue.row);
  return Uint32Array.from(rows).sort();
}

function unestimatedRows(scopes: readonly Scope[]): IssueRows {
  const rows = new Set<number>();
  for (const scope of scopes)
    for (const { row, unestimated } of scope.issues) if (unestimated) rows.add(row);
  return Uint32Array.from(rows).sort();
}

function doubleRows(dataset: Dataset, rows: IssueRows): IssueRows {
  const inside = new Set(rows);
  return doublyEstimated(dataset.issues).filter(row => inside.has(row));
}

function sprintNotes(sprints: readonly Sprint[]): Note[] {
  const late = sprints.filter(
    ({ end, complete }) => end !== null && complete !== null && complete - end > DAY,
  );
  if (late.length === 0) return [];
  const names = late.map(sprint => sprint.name).join(', ');
  const text = `Closed more than a day after the planned end: ${names}. What was done until the close counts.`;
  return [{ code: 'closed-late', text, issues: new Uint32Array(0) }];
}
