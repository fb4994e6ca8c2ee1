import type { IssueRows } from '../model/dataset.ts';
import type { Instant } from '../time/units.ts';
import type { ScopeChange } from './scope-replay.ts';
import { COMPLETED, OUT_OF_SCOPE, type ScopeStates } from './scope-states.ts';
import type { Assignee } from './timeline.ts';

/** One issue's part in a scope. Numbers are in the estimator's unit. */
export interface IssueScope {
  readonly row: number;
  readonly committed: number;
  readonly added: number;
  readonly removed: number;
  readonly reEstimated: number;
  readonly final: number;
  readonly completed: number;
  /** In scope at the start; an unestimated issue with 0. */
  readonly wasCommitted: boolean;
  readonly isFinal: boolean;
  readonly isCompleted: boolean;
  readonly unestimated: boolean;
  /** The assignee at the start; null if it was not in scope then. */
  readonly committedTo: Assignee | null;
  /** When the issue was completed last, and its assignee then; null if it is not completed at the end. */
  readonly completedAt: Instant | null;
  readonly completedBy: Assignee | null;
  /** The assignee at the end. */
  readonly assignee: Assignee | null;
}

/** The parts of all issues, by row. */
export function issueScopes(
  states: ScopeStates,
  changes: readonly ScopeChange[],
  unestimated: IssueRows,
): readonly IssueScope[] {
  const { row } = states;
  const changesByRow = Map.groupBy(changes, change => change.row);
  const isUnestimated = new Set(unestimated);
  const issues: IssueScope[] = [];
  for (let first = 0, end = 0; first < row.length; first = end) {
    const own = row[first]!;
    while (row[end] === own) end++;
    issues.push({
      row: own,
      ...partOf(states, first, end - 1),
      ...amountsOf(changesByRow.get(own)),
      unestimated: isUnestimated.has(own),
    });
  }
  return issues;
}

function partOf({ at, kind, estimate, assignee }: ScopeStates, first: number, last: number) {
  const wasCommitted = kind[first] !== OUT_OF_SCOPE;
  const isFinal = kind[last] !== OUT_OF_SCOPE;
  const isCompleted = kind[last] === COMPLETED;
  let completion = first;
  for (let index = first + 1; index <= last; index++) {
    if (kind[index - 1] !== COMPLETED && kind[index] === COMPLETED) completion = index;
  }
  const final = isFinal ? estimate[last]! : 0;
  return {
    committed: wasCommitted ? estimate[first]! : 0,
    final,
    completed: isCompleted ? final : 0,
    wasCommitted,
    isFinal,
    isCompleted,
    committedTo: wasCommitted ? (assignee[first] ?? null) : null,
    completedAt: isCompleted ? at[completion]! : null,
    completedBy: isCompleted ? (assignee[completion] ?? null) : null,
    assignee: assignee[last] ?? null,
  };
}

function amountsOf(changes: readonly ScopeChange[] = []) {
  const amounts = { added: 0, removed: 0, reEstimated: 0 };
  for (const { reason, amount } of changes) {
    if (reason === 'removed') amounts.removed -= amount;
    else if (reason === 're-estimated') amounts.reEstimated += amount;
    else amounts.added += amount;
  }
  return amounts;
}
