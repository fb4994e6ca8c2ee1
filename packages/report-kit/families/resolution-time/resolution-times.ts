/** Resolution (lead) time of issues, and its statistics by group: mean, median, 85th percentile and n. */

import type { ReportDone } from '@tallyboard/core/measure/done-in-force.ts';
import { countOf, selectRows, statisticOf, valuesOf } from '@tallyboard/core/measure/figures.ts';
import {
  type DoneRule,
  doneInstant,
  isDone,
  wasReopened,
} from '@tallyboard/core/measure/resolution.ts';
import { summarize } from '@tallyboard/core/measure/statistics.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import { type DoneChoice, doneClause } from '@tallyboard/core/model/done.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { Definition, Figure, Note } from '@tallyboard/core/model/result.ts';
import type { Milliseconds } from '@tallyboard/core/time/units.ts';
import {
  endsElsewhere,
  issueNotes,
  reopened,
  undated,
  unknownCategory,
} from '../../figures/issue-notes.ts';

/** The resolution time of every issue and its done instant, else NaN. Negative times are excluded and noted. */
export function resolutionTimes({ created, done, notes: doneNotes }: DoneInstants) {
  const took = new Float64Array(done.length).fill(Number.NaN);
  const at = new Float64Array(done.length).fill(Number.NaN);
  for (let row = 0; row < done.length; row++) {
    const time = (done[row] ?? 0) - (created[row] ?? 0);
    // False for NaN too.
    if (!(time >= 0)) continue;
    took[row] = time;
    at[row] = done[row] ?? 0;
  }
  const negative = issueNotes([
    {
      code: 'negative-time',
      words: [
        'issue was resolved before it was created (excluded).',
        'issues were resolved before they were created (excluded).',
      ],
      issues: selectRows(done.length, row => (done[row] ?? 0) < (created[row] ?? 0)),
    },
  ]);
  const notes: readonly Note[] = [...negative, ...doneNotes];
  return { took, at, notes };
}

/** Times in milliseconds; null without issues. */
export interface ResolutionFigures {
  readonly n: Figure;
  /** Each issue's part is its own time. */
  readonly mean: Figure;
  readonly median: Milliseconds | null;
  readonly percentile85: Milliseconds | null;
}

/** All issues must have a resolution time. */
export function resolutionFigures(issues: IssueRows, took: Float64Array): ResolutionFigures {
  const parts = valuesOf(issues, took);
  const { mean, median, percentile85 } = summarize(parts);
  return {
    n: countOf(issues),
    mean: statisticOf('mean', issues, parts, mean),
    median,
    percentile85,
  };
}

export const RESOLUTION_TIME_DEFINITION: Definition = {
  figure: 'Resolution/Lead Time',
  text: 'Elapsed time from creation to resolution of resolved issues, including nights and weekends. The report shows the mean; 85 of 100 issues took no longer than the 85th percentile (nearest rank).',
};

export interface DoneInstants {
  readonly created: Float64Array;
  /** NaN while the issue is open, and if the date is unknown. */
  readonly done: Float64Array;
  /** Resolved at an unknown time. */
  readonly withoutDate: IssueRows;
  readonly notes: readonly Note[];
}

/** A status that counts as done without a resolution is dated by its history. */
export const doneHistory = (done: DoneChoice): Requirement['history'] =>
  done.kind === 'resolution' ? [] : ['status', 'resolution'];

export function doneInstants(
  { issues }: Dataset,
  { rule, notes: rulesNotes }: ReportDone,
): DoneInstants {
  const created = new Float64Array(issues.length);
  const done = new Float64Array(issues.length).fill(Number.NaN);
  const withoutDate: number[] = [];
  const withoutHistory: number[] = [];
  const unknown: number[] = [];
  const undone: number[] = [];
  let resolved = 0;
  issues.forEach((issue, row) => {
    created[row] = issue.created;
    const at = doneInstant(issue, rule);
    if (at !== null) done[row] = at;
    const isResolved = at !== null || isDone(issue, rule);
    if (isResolved) resolved++;
    if (at === null && isResolved) withoutDate.push(row);
    if (isResolved && needsHistory(issue, rule)) withoutHistory.push(row);
    if (!issue.status.known) unknown.push(row);
    if (mayBeReopened(issue, rule) && wasReopened(issue, rule)) undone.push(row);
  });
  const undatedRows = Uint32Array.from(withoutDate);
  const notes = issueNotes([
    undated(undatedRows, resolved),
    {
      code: 'no-history',
      words: [
        'issue done by status has incomplete history; its resolution or last status category change is used.',
        'issues done by status have incomplete history; their resolution or last status category change is used.',
      ],
      issues: Uint32Array.from(withoutHistory),
      doubtful: true,
      ofHistory: true,
    },
    ...(rule.byStatus ? [endsElsewhere(issues)] : []),
    unknownCategory(Uint32Array.from(unknown)),
    reopened(Uint32Array.from(undone)),
  ]);
  // Whatever the rule, an issue without a date is in no period.
  const without = new Set(withoutDate);
  const dated = selectRows(issues.length, row => !without.has(row));
  return { created, done, withoutDate: undatedRows, notes: [...notes, ...rulesNotes(dated)] };
}

/** True if the done date comes from the history and the history is incomplete. */
function needsHistory(issue: Issue, rule: DoneRule): boolean {
  if (!rule.byStatus || (rule.byResolution && issue.resolved !== null)) return false;
  return !issue.historyComplete;
}

/** Cheap check before replaying the history: a resolution or done status was undone. */
function mayBeReopened({ changes, status }: Issue, rule: DoneRule): boolean {
  for (const change of changes) {
    const { field } = change;
    if (field === 'status') {
      if (rule.isDoneStatus(change.from) && !rule.isDoneStatus(change.to)) return true;
      if (rule.isDoneStatus(change.to) && !rule.isDoneStatus(status.id)) return true;
    } else if (field === 'resolution') {
      if ((change.from || change.fromText) && !(change.to || change.toText)) return true;
    }
  }
  return false;
}

export function doneDefinition(rule: DoneChoice): Definition {
  const when = {
    'resolution-or-category':
      'At the resolution date; without one, at the last move to a status of category Done.',
    resolution: 'At the resolution date. Issues without a resolution are unresolved.',
  };
  return {
    figure: 'Resolved',
    text:
      rule.kind === 'resolution-or-category' || rule.kind === 'resolution'
        ? when[rule.kind]
        : `When ${doneClause(rule)} for the last time.`,
  };
}
