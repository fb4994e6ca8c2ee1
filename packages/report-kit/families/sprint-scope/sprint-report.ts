/** The sprint report: the issues behind the ledger of a sprint, in lists whose totals are the figures of velocity. */

import type { IssueScope } from '@tallyboard/core/history/issue-scope.ts';
import type { Scope } from '@tallyboard/core/history/scope.ts';
import type { ScopeReason } from '@tallyboard/core/history/scope-replay.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Interval } from '@tallyboard/core/time/interval.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';

/** A change of scope after the start. */
export interface LedgerEntry {
  readonly at: Instant;
  readonly row: number;
  readonly key: string;
  readonly summary: string;
  readonly reason: ScopeReason;
  /** Null if the history names nobody. */
  readonly by: string | null;
  /** Null for no estimate, or outside the scope. */
  readonly before: number | null;
  readonly after: number | null;
  /** Change of the scope; negative if removed. */
  readonly amount: number;
}

export const REASONS: Readonly<Record<ScopeReason, string>> = {
  added: 'Added',
  created: 'Created in sprint',
  reopened: 'Reopened',
  started: 'Sprint started',
  removed: 'Removed',
  're-estimated': 'Re-estimated',
};

export function ledgerOf({ issues }: Dataset, { changes }: Scope): readonly LedgerEntry[] {
  return changes.flatMap(({ at, row, reason, by, before, after, amount }) => {
    const issue = issues[row];
    if (!issue) return [];
    const { key, summary } = issue;
    return [{ at, row, key, summary, reason, by: by?.name ?? null, before, after, amount }];
  });
}

export interface SprintEntry extends Omit<LedgerEntry, 'at' | 'reason'> {
  /**
   * When it was completed, removed or re-estimated; in the lists of added and not completed issues, when it came in. Null
   * for a commitment.
   */
  readonly at: Instant | null;
  /** Null for a commitment and for completed work. */
  readonly reason: ScopeReason | null;
}

export type SprintListId = 'completed' | 'notCompleted' | 'removed' | 'added' | 'reEstimated';

export interface SprintList {
  readonly id: SprintListId;
  readonly total: number;
  readonly entries: readonly SprintEntry[];
}

export interface SprintReport {
  readonly id: string;
  readonly name: string;
  readonly unit: 'issues' | 'points' | 'seconds';
  readonly interval: Interval;
  readonly running: boolean;
  readonly jql: string;
  readonly committed: number;
  /** committed + added + re-estimated - removed = completed + not completed */
  readonly scope: number;
  readonly lists: readonly SprintList[];
}

/** Counts have no re-estimates. */
export function sprintReportOf(
  dataset: Dataset,
  scope: Scope,
  about: Pick<SprintReport, 'id' | 'name' | 'unit' | 'running' | 'jql'>,
): SprintReport {
  const ledger = ledgerOf(dataset, scope);
  const isAddition = ({ reason }: LedgerEntry) => reason !== 'removed' && reason !== 're-estimated';
  const additions = new Map(ledger.filter(isAddition).map(entry => [entry.row, entry]));
  const final = scope.issues.filter(({ isFinal }) => isFinal);
  const entriesOf = (
    issues: readonly IssueScope[],
    changeOf: (issue: Issue, scope: IssueScope) => Pick<SprintEntry, 'at' | 'by' | 'reason'>,
  ) =>
    issues.flatMap((each): SprintEntry[] => {
      const issue = dataset.issues[each.row];
      if (!issue) return [];
      const { key, summary } = issue;
      const before = each.wasCommitted ? each.committed : null;
      const sizes = { before, after: each.final, amount: each.final };
      return [{ row: each.row, key, summary, ...changeOf(issue, each), ...sizes }];
    });
  const list = (id: SprintListId, entries: readonly SprintEntry[]): SprintList => {
    return { id, total: entries.reduce((sum, { amount }) => sum + amount, 0), entries };
  };
  const removed = ledger.filter(({ reason }) => reason === 'removed');
  const reEstimated = ledger.filter(
    ({ reason, amount }) => reason === 're-estimated' && amount !== 0,
  );
  return {
    ...about,
    interval: scope.window,
    committed: scope.issues.reduce((sum, { committed }) => sum + committed, 0),
    scope: final.reduce((sum, issue) => sum + issue.final, 0),
    lists: [
      list(
        'completed',
        entriesOf(
          final.filter(({ isCompleted }) => isCompleted),
          completionOf,
        ),
      ),
      list(
        'notCompleted',
        entriesOf(
          final.filter(({ isCompleted }) => !isCompleted),
          (_, { row }) => additions.get(row) ?? COMMITTED,
        ),
      ),
      list(
        'removed',
        removed.map(entry => ({ ...entry, amount: -entry.amount })),
      ),
      list('added', ledger.filter(isAddition)),
      ...(about.unit === 'issues' ? [] : [list('reEstimated', reEstimated)]),
    ],
  };
}

const COMMITTED = { at: null, by: null, reason: null };

/** The last time at which the issue became done, or came in done, and who did it. */
function completionOf({ changes }: Issue, { completedAt: at }: IssueScope) {
  return { at, by: at === null ? null : movedBy(changes, at), reason: null };
}

/** Who changed the resolution or status of an issue at an instant, else anything. */
export function movedBy(changes: Issue['changes'], at: Instant): string | null {
  const then = changes.filter(change => change.at === at);
  const change = then.find(({ field }) => field === 'resolution' || field === 'status') ?? then[0];
  return change?.author?.name ?? null;
}
