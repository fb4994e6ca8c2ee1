/** Bench issues with their histories and dated sprints, and how long JSON.parse took over their text. */

import { median } from '@tallyboard/core/measure/statistics.ts';
import type { Change } from '@tallyboard/core/model/change.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { SprintId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import { dataset, sprint, user } from '@tallyboard/core/testing/builders.ts';
import { modelReader } from './model-issues.ts';
import { type BenchWireIssue, numbers, wireIssue } from './wire-issues.ts';

const PAGE = 500;
const RUNS = 5;

export interface ReplayData {
  readonly data: Dataset;
  readonly warmUp: Dataset;
  /** Milliseconds of this thread. */
  readonly parsing: number;
}

/** Reads the issues page by page: together their text is longer than a string can be. */
export function replayData(count: number): ReplayData {
  const next = numbers(20_240_901);
  const toModel = modelReader();
  const sprints = new Map<SprintId, Sprint>();
  const issues: Issue[] = [];
  let parsing = 0;
  for (let first = 0; first < count; first += PAGE) {
    const page = Array.from({ length: PAGE }, (_, index) => wireIssue(first + index, next));
    const text = JSON.stringify({ issues: page });
    const start = threadTime();
    const parsed = JSON.parse(text) as { issues: BenchWireIssue[] };
    parsing += threadTime() - start;
    for (const wire of parsed.issues) issues.push(withHistory(wire, toModel(wire), sprints));
  }
  return {
    data: dataset(issues, { sprints }),
    warmUp: dataset(issues.slice(0, 2_000), { sprints }),
    parsing,
  };
}

function withHistory(wire: BenchWireIssue, plain: Issue, sprints: Map<SprintId, Sprint>): Issue {
  const own = wire.fields.customfield_10020.map(({ id, name, startDate, endDate }) => {
    const known = sprints.get(id as SprintId);
    if (known) return known;
    const end = Date.parse(endDate);
    const made = sprint({ id, name, start: Date.parse(startDate), end, complete: end });
    sprints.set(made.id, made);
    return made;
  });
  const changes = wire.changelog.histories.flatMap(history =>
    history.items.map(
      (item): Change => ({
        at: Date.parse(history.created),
        historyId: history.id,
        author: user(history.author.displayName),
        fieldId: null,
        fieldName: item.field,
        field: item.field === 'status' ? 'status' : 'assignee',
        from: item.from,
        fromText: item.fromString,
        to: item.to,
        toText: 'In Progress',
      }),
    ),
  );
  return { ...plain, sprints: own, changes };
}

/**
 * Returns the time of a computation over that of the parse: processor time of this thread, since a neighbour on the
 * machine must not count; the median of a few runs after a warm-up and a garbage collection.
 */
export function overParsing(
  { data, warmUp, parsing }: ReplayData,
  compute: (dataset: Dataset) => unknown,
): number {
  for (let run = 0; run < 10; run++) compute(warmUp);
  globalThis.gc?.();
  const times = Array.from({ length: RUNS }, () => {
    const start = threadTime();
    compute(data);
    return threadTime() - start;
  });
  return (median(times) ?? 0) / parsing;
}

function threadTime(): number {
  const { user: own, system } = process.threadCpuUsage();
  return (own + system) / 1000;
}
