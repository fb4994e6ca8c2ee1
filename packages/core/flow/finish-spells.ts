/**
 * When issues were finished, and until when: a reopening ends a finish, so that each past day has the finishes that it
 * knew of. Cut at an instant, they are those of a replay as of it.
 *
 *   A-1   Doing Mon, Done Tue, Doing Thu, Done Fri     Tue until Thu, Fri
 */

import { changesOf } from '../history/field-changes.ts';
import { selectRows, valuesOf } from '../measure/figures.ts';
import { type DoneRule, doneInstant } from '../measure/resolution.ts';
import type { Dataset } from '../model/dataset.ts';
import type { Issue } from '../model/issue.ts';
import type { Instant } from '../time/units.ts';
import { type FlowReplay, withDatesUntil } from './replay.ts';
import type { ColumnOfStatus } from './workflow.ts';

/** Columns with one entry per spell, by row. */
export interface FinishSpells {
  readonly row: Uint32Array;
  readonly from: Float64Array;
  /** Infinity if it still lasts. */
  readonly until: Float64Array;
}

export function finishSpells(
  { issues }: Pick<Dataset, 'issues'>,
  { first, column, entered, unknown, finish: finishes, outside, asOf }: FlowReplay,
  { finish }: Pick<ColumnOfStatus, 'finish'>,
  rule: DoneRule,
): FinishSpells {
  const rows: number[] = [];
  const starts: Instant[] = [];
  const ends: Instant[] = [];
  const add = (row: number, from: Instant, until: Instant) => {
    rows.push(row);
    starts.push(from);
    ends.push(until);
  };
  for (let row = 0; row < issues.length; row++) {
    if (outside[row] === 1) continue;
    const issue = unknown[row] === 1 ? issues[row] : undefined;
    if (issue && changesOf(issue, 'status').length === 0) {
      addByDates(issue, rule, asOf, (from, until) => add(row, from, until));
      continue;
    }
    const end = first[row + 1] ?? 0;
    for (let at = first[row] ?? 0; at < end; at++) {
      if ((column[at] ?? 0) < finish) continue;
      // An entry that begins a cut history is not the finish: the done instant is, if it was not left since.
      const isCut = unknown[row] === 1 && at === (first[row] ?? 0) + 1;
      const from = (isCut ? finishes[row] : entered[at]) ?? 0;
      while (at + 1 < end && (column[at + 1] ?? 0) >= finish) at++;
      if (!Number.isNaN(from)) add(row, from, at + 1 < end ? (entered[at + 1] ?? 0) : Infinity);
    }
  }
  return {
    row: new Uint32Array(rows),
    from: new Float64Array(starts),
    until: new Float64Array(ends),
  };
}

/** The spells of issues for which `holds` is true. */
export function filterSpells(
  { row, from, until }: FinishSpells,
  holds: (row: number) => boolean,
): FinishSpells {
  const kept = selectRows(row.length, at => holds(row[at] ?? 0));
  return {
    row: kept.map(at => row[at] ?? 0),
    from: valuesOf(kept, from),
    until: valuesOf(kept, until),
  };
}

/** An issue without status changes: its done instant changes as its dates are set. */
function addByDates(
  issue: Issue,
  rule: DoneRule,
  asOf: Instant,
  add: (from: Instant, until: Instant) => void,
): void {
  const { created, resolved, statusCategoryChanged } = issue;
  const known = [created, resolved ?? created, statusCategoryChanged ?? created]
    .filter(at => at >= created && at <= asOf)
    .sort((a, b) => a - b);
  known.forEach((at, index) => {
    const done = doneInstant(withDatesUntil(issue, at), rule);
    const until = known[index + 1] ?? Infinity;
    if (done !== null && until > at) add(Math.max(done, created), until);
  });
}
