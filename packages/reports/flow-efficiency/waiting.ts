/**
 * When issues waited: in a wait column or status, flagged, or blocked. Spans of one issue ascend and do not touch.
 *
 *   Review (a wait column)   Tue ------- Thu
 *   flagged                       Wed -------- Fri
 *   waiting                  Tue ------------- Fri
 */

import { changesOf } from '@tallyboard/core/history/field-changes.ts';
import { flaggedTimeline } from '@tallyboard/core/history/timeline.ts';
import { doneRule } from '@tallyboard/core/measure/resolution.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Interval } from '@tallyboard/core/time/interval.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { BlockedTime } from '@tallyboard/report-kit/families/flow/blocked.ts';
import { type FlowReplay, replayFlow } from '@tallyboard/report-kit/families/flow/replay.ts';
import type { ColumnOfStatus } from '@tallyboard/report-kit/families/flow/workflow.ts';
import type { FlowEfficiencySettings } from './settings.ts';
import { lower, waitPlaces } from './wait-places.ts';

/** The spans in which an issue waited, until the end of the report. */
export type WaitingOf = (row: number) => readonly Interval[];

type WaitSettings = Pick<
  FlowEfficiencySettings,
  'waitColumns' | 'waitStatuses' | 'waitFlagged' | 'startRule'
>;

export function waitingOf(
  dataset: Dataset,
  workflow: ColumnOfStatus,
  settings: WaitSettings,
  asOf: Instant,
  blockedOf: ((issue: Issue) => BlockedTime) | null,
): WaitingOf {
  const { waitColumns, waitStatuses, waitFlagged } = settings;
  const byStatus =
    waitColumns.length + waitStatuses.length === 0
      ? null
      : waitingReplay(dataset, workflow, settings, asOf);
  return row => {
    const inStatus = byStatus ? statusSpans(byStatus, row, asOf) : [];
    const issue = dataset.issues[row]!;
    const flagged = waitFlagged ? flaggedSpans(issue, asOf) : [];
    const blocked = blockedOf?.(issue).known ?? [];
    if (flagged.length + blocked.length === 0) return inStatus;
    return union([...inStatus, ...flagged, ...blocked]);
  };
}

/** The replay through two columns: 0 does not wait, 1 waits. Neither starts or finishes anything. */
function waitingReplay(
  dataset: Dataset,
  workflow: ColumnOfStatus,
  { waitColumns, waitStatuses, startRule }: WaitSettings,
  asOf: Instant,
): FlowReplay {
  const places = waitPlaces(workflow, waitColumns);
  const names = new Set(waitStatuses.map(lower));
  const ids = new Set<string>(waitStatuses);
  for (const { id, name } of dataset.statuses.values()) if (names.has(lower(name))) ids.add(id);
  const columnOf = (id: string | null) =>
    Number((id !== null && ids.has(id)) || places.has(workflow.columnOf(id)));
  const waits = { ...workflow, start: 2, finish: 2, columnOf };
  const rule = doneRule({ kind: 'resolution' }, dataset.statuses);
  return replayFlow(dataset, waits, rule, { startRule, types: 'all' }, asOf);
}

function statusSpans(
  { first, column, entered }: FlowReplay,
  row: number,
  asOf: Instant,
): Interval[] {
  const spans: Interval[] = [];
  const end = first[row + 1]!;
  for (let at = first[row]!; at < end; at++)
    if (column[at] === 1)
      spans.push({ from: entered[at]!, to: at + 1 < end ? entered[at + 1]! : asOf });
  return spans;
}

function flaggedSpans(issue: Issue, asOf: Instant): readonly Interval[] {
  if (!issue.flagged && changesOf(issue, 'flagged').length === 0) return [];
  const steps = flaggedTimeline(issue);
  return steps.flatMap(({ from, value }, at) =>
    value ? [{ from, to: steps[at + 1]?.from ?? asOf }] : [],
  );
}

function union(spans: readonly Interval[]): readonly Interval[] {
  const merged: Interval[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && span.from <= last.to)
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else merged.push(span);
  }
  return merged;
}
