/**
 * How issues moved through the columns of a workflow, as of an instant: only changes up to it count.
 *
 *   columns  To Do | Doing (start) | Done (finish)
 *   A-1      created Mon, Doing Tue, Done Thu                      start Tue, finish Thu
 *   A-2      created Mon, Doing Tue, Done Wed, Doing Thu           start Tue, open again
 *   A-3      created Mon, Done Wed                                 start and finish Wed
 *   A-4      in Done, without status changes                       no start; finish is the done instant
 */

import { changesOf } from '@tallyboard/core/history/field-changes.ts';
import { type DoneRule, doneInstant } from '@tallyboard/core/measure/resolution.ts';
import { copyIssue } from '@tallyboard/core/model/copy-issue.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { FlowSettings } from './flow-settings.ts';
import type { ColumnOfStatus } from './workflow.ts';

/** By row of the dataset; an instant is NaN where there is none. */
export interface FlowReplay {
  readonly asOf: Instant;
  /** The entries of issue `row` are those from `first[row]` up to `first[row + 1]`, in order of time. */
  readonly first: Uint32Array;
  /** The column entered; -1 for a status without a column. Adjacent ones differ. */
  readonly column: Int16Array;
  readonly entered: Float64Array;
  /** The first or last entry into the start column or right of it. */
  readonly start: Float64Array;
  /** The entry into the finish column or right of it that was not left since. */
  readonly finish: Float64Array;
  /** 1 if the issue is right of the start without a status change, so that its start is unknown. */
  readonly unknown: Uint8Array;
  /** 1 for an issue that did not exist yet. */
  readonly later: Uint8Array;
  /** 1 if the issue was in a status without a column. */
  readonly unmapped: Uint8Array;
  /** The ids of these statuses. */
  readonly unmappedStatuses: readonly string[];
  /** The name of a chosen workflow that is not among the shared ones; null for none. */
  readonly missingWorkflow: string | null;
  /** What the workflow has for statuses and is neither the name nor the id of one. */
  readonly missingStatuses: readonly string[];
}

/** Needs changes of status and, for issues without them, of resolution. */
export function replayFlow(
  { issues }: Pick<Dataset, 'issues'>,
  workflow: ColumnOfStatus,
  rule: DoneRule,
  { startRule }: Pick<FlowSettings, 'startRule'>,
  asOf: Instant,
): FlowReplay {
  const count = issues.length;
  const first = new Uint32Array(count + 1);
  // At most one entry for each status.
  const most = issues.reduce((sum, issue) => sum + changesOf(issue, 'status').length + 1, 0);
  const column = new Int16Array(most);
  const entered = new Float64Array(most);
  const start = new Float64Array(count).fill(Number.NaN);
  const finish = new Float64Array(count).fill(Number.NaN);
  const unknown = new Uint8Array(count);
  const later = new Uint8Array(count);
  const unmapped = new Uint8Array(count);
  const withoutColumn = new Set<string>();
  const columns: ColumnOfStatus = {
    ...workflow,
    columnOf(id) {
      const found = workflow.columnOf(id);
      if (found < 0 && id !== null) withoutColumn.add(id);
      return found;
    },
  };
  let length = 0;
  for (let row = 0; row < count; row++) {
    first[row] = length;
    const issue = issues[row] as Issue;
    if (issue.created > asOf) {
      later[row] = 1;
      continue;
    }
    const from = length;
    const enter = (at: number, to: number) => {
      if (to < 0) unmapped[row] = 1;
      if (length > from && column[length - 1] === to) return;
      column[length] = to;
      entered[length++] = at;
    };
    const changed = enterColumns(issue, columns, asOf, enter);
    if (!changed && (column[from] as number) >= workflow.start) {
      unknown[row] = 1;
      finish[row] = doneInstant(withDatesUntil(issue, asOf), rule) ?? Number.NaN;
      continue;
    }
    const started = startOf(column, from, length, workflow.start, startRule);
    if (started >= 0) start[row] = entered[started] as number;
    const finished = finishOf(column, from, length, workflow.finish);
    if (finished >= 0) finish[row] = entered[finished] as number;
  }
  first[count] = length;
  return {
    asOf,
    first,
    column: column.slice(0, length),
    entered: entered.slice(0, length),
    start,
    finish,
    unknown,
    later,
    unmapped,
    unmappedStatuses: [...withoutColumn],
    missingWorkflow: workflow.missing ?? null,
    missingStatuses: workflow.missingStatuses ?? [],
  };
}

/** The issue without dates that were not yet set. */
export function withDatesUntil(issue: Issue, asOf: Instant): Issue {
  const { resolved, resolution, statusCategoryChanged } = issue;
  const isResolvedLater = resolved !== null && resolved > asOf;
  const isChangedLater = statusCategoryChanged !== null && statusCategoryChanged > asOf;
  if (!isResolvedLater && !isChangedLater) return issue;
  return copyIssue(issue, {
    resolved: isResolvedLater ? null : resolved,
    resolution: isResolvedLater ? null : resolution,
    statusCategoryChanged: isChangedLater ? null : statusCategoryChanged,
  });
}

/** Calls `enter` for the column of each status up to `asOf`; returns whether there was a status change. */
function enterColumns(
  issue: Issue,
  { columnOf }: ColumnOfStatus,
  asOf: Instant,
  enter: (at: Instant, column: number) => void,
): boolean {
  const { created } = issue;
  const changes = changesOf(issue, 'status');
  let entered = created;
  for (let index = 0; index < changes.length; index++) {
    enter(entered, columnOf(index === 0 ? changes.from(0) : changes.to(index - 1)));
    const at = changes.at(index);
    if (at > asOf) return index > 0;
    entered = Math.max(at, created);
  }
  // After its last change an issue is in its current status, which may be a merged one.
  enter(entered, columnOf(issue.status.id));
  return changes.length > 0;
}

/** The index of the entry that starts the clock; -1 if it has not started. */
function startOf(
  column: Int16Array,
  from: number,
  to: number,
  start: number,
  rule: FlowSettings['startRule'],
): number {
  let found = -1;
  for (let at = from; at < to; at++) {
    const isEntry =
      (column[at] as number) >= start && (at === from || (column[at - 1] as number) < start);
    if (!isEntry) continue;
    found = at;
    if (rule === 'first') break;
  }
  return found;
}

function finishOf(column: Int16Array, from: number, to: number, finish: number): number {
  let at = to;
  while (at > from && (column[at - 1] as number) >= finish) at--;
  return at < to ? at : -1;
}
