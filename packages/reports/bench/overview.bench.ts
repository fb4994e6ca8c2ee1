import { doneInForce } from '@tallyboard/core/measure/done-in-force.ts';
import { median } from '@tallyboard/core/measure/statistics.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { context, dataset } from '@tallyboard/core/testing/builders.ts';
import { breakdownTables } from '@tallyboard/report-kit/families/status/breakdown-rows.ts';
import { issueColumns } from '@tallyboard/report-kit/figures/issue-columns.ts';
import computeOverview from '../overview/compute.ts';
import { OTHER_GROUPINGS, type OverviewSettings, overviewSettings } from '../overview/settings.ts';
import { modelReader } from './model-issues.ts';
import { type BenchWireIssue, numbers, wireIssue } from './wire-issues.ts';

const PAGE = 500;
const RUNS = 5;
const NOW = context({ asOf: Date.UTC(2024, 8, 1) });

/**
 * The whole overview and every table of its Other switch, against JSON.parse of the same issues. In processor time of
 * this thread, since a neighbour on the machine must not count; the median of a few runs after a warm-up and a garbage
 * collection, since neither the compiling nor what the reading left behind is the report's.
 */
export default async function bench(size: 'small' | 'full') {
  const count = size === 'full' ? 100_000 : 10_000;
  const { issues, parsing } = read(count);
  const warmUp = dataset(issues.slice(0, 2_000));
  const data = dataset(issues);
  return (['count', 'points', 'time'] as const).map(estimation => {
    const settings = { ...overviewSettings.defaults, estimation };
    for (let run = 0; run < 10; run++) computeAll(warmUp, settings);
    globalThis.gc?.();
    const times = Array.from({ length: RUNS }, () => computeAll(data, settings));
    return {
      name: `Overview by ${estimation}, all breakdowns, ${count} issues, over JSON.parse`,
      value: (median(times) ?? 0) / parsing,
      limit: 0.05,
      unit: 'x',
    };
  });
}

/** The milliseconds that it takes. The overview shows one table of its switch at a time: here all of them count. */
function computeAll(data: Dataset, settings: OverviewSettings): number {
  const columns = issueColumns(data, settings, NOW, doneInForce(data, settings, NOW).rule);
  const others = OTHER_GROUPINGS.options
    .map(({ value }) => value)
    .filter(groupBy => groupBy !== settings.other);
  const start = threadTime();
  computeOverview(data, settings, NOW);
  breakdownTables(data, columns, others, settings);
  return threadTime() - start;
}

function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Reads the issues page by page: together their text is longer than a string can be. */
function read(count: number): { issues: readonly Issue[]; parsing: number } {
  const next = numbers(20_240_901);
  const toModel = modelReader();
  const issues: Issue[] = [];
  let parsing = 0;
  for (let first = 0; first < count; first += PAGE) {
    const page = Array.from({ length: PAGE }, (_, index) => wireIssue(first + index, next));
    const text = JSON.stringify({ issues: page });
    const start = threadTime();
    const parsed = JSON.parse(text) as { issues: BenchWireIssue[] };
    parsing += threadTime() - start;
    for (const wire of parsed.issues) issues.push(toModel(wire));
  }
  return { issues, parsing };
}
