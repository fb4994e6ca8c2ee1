/**
 * What came into a row and left it in 30 days, in its measure: total - total of then = added - removed + re-estimated.
 *
 *   then A-1 3, A-2 5      now A-1 8, A-3 2        added 2, removed 5, re-estimated 5; 10 - 8 = 2 - 5 + 5
 */

import type { RolledUp } from '@tallyboard/core/forest/roll-up.ts';
import { sumOfEntries } from '@tallyboard/core/measure/figures.ts';
import type { IssueId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { StatisticFigure } from '@tallyboard/core/model/result.ts';

export const GROWTH_DAYS = 30;

export interface Growth {
  readonly added30: StatisticFigure;
  readonly removed30: StatisticFigure;
  readonly reestimated30: StatisticFigure;
}

/** What makes a total, and the issues of the row at all: one without a value is in it too. */
export interface GrowthState {
  readonly issues: readonly Issue[];
  readonly total: RolledUp;
  readonly rows: Iterable<number>;
}

/** @param rowOf the row of an issue today. */
export function growthOf(
  now: GrowthState,
  then: GrowthState,
  rowOf: ReadonlyMap<IssueId, number>,
): Growth {
  const added: (readonly [number, number])[] = [];
  const removed: (readonly [number, number])[] = [];
  const reestimated: (readonly [number, number])[] = [];
  const [today, before] = [partsByIssue(now), partsByIssue(then)];
  for (const [id, part] of today) {
    const row = rowOf.get(id);
    const earlier = before.get(id);
    if (row === undefined) continue;
    if (earlier === undefined) {
      if (part !== 0) added.push([row, part]);
    } else if (part !== earlier) reestimated.push([row, part - earlier]);
  }
  for (const [id, part] of before) {
    const row = rowOf.get(id);
    if (row !== undefined && part !== 0 && !today.has(id)) removed.push([row, part]);
  }
  const figure = (entries: (readonly [number, number])[]) =>
    sumOfEntries(entries.sort((a, b) => a[0] - b[0]));
  return {
    added30: figure(added),
    removed30: figure(removed),
    reestimated30: figure(reestimated),
  };
}

/** 0 for an issue without a value. */
function partsByIssue({ issues, total, rows }: GrowthState): ReadonlyMap<IssueId, number> {
  const parts = new Map<IssueId, number>();
  const set = (row: number, part: number) => {
    const id = issues[row]?.id;
    if (id !== undefined) parts.set(id, part);
  };
  for (const row of rows) set(row, 0);
  for (const [at, row] of total.rows.entries()) set(row, total.parts[at] ?? 0);
  return parts;
}
