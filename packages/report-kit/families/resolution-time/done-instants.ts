/**
 * When issues were created and when they came to be done, as columns indexed by row, with the doubts that the second
 * date leaves. What the reports by date and by resolution time have in common.
 */

import {
  type DoneRule,
  doneInstant,
  isDone,
  wasReopened,
} from '@tallyboard/core/measure/resolution.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { DoneChoice } from '@tallyboard/core/model/done.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { Definition, Note } from '@tallyboard/core/model/result.ts';
import type { ReportDone } from '../../figures/done-in-force.ts';
import { undated, unknownCategory } from '../../figures/doubts.ts';
import { selectRows } from '../../figures/figures.ts';
import { doneClause } from '../../settings/done-settings.ts';

export interface DoneInstants {
  readonly created: Float64Array;
  /** When the issue was done; NaN while it is open, and where nobody recorded when. */
  readonly done: Float64Array;
  readonly notes: readonly Note[];
}

/** What done instants need: a status that counts without a resolution is dated by its history. */
export function doneHistory(done: DoneChoice): Requirement['history'] {
  return done.kind === 'resolution' ? [] : ['status', 'resolution'];
}

/** Returns both instants of every issue, and notes that have issues. */
export function doneInstants(
  { issues }: Dataset,
  { rule, notes: rulesNotes }: ReportDone,
): DoneInstants {
  const created = new Float64Array(issues.length);
  const done = new Float64Array(issues.length).fill(Number.NaN);
  const withoutDate: number[] = [];
  const withoutHistory: number[] = [];
  const unknown: number[] = [];
  const reopened: number[] = [];
  for (let row = 0; row < issues.length; row++) {
    const issue = issues[row] as Issue;
    created[row] = issue.created;
    const at = doneInstant(issue, rule);
    if (at !== null) done[row] = at;
    const isResolved = at !== null || isDone(issue, rule);
    if (at === null && isResolved) withoutDate.push(row);
    if (isResolved && needsHistory(issue, rule)) withoutHistory.push(row);
    if (!issue.status.known) unknown.push(row);
    if (issue.changes.length > 0 && mayBeReopened(issue, rule) && wasReopened(issue, rule))
      reopened.push(row);
  }
  const notes = [
    undated(Uint32Array.from(withoutDate)),
    note(
      'no-history',
      'Done by status, and their whole history was not received: dated by the resolution or the last change of the status category, where there is such a date.',
      withoutHistory,
    ),
    unknownCategory(Uint32Array.from(unknown)),
    note(
      'reopened',
      'Opened again after they were resolved: only a resolution that still holds counts.',
      reopened,
    ),
  ];
  // Whatever the rule, an issue without a date is in no period.
  const without = new Set(withoutDate);
  const dated = selectRows(issues.length, row => !without.has(row));
  return {
    created,
    done,
    notes: [...notes.filter(({ issues: rows }) => rows.length > 0), ...rulesNotes(dated)],
  };
}

function note(code: string, text: string, rows: readonly number[]): Note {
  return { code, text, issues: Uint32Array.from(rows) };
}

/** A done issue whose date only its history would tell, and whose history is not whole. */
function needsHistory(issue: Issue, rule: DoneRule): boolean {
  if (!rule.byStatus || (rule.byResolution && issue.resolved !== null)) return false;
  return !issue.historyComplete;
}

/** A quick look before the whole history is replayed: something was taken back. */
function mayBeReopened({ changes }: Issue, rule: DoneRule): boolean {
  return changes.some(({ field, from, to, fromText, toText }) => {
    if (field === 'resolution') return Boolean(from || fromText) && !(to || toText);
    return field === 'status' && rule.isDoneStatus(from) && !rule.isDoneStatus(to);
  });
}

export function doneDefinition(rule: DoneChoice): Definition {
  const when = {
    'resolution-or-category':
      'On the resolution date; without one, when the issue last came to a status of the category Done and stayed.',
    resolution: 'On the resolution date. Issues without a resolution are not resolved.',
  };
  return {
    figure: 'Resolved',
    text:
      rule.kind === 'resolution-or-category' || rule.kind === 'resolution'
        ? when[rule.kind]
        : `Since when ${doneClause(rule)}, without having left it.`,
  };
}
