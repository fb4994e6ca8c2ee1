import { median } from '@tallyboard/core/measure/statistics.ts';
import type { Change } from '@tallyboard/core/model/change.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { context, dataset } from '@tallyboard/core/testing/builders.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import { HOUR } from '@tallyboard/core/time/units.ts';
import { periodSettings } from '@tallyboard/report-kit/families/by-date/period-settings.ts';
import computeByAssignee from '../by-assignee/compute.ts';
import { byAssigneeSettings } from '../by-assignee/settings.ts';
import computeCreatedResolved from '../created-resolved/compute.ts';
import computeIssuesBy from '../issues-by/compute.ts';
import { issuesBySettings } from '../issues-by/settings.ts';
import computeResolutionTime from '../resolution-time/compute.ts';
import { modelReader } from './model-issues.ts';
import { type BenchWireIssue, numbers, wireIssue } from './wire-issues.ts';

const PAGE = 500;
const RUNS = 5;
const NOW = context({ asOf: Date.UTC(2024, 8, 1) });
const WHOLE = { from: parseDay('2023-12-01'), to: parseDay('2025-06-01') };

const REPORTS: readonly { readonly name: string; readonly compute: (data: Dataset) => unknown }[] =
  [
    {
      name: 'Created and resolved by day',
      compute: data => computeCreatedResolved(data, { ...periodSettings.defaults, ...WHOLE }, NOW),
    },
    {
      name: 'Resolution time by day',
      compute: data => computeResolutionTime(data, { ...periodSettings.defaults, ...WHOLE }, NOW),
    },
    {
      name: 'Created and resolved by assignee',
      compute: data => computeByAssignee(data, byAssigneeSettings.defaults, NOW),
    },
    {
      name: 'Resolution time by assignee',
      compute: data =>
        computeByAssignee(data, { ...byAssigneeSettings.defaults, mode: 'resolution-time' }, NOW),
    },
    ...['assignee', 'sprint', 'duedate', 'summary'].map(field => ({
      name: `Issues by ${field}`,
      compute: (data: Dataset) =>
        computeIssuesBy(data, { ...issuesBySettings.defaults, field, label: field }, NOW),
    })),
  ];

/**
 * Each report against JSON.parse of the same issues with their histories, in processor time of this thread: the median
 * of a few runs after a warm-up.
 */
export default async function bench(size: 'small' | 'full') {
  const count = size === 'full' ? 100_000 : 10_000;
  const { issues, parsing } = read(count);
  const warmUp = dataset(issues.slice(0, 2_000));
  const data = dataset(issues);
  return REPORTS.map(({ name, compute }) => {
    for (let run = 0; run < 10; run++) compute(warmUp);
    globalThis.gc?.();
    const times = Array.from({ length: RUNS }, () => {
      const start = threadTime();
      compute(data);
      return threadTime() - start;
    });
    return {
      name: `${name}, ${count} issues, over JSON.parse`,
      value: (median(times) ?? 0) / parsing,
      limit: 0.05,
      unit: 'x',
    };
  });
}

function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Reads the issues page by page: together their text is longer than a string can be. */
function read(count: number): { issues: readonly Issue[]; parsing: number } {
  const next = numbers(count);
  const toModel = modelReader();
  const issues: Issue[] = [];
  let parsing = 0;
  for (let first = 0; first < count; first += PAGE) {
    const page = Array.from({ length: PAGE }, (_, index) => wireIssue(first + index, next));
    const text = JSON.stringify({ issues: page });
    const start = threadTime();
    const parsed = JSON.parse(text) as { issues: BenchWireIssue[] };
    parsing += threadTime() - start;
    for (const wire of parsed.issues) issues.push(withHistory(toModel(wire), issues.length));
  }
  return { issues, parsing };
}

/** Every third issue was reopened once, and every fifth is done by its status alone. */
function withHistory(issue: Issue, index: number): Issue {
  const changes: Change[] = ['10001', '10002', '10005', '10001', '10005'].map((to, step, ids) => ({
    at: issue.created + (step + 1) * 9 * HOUR,
    historyId: String(index * 10 + step),
    author: null,
    field: 'status',
    fieldId: null,
    fieldName: 'status',
    from: ids[step - 1] ?? '10000',
    fromText: null,
    to,
    toText: null,
  }));
  return {
    ...issue,
    resolved: index % 5 === 0 ? null : issue.resolved,
    changes: index % 3 === 0 ? changes : changes.slice(0, 3),
  };
}
