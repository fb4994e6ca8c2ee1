import { median } from '@tallyboard/core/measure/statistics.ts';
import { copyIssue } from '@tallyboard/core/model/copy-issue.ts';
import type { Issue, IssueType, ParentRef } from '@tallyboard/core/model/issue.ts';
import { context, dataset } from '@tallyboard/core/testing/builders.ts';
import computeIssuesBy from '../issues-by/compute.ts';
import { issuesBySettings } from '../issues-by/settings.ts';
import { modelReader } from './model-issues.ts';
import { type BenchWireIssue, numbers, wireIssue } from './wire-issues.ts';

const PAGE = 500;
const RUNS = 5;
const NOW = context({ asOf: Date.UTC(2024, 8, 1) });
/** Themes, initiatives, epics, standard issues, sub-tasks: how many issues of each level one above has. */
const BELOW = [8, 10, 12, 4];
const LEVELS = [3, 2, 1, 0, -1];
const NAMES = ['Theme', 'Initiative', 'Epic', 'Story', 'Sub-task'];

/** Points of initiatives from a forest of five levels, against reading and parsing the issues; in processor time. */
export default async function bench(size: 'small' | 'full') {
  const count = size === 'full' ? 100_000 : 10_000;
  const { issues, reading } = read(count);
  const data = dataset(inForest(issues));
  const settings = {
    ...issuesBySettings.defaults,
    field: 'level:Initiative',
    measure: 'points',
  } as const;
  const computing = () => {
    const start = threadTime();
    computeIssuesBy(data, settings, NOW);
    return threadTime() - start;
  };
  computing();
  globalThis.gc?.();
  const times = Array.from({ length: RUNS }, computing);
  return [
    {
      name: `Points of initiatives in a forest of five levels, ${count} issues, over reading them`,
      value: (median(times) ?? 0) / reading,
      limit: 0.3,
      unit: 'x',
    },
  ];
}

function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function read(count: number): { issues: readonly Issue[]; reading: number } {
  const next = numbers(20_261_129);
  const toModel = modelReader();
  const issues: Issue[] = [];
  let reading = 0;
  for (let first = 0; first < count; first += PAGE) {
    const page = Array.from({ length: PAGE }, (_, index) => wireIssue(first + index, next));
    const text = JSON.stringify({ issues: page });
    const start = threadTime();
    const parsed = JSON.parse(text) as { issues: BenchWireIssue[] };
    for (const wire of parsed.issues) issues.push(toModel(wire));
    reading += threadTime() - start;
  }
  return { issues, reading };
}

/** The issues as a tree, level by level from the top. */
function inForest(issues: readonly Issue[]): readonly Issue[] {
  const types = NAMES.map(
    (name, at): IssueType => ({ ...issues[0]!.type, id: name, name, level: LEVELS[at]! }),
  );
  const each = BELOW.reduceRight((all, below) => 1 + below * all, 1);
  let last = Math.ceil(issues.length / each);
  let from = 0;
  let level = 0;
  return issues.map((issue, row) => {
    if (row === last) {
      const size = last - from;
      from = row;
      last = Math.min(issues.length, row + size * (BELOW[level] ?? Infinity));
      level++;
    }
    const above = level === 0 ? null : issues[from - 1 - ((row - from) % wide(level, from))];
    const parent: ParentRef | null = above
      ? { id: above.id, key: above.key, summary: above.summary, level: LEVELS[level - 1]! }
      : null;
    return copyIssue(issue, {
      type: types[level]!,
      parent,
      epic: parent?.level === 1 ? parent : null,
    });
  });

  function wide(level: number, from: number): number {
    const first = Math.ceil(issues.length / each);
    const size = BELOW.slice(0, level - 1).reduce((all, below) => all * below, first);
    return Math.min(size, from);
  }
}
