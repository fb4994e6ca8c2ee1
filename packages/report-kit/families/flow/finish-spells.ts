/**
 * When issues were finished, and until when: a reopening ends a finish, so that each past day has the finishes that it
 * knew of. Cut at an instant, they are those of a replay as of it.
 *
 *   A-1   Doing Mon, Done Tue, Doing Thu, Done Fri     Tue until Thu, Fri
 */

import { changesOf } from '@tallyboard/core/history/field-changes.ts';
import { type DoneRule, doneInstant } from '@tallyboard/core/measure/resolution.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { type FlowReplay, withDatesUntil } from './replay.ts';
import type { ColumnOfStatus } from './workflow.ts';

export interface FinishSpell {
  readonly row: number;
  readonly from: Instant;
  /** Infinity if it still lasts. */
  readonly until: Instant;
}

export function finishSpells(
  { issues }: Pick<Dataset, 'issues'>,
  { first, column, entered, unknown, later, asOf }: FlowReplay,
  { finish }: Pick<ColumnOfStatus, 'finish'>,
  rule: DoneRule,
): readonly FinishSpell[] {
  const spells: FinishSpell[] = [];
  for (let row = 0; row < issues.length; row++) {
    if (later[row] === 1) continue;
    if (unknown[row] === 1) {
      const issue = issues[row] as Issue;
      if (changesOf(issue, 'status').length === 0) {
        spells.push(...byDates(row, issue, rule, asOf));
        continue;
      }
    }
    const end = first[row + 1] as number;
    for (let at = first[row] as number; at < end; at++) {
      if ((column[at] as number) < finish) continue;
      const from = entered[at] as number;
      while (at + 1 < end && (column[at + 1] as number) >= finish) at++;
      spells.push({ row, from, until: at + 1 < end ? (entered[at + 1] as number) : Infinity });
    }
  }
  return spells;
}

/** An issue without status changes: its done instant changes as its dates are set. */
function byDates(row: number, issue: Issue, rule: DoneRule, asOf: Instant): FinishSpell[] {
  const { created, resolved, statusCategoryChanged } = issue;
  const known = [created, resolved ?? created, statusCategoryChanged ?? created]
    .filter(at => at >= created && at <= asOf)
    .sort((a, b) => a - b);
  const spells: FinishSpell[] = [];
  known.forEach((at, index) => {
    const done = doneInstant(withDatesUntil(issue, at), rule);
    const until = known[index + 1] ?? Infinity;
    if (done !== null && until > at) spells.push({ row, from: Math.max(done, created), until });
  });
  return spells;
}
