/**
 * When issues waited: in a wait column or status, flagged, or blocked. Spans of one issue ascend and do not touch.
 *
 *   Review (a wait column)   Tue ------- Thu
 *   flagged                       Wed -------- Fri
 *   waiting                  Tue ------------- Fri
 */

import type { BlockedTime } from '@tallyboard/core/flow/blocked.ts';
import { type FlowReplay, replayFlow } from '@tallyboard/core/flow/replay.ts';
import type { ColumnOfStatus } from '@tallyboard/core/flow/workflow.ts';
import { changesOf } from '@tallyboard/core/history/field-changes.ts';
import { flaggedTimeline } from '@tallyboard/core/history/timeline.ts';
import { doneRule } from '@tallyboard/core/measure/resolution.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Interval } from '@tallyboard/core/time/interval.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { FlowEfficiencySettings } from './settings.ts';
import { lower, waitPlaces } from './wait-places.ts';

/** The spans in which an issue waited, until the end of the report. */
export type WaitingOf = (row: number) => readonly Interval[];

type WaitSettings = Pick<FlowEfficiencySettings, 'waitColumns' | 'waitStatuses' | 'waitFlagged'>;

export function waitingOf(
  dataset: Dataset,
  workflow: ColumnOfStatus,
  { waitColumns, waitStatuses, waitFlagged }: WaitSettings,
  byStatus: StatusReplay,
  blockedOf: ((issue: Issue) => BlockedTime) | null,
): WaitingOf {
  const { asOf } = byStatus.replay;
  const places = waitPlaces(workflow, waitColumns);
  const isStatus = statusTest(dataset, waitStatuses);
  const waits = byStatus.ids.map(id => isStatus(id) || places.has(workflow.columnOf(id)));
  const hasField = dataset.special.flagged.length > 0;
  return row => {
    const inStatus = statusSpans(byStatus.replay, waits, row, asOf);
    const issue = dataset.issues[row]!;
    const flagged = waitFlagged ? flaggedSpans(issue, asOf, hasField) : [];
    const blocked = blockedOf?.(issue).known ?? [];
    return union([...inStatus, ...flagged, ...blocked]);
  };
}

/** Whether a status has one of the names or ids. */
export function statusTest(
  { statuses }: Pick<Dataset, 'statuses'>,
  namesOrIds: readonly string[],
): (id: string) => boolean {
  const names = new Set(namesOrIds.map(lower));
  const ids = new Set(namesOrIds);
  for (const { id, name } of statuses.values()) if (names.has(lower(name))) ids.add(id);
  return id => ids.has(id);
}

/** The replay through a column for each status. None starts or finishes anything. */
export interface StatusReplay {
  readonly ids: readonly string[];
  readonly replay: FlowReplay;
}

export function replayStatuses(
  dataset: Dataset,
  workflow: ColumnOfStatus,
  { startRule }: Pick<FlowEfficiencySettings, 'startRule'>,
  asOf: Instant,
): StatusReplay {
  const columns = new Map<string, number>();
  const columnOf = (id: string | null) => {
    if (!id) return -1;
    if (!columns.has(id)) columns.set(id, columns.size);
    return columns.get(id) ?? -1;
  };
  const byStatus = { ...workflow, start: Infinity, finish: Infinity, columnOf };
  const rule = doneRule({ kind: 'resolution' }, dataset.statuses);
  const replay = replayFlow(dataset, byStatus, rule, { startRule, types: 'all' }, asOf);
  return { ids: [...columns.keys()], replay };
}

function statusSpans(
  { first, column, entered }: FlowReplay,
  waits: readonly boolean[],
  row: number,
  asOf: Instant,
): Interval[] {
  const spans: Interval[] = [];
  const end = first[row + 1]!;
  for (let at = first[row]!; at < end; at++)
    if (waits[column[at]!])
      spans.push({ from: entered[at]!, to: at + 1 < end ? entered[at + 1]! : asOf });
  return spans;
}

/** The flag of the agile API, where the site has no field for it, is of an unknown time. */
function flaggedSpans(issue: Issue, asOf: Instant, hasField: boolean): readonly Interval[] {
  const isKnown = hasField && issue.flagged;
  if (!isKnown && changesOf(issue, 'flagged').length === 0) return [];
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
