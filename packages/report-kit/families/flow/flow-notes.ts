import { type FlowReplay, isInProgress } from '@tallyboard/core/flow/replay.ts';
import type { Workflow } from '@tallyboard/core/flow/workflow.ts';
import { endsElsewhere as hasMissingStep } from '@tallyboard/core/history/spans.ts';
import { isChangedBeforeCreation } from '@tallyboard/core/history/timeline.ts';
import { selectRows } from '@tallyboard/core/measure/figures.ts';
import { rowsWhere, rowsWithoutHistory } from '@tallyboard/core/measure/rows.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { StatusId } from '@tallyboard/core/model/ids.ts';
import type { Definition, Note } from '@tallyboard/core/model/result.ts';
import { endsElsewhere, has, type IssueNote, issueNotes } from '../../figures/issue-notes.ts';
import type { FlowSettings } from './flow-settings.ts';

const changedBeforeCreation = (issues: Dataset['issues'], inside: IssueRows): IssueNote => ({
  code: 'changed-before-creation',
  words: [
    'issue was changed before it was created, as imports do; the dates of the changes count.',
    'issues were changed before they were created, as imports do; the dates of the changes count.',
  ],
  issues: rowsWhere(issues, isChangedBeforeCreation, inside),
  doubtful: true,
});

/** Of the issues that are counted. */
export function flowNotes(
  dataset: Dataset,
  replay: FlowReplay,
  isCounted: (row: number) => boolean = () => true,
): readonly Note[] {
  const { issues } = dataset;
  const select = (holds: (row: number) => boolean) =>
    selectRows(issues.length, row => holds(row) && isCounted(row));
  const isLater = (row: number) => (issues[row]?.created ?? 0) > replay.asOf;
  const inside = select(row => replay.outside[row] === 0);
  const names = unmappedNames(dataset, replay);
  const { missingWorkflow, missingStatuses } = replay;
  const missing: Note = {
    code: 'missing-workflow',
    text: `The workflow '${missingWorkflow}' is not among the shared workflows: the columns of the board or the status categories are used.`,
    issues: new Uint32Array(0),
    doubtful: true,
  };
  const vanished: Note = {
    code: 'missing-status',
    text: `The workflow has statuses that Jira does not have: ${missingStatuses.join(', ')}.`,
    issues: new Uint32Array(0),
  };
  const notes = issueNotes([
    {
      code: 'not-yet',
      words: [
        'issue was created after the report date (excluded).',
        'issues were created after the report date (excluded).',
      ],
      issues: select(isLater),
    },
    {
      code: 'other-types',
      words: [
        'issue is of a type that does not count here: see Issue types.',
        'issues are of types that do not count here: see Issue types.',
      ],
      issues: select(row => replay.outside[row] === 1 && !isLater(row)),
    },
    {
      code: 'no-history',
      words: has(
        'incomplete history: without the start there is no cycle time or age; a start that is too late makes them too short.',
      ),
      issues: rowsWithoutHistory(issues, inside),
      doubtful: true,
      ofHistory: true,
    },
    changedBeforeCreation(issues, inside),
    {
      code: 'age-unknown',
      words: [
        'issue is in progress with unknown age: when it started is not in its history.',
        'issues are in progress with unknown age: when they started is not in their histories.',
      ],
      issues: select(
        row =>
          replay.unknown[row] === 1 &&
          isInProgress(replay.since[row] ?? 0, replay.until[row] ?? 0, replay.asOf),
      ),
      doubtful: true,
      ofHistory: true,
    },
    {
      code: 'no-finish-date',
      words: [
        'issue was finished at an unknown time (in no period).',
        'issues were finished at an unknown time (in no period).',
      ],
      issues: select(row => replay.undated[row] === 1),
      doubtful: true,
      ofHistory: true,
    },
    endsElsewhere(issues, inside),
    {
      code: 'no-status-changes',
      words: has('no status changes, so that the start is unknown.'),
      issues: select(
        row =>
          replay.unknown[row] === 1 &&
          issues[row]?.historyComplete === true &&
          !hasMissingStep(issues[row]),
      ),
    },
    {
      code: 'unmapped-status',
      words: [
        `issue was in a status without a column; that time counts nowhere: ${names}.`,
        `issues were in a status without a column; that time counts nowhere: ${names}.`,
      ],
      issues: select(row => replay.unmapped[row] === 1),
    },
  ]);
  return [
    ...(missingWorkflow === null ? [] : [missing]),
    ...(missingStatuses.length > 0 ? [vanished] : []),
    ...notes,
  ];
}

/** By name; a deleted status by the name in the last change that has it. */
function unmappedNames({ issues, statuses }: Dataset, replay: FlowReplay): string {
  const ids = replay.unmappedStatuses;
  const names = new Map<string, string>();
  for (const id of ids) {
    const known = statuses.get(id as StatusId);
    if (known) names.set(id, known.name);
  }
  for (let row = 0; row < issues.length && names.size < ids.length; row++) {
    if (replay.unmapped[row] !== 1) continue;
    for (const { field, from, fromText, to, toText } of issues[row]?.changes ?? []) {
      if (field !== 'status') continue;
      if (from && fromText && ids.includes(from) && !names.has(from)) names.set(from, fromText);
      if (to && toText && ids.includes(to) && !names.has(to)) names.set(to, toText);
    }
  }
  return [...new Set(ids.map(id => names.get(id) ?? `status ${id}`))].sort().join(', ');
}

const SOURCES: Readonly<Record<Workflow['source'], string>> = {
  settings: 'the chosen workflow',
  board: 'the columns of the board',
  categories: 'the status categories',
};

export function flowDefinition(
  { source, columns, start, finish }: Workflow,
  { startRule }: Pick<FlowSettings, 'startRule'>,
): Definition {
  const entry = startRule === 'first' ? 'first' : 'last';
  return {
    figure: 'Start and finish',
    text: `By ${SOURCES[source]}: the ${entry} entry into ${columns[start] ?? '-'} or a column right of it, and the entry into ${columns[finish] ?? '-'} or right of it that was not left since. A reopened issue has no finish until it is finished again.`,
  };
}

export const unknownBlockers = (issues: IssueRows): IssueNote => ({
  code: 'unknown-blockers',
  words: has(
    'a Blocks link of an issue outside the query that was done on an unknown day; they do not count as blocked by it.',
  ),
  issues,
});

export const incompleteBlockers = (issues: IssueRows): IssueNote => ({
  code: 'incomplete-blockers',
  words: [
    'blocking issue has an incomplete history: the time that others were blocked by it may be wrong.',
    'blocking issues have an incomplete history: the time that others were blocked by them may be wrong.',
  ],
  issues,
  doubtful: true,
});
