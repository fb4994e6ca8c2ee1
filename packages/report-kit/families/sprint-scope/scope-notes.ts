/** Notes about replayed scopes, shared by burn and velocity. */

import { hasOtherValueNow } from '@tallyboard/core/history/order.ts';
import type { Scope } from '@tallyboard/core/history/scope.ts';
import type { SprintHistory } from '@tallyboard/core/history/sprint-history.ts';
import {
  doublyEstimated,
  type Estimation,
  type PointsScope,
} from '@tallyboard/core/measure/estimate.ts';
import { type DoneRule, isUndated, wasReopened } from '@tallyboard/core/measure/resolution.ts';
import { rowsWhere, rowsWithoutHistory } from '@tallyboard/core/measure/rows.ts';
import type { BoardConfiguration } from '@tallyboard/core/model/board.ts';
import type { OwnQuery, ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { BoardId, FieldId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Note } from '@tallyboard/core/model/result.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import type { Interval } from '@tallyboard/core/time/interval.ts';
import { DAY } from '@tallyboard/core/time/units.ts';
import {
  bothPoints,
  endsElsewhere,
  hasPointsField,
  issueNotes,
  noPointsField,
  parentAndSubTask,
  reopened,
  undated,
  unestimated,
  unknownCategory,
} from '../../figures/issue-notes.ts';

const SCOPE_FIELDS = ['sprint', 'points', 'assignee'] as const;

const UNIT_NAMES = { count: 'issues', points: 'story points', time: 'original estimate' } as const;

export interface ScopeDoubts {
  readonly dataset: Dataset;
  readonly scopes: readonly Scope[];
  readonly history: SprintHistory;
  readonly done: DoneRule;
  readonly estimation: Estimation;
  readonly pointsField: FieldId | null;
  readonly pointsScope: PointsScope;
  readonly sprints: readonly Sprint[];
  /** Issues without a scope: completed in intervals. */
  readonly unscoped?: IssueRows;
  /** See whyAtLeast. */
  readonly atLeast: string | null;
  readonly query: OwnQuery | undefined;
  /** Absent without a board, or if its configuration could not be read. */
  readonly columns: BoardConfiguration['columns'] | undefined;
}

/** Returns why sprint figures may be too low, as a clause; null if all issues that were ever in the sprints are known. */
export function whyAtLeast(
  { issues, coverage }: Dataset,
  windows: readonly Interval[],
  { query, missing }: Pick<ReportContext, 'query' | 'missing'>,
): string | null {
  if (windows.length === 0) return null;
  if (missing?.includes('import')) return 'an import has not ended';
  if (query?.atLeast) return query.atLeast;
  const from = Math.min(...windows.map(window => window.from));
  const to = Math.max(...windows.map(window => window.to));
  const doubtful = rowsWithoutHistory(issues).filter(row => {
    const issue = issues[row];
    return issue !== undefined && issue.created <= to && issue.updated >= from;
  }).length;
  if (doubtful > 0)
    return `${doubtful === 1 ? '1 issue has' : `${doubtful} issues have`} incomplete history, so issues removed from the sprints may be missing`;
  const { fetched, total } = coverage.issues;
  return total !== null && fetched < total ? 'not all issues could be loaded' : null;
}

export function scopeNotes(doubts: ScopeDoubts): readonly Note[] {
  const { dataset, scopes, done, estimation, pointsField, pointsScope, columns = [] } = doubts;
  const { issues } = dataset;
  const rows = doubts.unscoped ?? scopeRows(scopes);
  const some = (holds: (issue: Issue) => boolean) => rowsWhere(issues, holds, rows);
  const points = estimation === 'points';
  const none: IssueRows = new Uint32Array(0);
  const isUnknown = points && pointsField === null && !hasPointsField(dataset);
  const notes = issueNotes([
    unestimated(
      estimation === 'count' || isUnknown
        ? none
        : unionOf(scopes.map(({ unestimated }) => unestimated)),
      UNIT_NAMES[estimation],
    ),
    {
      code: 'no-history',
      words: [
        'issue has incomplete history; its current sprint, estimate and assignee are used.',
        'issues have incomplete history; their current sprint, estimate and assignee are used.',
      ],
      issues: rowsWithoutHistory(issues, rows),
      doubtful: true,
      ofHistory: true,
    },
    endsElsewhere(issues, done.byStatus ? rows : none),
    {
      code: 'parent-unknown',
      words: [
        'sub-task has a parent that is not among the issues: in which sprint it was then is unknown, the current one counts.',
        'sub-tasks have parents that are not among the issues: in which sprints they were then is unknown, the current ones count.',
      ],
      issues: some(issue => doubts.history.lacksParent(issue)),
      doubtful: true,
    },
    {
      code: 'values-end-elsewhere',
      words: [
        'issue has another sprint, estimate or assignee than its history ends with; the history counts.',
        'issues have another sprint, estimate or assignee than their histories end with; the histories count.',
      ],
      issues: some(issue => hasOtherValueNow(issue, SCOPE_FIELDS)),
      doubtful: true,
    },
    reopened(some(issue => wasReopened(issue, done))),
    bothPoints(points && pointsField === null ? some(issue => issue.bothPoints) : none),
    parentAndSubTask(
      points && pointsScope === 'all' ? doubleRows(dataset, rows) : none,
      'story points',
    ),
    {
      code: 'no-column',
      words: [
        'issue is in a status that no board column shows (counted here).',
        'issues are in a status that no board column shows (counted here).',
      ],
      issues: columns.length > 0 ? some(issue => isOffBoard(issue, columns)) : none,
    },
    undated(some(issue => isUndated(issue, done))),
    unknownCategory(done.byStatus ? some(issue => !issue.status.known) : none),
  ]);
  const ofField = isUnknown ? [noPointsField] : [];
  return [...queryNotes(doubts), ...ofField, ...notes, ...sprintNotes(doubts.sprints)];
}

export const columnsOf = ({ boardConfigurations }: Dataset, board: BoardId | null) =>
  board === null ? undefined : boardConfigurations.get(board)?.columns;

const isOffBoard = ({ status }: Issue, columns: BoardConfiguration['columns']): boolean =>
  !columns.some(({ statusIds }) => statusIds.includes(status.id));

function queryNotes({ atLeast, query }: ScopeDoubts): Note[] {
  const issues: IssueRows = new Uint32Array(0);
  const notes: Note[] = [];
  if (atLeast !== null)
    notes.push({
      code: 'at-least',
      text: `Figures may be too low: ${atLeast}.`,
      issues,
      doubtful: true,
      ...(!query?.atLeast && { ofHistory: true }),
    });
  if (query?.withoutMoved && atLeast === null)
    notes.push({
      code: 'left-board',
      text: 'Issues that left a sprint and then the board since are missing: Jira does not find them.',
      issues,
    });
  if (query?.narrowedBy)
    notes.push({
      code: 'narrowed',
      text: `Only issues matching '${query.narrowedBy}' are counted.`,
      issues,
    });
  return notes;
}

/** The issues of all scopes, ascending. */
export const scopeRows = (scopes: readonly Scope[]): IssueRows =>
  unionOf(scopes.map(({ rows }) => rows));

function unionOf([first = new Uint32Array(0), ...others]: readonly IssueRows[]): IssueRows {
  if (others.length === 0) return first;
  const all = new Set(first);
  for (const rows of others) for (const row of rows) all.add(row);
  return Uint32Array.from(all).sort();
}

function doubleRows(dataset: Dataset, rows: IssueRows): IssueRows {
  const inside = new Set(rows);
  return doublyEstimated(dataset.issues).filter(row => inside.has(row));
}

const MAX_NAMES = 3;

function sprintNotes(sprints: readonly Sprint[]): Note[] {
  const late = sprints.filter(
    ({ end, complete }) => end !== null && complete !== null && complete - end > DAY,
  );
  if (late.length === 0) return [];
  const names = late.slice(-MAX_NAMES).map(sprint => sprint.name);
  if (late.length > names.length) names.push(`${late.length - names.length} more`);
  const sprintsWord = late.length === 1 ? '1 sprint' : `${late.length} sprints`;
  const text = `${sprintsWord} closed more than a day late: ${names.join(', ')}. Work done before the close counts.`;
  return [{ code: 'closed-late', text, issues: new Uint32Array(0) }];
}
