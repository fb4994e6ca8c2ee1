/**
 * How issues moved through the columns of a workflow, as of an instant: only changes up to it count.
 *
 *   columns  To Do | Doing (start) | Done (finish)
 *   A-1      created Mon, Doing Tue, Done Thu                      start Tue, finish Thu
 *   A-2      created Mon, Doing Tue, Done Wed, Doing Thu           start Tue, open again
 *   A-3      created Mon, Done Wed                                 start and finish Wed
 *   A-4      created Mon, in Doing, never changed                  start Mon
 *   A-5      in Doing, no history received                         in progress, start unknown
 *   A-6      in Done, no history received                          start unknown; finish is the done instant
 *   A-7      a cut history: Doing > Done on Thu                    start unknown, finish Thu
 */

import { changesOf } from '../history/field-changes.ts';
import { missingStep } from '../history/timeline.ts';
import { type DoneRule, doneInstant, isDone } from '../measure/resolution.ts';
import { copyIssue } from '../model/copy-issue.ts';
import type { Dataset } from '../model/dataset.ts';
import type { Issue } from '../model/issue.ts';
import type { Instant } from '../time/units.ts';
import { countsType, type IssueTypes } from './issue-types.ts';
import type { ColumnOfStatus } from './workflow.ts';

export interface ReplaySettings {
  /** The entry into the start column that counts. */
  readonly startRule: 'first' | 'last';
  readonly types: IssueTypes;
}

/** By row of the dataset; an instant is NaN where there is none. */
export interface FlowReplay {
  readonly asOf: Instant;
  /** The entries of issue `row` are those from `first[row]` up to `first[row + 1]`, in order of time. */
  readonly first: Uint32Array;
  /** The column entered; -1 for a status without a column, or an unknown one. Adjacent ones differ. */
  readonly column: Int16Array;
  readonly entered: Float64Array;
  /** The first or last entry into the start column or right of it; NaN also if it is unknown. */
  readonly start: Float64Array;
  /** The entry into the finish column or right of it that was not left since; NaN also if it is unknown. */
  readonly finish: Float64Array;
  /** From when on the issue is known to have been in progress: the start, or later. */
  readonly since: Float64Array;
  /** Until when it was in progress: the finish, or if that is unknown the last known time; NaN if it still is. */
  readonly until: Float64Array;
  /** 1 if the issue has started at an unknown time. */
  readonly unknown: Uint8Array;
  /** 1 if the issue was finished at an unknown time. */
  readonly undated: Uint8Array;
  /** 1 for an issue that did not exist yet, or is of a type that does not count. */
  readonly outside: Uint8Array;
  /** 1 if the issue was in a status without a column. */
  readonly unmapped: Uint8Array;
  readonly unmappedStatuses: readonly string[];
  /** The name of a chosen workflow that is not among the shared ones; null for none. */
  readonly missingWorkflow: string | null;
  /** What the workflow has for statuses and is neither the name nor the id of one. */
  readonly missingStatuses: readonly string[];
}

/** The issues in progress at an instant; NaN is an end that has not come. */
export const isInProgress = (since: Instant, until: Instant, t: Instant): boolean =>
  since <= t && !(until <= t);

/** Needs changes of status and, for issues without them, of resolution. */
export function replayFlow(
  { issues }: Pick<Dataset, 'issues'>,
  workflow: ColumnOfStatus,
  rule: DoneRule,
  { startRule, types }: ReplaySettings,
  asOf: Instant,
): FlowReplay {
  const count = issues.length;
  const first = new Uint32Array(count + 1);
  const instants = () => new Float64Array(count).fill(Number.NaN);
  const flags = () => new Uint8Array(count);
  const [start, finish, since, until] = [instants(), instants(), instants(), instants()];
  const [unknown, undated, outside, unmapped] = [flags(), flags(), flags(), flags()];
  const withoutColumn = new Set<string>();
  const entries = new Entries(issues);
  const counts = countsType(types);
  let row = 0;
  const columnOf = (id: string | null) => {
    const found = workflow.columnOf(id);
    if (found >= 0 || !id) return found;
    unmapped[row] = 1;
    withoutColumn.add(id);
    return found;
  };
  const columns = { ...workflow, columnOf };
  for (; row < count; row++) {
    const from = entries.length;
    first[row] = from;
    const issue = issues[row];
    if (!issue || issue.created > asOf || !counts(issue)) {
      outside[row] = 1;
      continue;
    }
    const doubtful = enterColumns(issue, columns, rule, asOf, entries);
    const { column, entered, length } = entries;
    const started = startOf(column, from, length, workflow.start, startRule);
    const finished = finishOf(column, from, length, workflow.finish);
    unknown[row] = Number(started < 0 ? doubtful.undated : started === doubtful.entry);
    undated[row] = Number(doubtful.undated);
    if (started >= 0) {
      since[row] = entered[started] ?? 0;
      if (unknown[row] === 0) start[row] = since[row] ?? 0;
    }
    if (finished >= 0)
      finish[row] = finished === doubtful.entry ? doubtful.done : (entered[finished] ?? 0);
    until[row] = doubtful.undated ? (entered[length - 1] ?? 0) : (finish[row] ?? 0);
  }
  first[count] = entries.length;
  return {
    asOf,
    first,
    column: entries.column.slice(0, entries.length),
    entered: entries.entered.slice(0, entries.length),
    start,
    finish,
    since,
    until,
    unknown,
    undated,
    outside,
    unmapped,
    unmappedStatuses: [...withoutColumn],
    missingWorkflow: workflow.missing ?? null,
    missingStatuses: workflow.missingStatuses ?? [],
  };
}

class Entries {
  readonly column: Int16Array;
  readonly entered: Float64Array;
  length = 0;

  constructor(issues: Dataset['issues']) {
    // One for each status, an unknown column before them, and the step that a history lacks.
    const most = issues.reduce((sum, issue) => sum + changesOf(issue, 'status').length + 3, 0);
    this.column = new Int16Array(most);
    this.entered = new Float64Array(most);
  }

  /** The first entry of an issue is at `from`. */
  add(from: number, at: Instant, column: number): void {
    if (this.length > from && this.column[this.length - 1] === column) return;
    this.column[this.length] = column;
    this.entered[this.length++] = at;
  }
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

interface Doubt {
  /** An entry that may have been earlier: the issue was there when its known history begins. -1 for none. */
  readonly entry: number;
  /** The done instant, which counts as the finish if that entry would be; NaN if it is not done. */
  readonly done: Instant;
  /** Finished at an unknown time. */
  readonly undated: boolean;
}

const NO_DOUBT: Doubt = { entry: -1, done: Number.NaN, undated: false };

/** Adds the column of each status up to `asOf`. */
function enterColumns(
  issue: Issue,
  workflow: ColumnOfStatus,
  rule: DoneRule,
  asOf: Instant,
  entries: Entries,
): Doubt {
  const { created } = issue;
  const from = entries.length;
  const changes = changesOf(issue, 'status');
  const isChanged = changes.length > 0 && changes.at(0) <= asOf;
  const begun = workflow.columnOf(changes.length > 0 ? changes.from(0) : issue.status.id);
  if (!isChanged) return enterUnchanged(issue, begun, workflow, rule, asOf, entries);
  const isCut = !issue.historyComplete && begun >= workflow.start;
  // Somebody recorded the changes; importers write a creation of later than these.
  const begin = Math.min(created, changes.at(0));
  let entered = begin;
  if (isCut) {
    entries.add(from, begin, -1);
    entered = changes.at(0);
  }
  entries.add(from, entered, begun);
  const doubt = isCut
    ? { ...NO_DOUBT, entry: entries.length - 1, done: doneBy(issue, rule, asOf) }
    : NO_DOUBT;
  for (let index = 0; index < changes.length && changes.at(index) <= asOf; index++) {
    entered = changes.at(index);
    const isLast = index + 1 === changes.length;
    const step = isLast ? missingStep(issue, changes) : null;
    // After its last change an issue is in its current status.
    const isCurrent = isLast && step === null;
    entries.add(from, entered, workflow.columnOf(isCurrent ? issue.status.id : changes.to(index)));
    if (step === null || (step.at !== null && step.at > asOf)) continue;
    const now = workflow.columnOf(issue.status.id);
    if (step.at === null && now >= workflow.finish) {
      const isDone = (entries.column[entries.length - 1] ?? 0) >= workflow.finish;
      if (!isDone) entries.add(from, entered, -1);
      return { ...doubt, undated: !isDone };
    }
    entries.add(from, step.at ?? asOf, now);
  }
  return doubt;
}

/** Adds the only column of an issue without changes until `asOf`. */
function enterUnchanged(
  issue: Issue,
  column: number,
  { start, finish }: ColumnOfStatus,
  rule: DoneRule,
  asOf: Instant,
  entries: Entries,
): Doubt {
  const from = entries.length;
  const { created, historyComplete } = issue;
  const done = doneBy(issue, rule, asOf);
  const changes = changesOf(issue, 'status');
  const step = changes.length === 0 ? missingStep(issue, changes) : null;
  const entered = step?.at ?? created;
  if (entered > asOf || (entered > created && column < finish)) {
    entries.add(from, created, -1);
    if (entered <= asOf) entries.add(from, entered, column);
    return NO_DOUBT;
  }
  // A later date of completion contradicts a status of completion since the creation.
  const isContradicted = changes.length === 0 && column >= finish && done > created;
  const isKnown = historyComplete && step === null && !isContradicted;
  const isLater = (doneInstant(issue, rule) ?? asOf) > asOf;
  if (column < start || isKnown || isLater) {
    // The current status is not the one before completion.
    entries.add(from, created, isLater ? -1 : column);
    return NO_DOUBT;
  }
  const dated = withDatesUntil(issue, asOf);
  const undated = Number.isNaN(done) && (column >= finish || isDone(dated, rule));
  const since = Number.isNaN(done) ? (dated.statusCategoryChanged ?? created) : done;
  if (undated || since > created) entries.add(from, created, -1);
  if (!undated)
    entries.add(
      from,
      Math.max(since, created),
      Number.isNaN(done) ? column : Math.max(column, finish),
    );
  return { entry: entries.length - 1, done: Math.max(done, created), undated };
}

function doneBy(issue: Issue, rule: DoneRule, asOf: Instant): Instant {
  const done = doneInstant(withDatesUntil(issue, asOf), rule);
  return done === null || done > asOf ? Number.NaN : done;
}

/** The index of the entry that starts the clock; -1 if it has not started. */
function startOf(
  column: Int16Array,
  from: number,
  to: number,
  start: number,
  rule: ReplaySettings['startRule'],
): number {
  let found = -1;
  for (let at = from; at < to; at++) {
    const isEntry = (column[at] ?? 0) >= start && (at === from || (column[at - 1] ?? 0) < start);
    if (!isEntry) continue;
    found = at;
    if (rule === 'first') break;
  }
  return found;
}

function finishOf(column: Int16Array, from: number, to: number, finish: number): number {
  let at = to;
  while (at > from && (column[at - 1] ?? 0) >= finish) at--;
  return at < to ? at : -1;
}
