import type { Scope } from '@tallyboard/core/history/scope.ts';
import type { ScopeReason } from '@tallyboard/core/history/scope-replay.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';

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
