/**
 * When issues were created and when they came to be done, as columns indexed by row, with the doubts that the second
 * date leaves. What the reports by date and by resolution time have in common.
 */

import {
  type DoneRule,
  type DoneSetting,
  doneInstant,
  doneRule,
  isDone,
  wasReopened,
} from '@tallyboard/core/measure/resolution.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { Definition, Note } from '@tallyboard/core/model/result.ts';

export interface DoneInstants {
  readonly created: Float64Array;
  /** When the issue was done; NaN while it is open, and where nobody recorded when. */
  readonly done: Float64Array;
  readonly notes: readonly Note[];
}

/** What done instants need: a status that counts without a resolution is dated by its history. */
export function doneHistory(done: DoneSetting): Requirement['history'] {
  return done.kind === 'resolution' ? [] : ['status', 'resolution'];
}

/** Returns both instants of every issue, and notes that have issues. */
export function doneInstants(dataset: Dataset, setting: DoneSetting): DoneInstants {
  const { issues } = dataset;
  const rule = doneRule(setting, dataset.statuses);
  const created = new Float64Array(issues.length);
  const done = new Float64Array(issues.length).fill(Number.NaN);
  const undated: number[] = [];
  const byCategoryDate: number[] = [];
  const unknown: number[] = [];
  const reopened: number[] = [];
  for (let row = 0; row < issues.length; row++) {
    const issue = issues[row] as Issue;
    created[row] = issue.created;
    const at = doneInstant(issue, rule);
    if (at !== null) done[row] = at;
    if (at === null && isDone(issue, rule)) undated.push(row);
    if (at !== null && datedByCategory(issue, rule)) byCategoryDate.push(row);
    if (!issue.status.known) unknown.push(row);
    if (issue.changes.length > 0 && mayBeReopened(issue, rule) && wasReopened(issue, rule))
      reopened.push(row);
  }
  const notes = [
    note(
      'no-done-date',
      'Resolved, but nobody recorded when: they are in no period and have no resolution time.',
      undated,
    ),
    note(
      'no-history',
      'Resolved by status without a history: dated by the last change of the status category.',
      byCategoryDate,
    ),
    note(
      'unknown-status',
      "Statuses that Jira did not describe: shown as 'Not Defined', and not counted as done.",
      unknown,
    ),
    note(
      'reopened',
      'Opened again after they were resolved: only a resolution that still holds counts.',
      reopened,
    ),
  ];
  return { created, done, notes: notes.filter(({ issues: rows }) => rows.length > 0) };
}

function note(code: string, text: string, rows: readonly number[]): Note {
  return { code, text, issues: Uint32Array.from(rows) };
}

function datedByCategory(issue: Issue, rule: DoneRule): boolean {
  if (rule.byResolution && issue.resolved !== null) return false;
  return !issue.historyComplete && !issue.changes.some(({ field }) => field === 'status');
}

/** A quick look before the whole history is replayed: something was taken back. */
function mayBeReopened({ changes }: Issue, rule: DoneRule): boolean {
  return changes.some(({ field, from, to, fromText, toText }) => {
    if (field === 'resolution') return Boolean(from || fromText) && !(to || toText);
    return field === 'status' && rule.isDoneStatus(from) && !rule.isDoneStatus(to);
  });
}

export function doneDefinition(setting: DoneSetting): Definition {
  return {
    figure: 'Resolved',
    text:
      setting.kind === 'resolution'
        ? 'On the resolution date. Issues without one are not resolved.'
        : 'On the resolution date; without one, when the issue last came to a status of the category Done and stayed.',
  };
}
