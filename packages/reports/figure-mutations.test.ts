/**
 * Proves that every-figure.test.ts can fail: wrong arithmetic in one kind of figure is found in each report that
 * shows the kind, and in no other.
 */
import type { VersionId } from '@tallyboard/core/model/ids.ts';
import type { Version } from '@tallyboard/core/model/issue.ts';
import type { Figure, StatisticFigure } from '@tallyboard/core/model/result.ts';
import { datasetFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { REPORTS } from './catalogue/reports.ts';
import { findComputingReport } from './testing/find-computing-report.ts';
import { recompute } from './testing/recompute.ts';
import { kindsOf, NOW, runsOf } from './testing/report-runs.ts';

const STORY = datasetFromText(`
  sprint S = 2026-03-02 09:00 .. 2026-03-13 17:00 closed
  A-1 5pt 8h in:S @ana #x    created:2026-02-27 | 2026-03-03 started, 2h by Ana "a" | 2026-03-05 done
  A-2 3pt 4h in:S @ana #x    created:2026-02-26 | 2026-03-04 started, 1h by Ana "b" | 2026-03-09 done
  A-3 2pt 2h in:S @ana #x #y created:2026-02-20 | 2026-03-03 started | 2026-03-05 done, 30m by Ana "c"
  A-4 1pt 6h in:S @ben #y    created:2026-02-20 | 2026-03-04 started, 3h by Ben "d"
  A-5 8pt 3h in:S @ben #y    created:2026-02-24 | 2026-03-05 8h by Ben "e"
  A-6 1pt 1h      @ben #x    created:2026-02-25 | 2026-03-04 started, added S
`);
const RELEASED: Version = {
  id: '1' as VersionId,
  name: '1.0',
  released: true,
  archived: false,
  releaseDay: parseDay('2026-03-10'),
};
/** Votes are what the field of that name adds up. */
const DATA = {
  ...STORY,
  issues: STORY.issues.map((issue, row) => {
    return { ...issue, votes: row + 1, fixVersions: row < 3 ? [RELEASED] : [] };
  }),
};

const { mutated, wrong } = vi.hoisted(() => {
  const mutated: { kind: string | null } = { kind: null };
  /** The function, or while its kind is mutated the wrong one. */
  function wrong<Args extends unknown[], Value>(
    kind: string,
    real: (...args: Args) => Value,
    bad: (...args: Args) => Value,
  ) {
    return (...args: Args) => (mutated.kind === kind ? bad(...args) : real(...args));
  }
  return { mutated, wrong };
});

vi.mock('@tallyboard/core/measure/statistics.ts', async original => {
  const real = await original<typeof import('@tallyboard/core/measure/statistics.ts')>();
  const least = (values: ArrayLike<number>) =>
    values.length === 0 ? null : Math.min(...Array.from(values));
  const mean = wrong('mean', real.mean, values => values[0] ?? null);
  const median = wrong('median', real.median, least);
  const percentile = wrong('percentile85', real.percentile, least);
  const ofSorted = wrong('percentile85', real.percentileOfSorted, least);
  return {
    ...real,
    mean,
    median,
    percentile,
    percentileOfSorted: ofSorted,
    summarize: (values: ArrayLike<number>) => ({
      n: values.length,
      mean: mean(values),
      median: median(values),
      percentile85: percentile(values, 85),
    }),
    percent: wrong('percentOf', real.percent, part => part),
    comparedToAverage: wrong('comparedTo', real.comparedToAverage, values =>
      Float64Array.from(values),
    ),
  };
});

vi.mock('@tallyboard/report-kit/figures/figures.ts', async original => {
  const real = await original<typeof import('@tallyboard/report-kit/figures/figures.ts')>();
  const missingPart = (figure: StatisticFigure): StatisticFigure => {
    if (mutated.kind !== 'sum' || figure.kind !== 'sum') return figure;
    const missed = figure.parts.find(part => part !== 0) ?? 0;
    return { ...figure, value: (figure.value ?? 0) - missed };
  };
  const missingIssue = <Any extends Figure>(figure: Any): Any => {
    if (mutated.kind !== 'issues') return figure;
    const { issues, parts } = figure;
    return { ...figure, issues: issues.slice(0, -1), ...(parts && { parts: parts.slice(0, -1) }) };
  };
  const statistic = <Args extends unknown[]>(make: (...args: Args) => StatisticFigure) => {
    return (...args: Args) => missingIssue(missingPart(make(...args)));
  };
  const counted: typeof real.countOf = issues => {
    const figure = missingIssue(real.countOf(issues));
    return mutated.kind === 'count' ? { ...figure, value: figure.value + 1 } : figure;
  };
  return {
    ...real,
    countOf: counted,
    sumOf: statistic(real.sumOf),
    sumOfEntries: statistic(real.sumOfEntries),
    statisticOf: statistic(real.statisticOf),
  };
});

afterEach(() => {
  mutated.kind = null;
});

/** Report scope and what is wrong, over all runs of the report. */
async function recomputed(id: string) {
  const report = await findComputingReport(id);
  if (!report) throw new Error(`There is no report '${id}'.`);
  const all = runsOf(id).map(stored => recompute(report, DATA, stored, NOW));
  return {
    kinds: new Set(all.flatMap(({ kinds }) => [...kinds])),
    faults: all.flatMap(({ faults }) => faults),
  };
}

const IDS = REPORTS.map(({ id }) => id);

test.each(IDS)('%s shows its kinds, all of them right', async id => {
  const { kinds, faults } = await recomputed(id);
  expect([...kinds].sort()).toEqual(kindsOf(id));
  expect(faults).toEqual([]);
});

/** 'issues' leaves an issue out of the drill list. A maximum has one issue, which no arithmetic can miss. */
test.each([
  ...['count', 'sum', 'mean', 'median', 'percentile85', 'percentOf', 'comparedTo', 'issues'],
])('a wrong %s', async kind => {
  mutated.kind = kind;
  const rejected = [];
  for (const id of IDS) if ((await recomputed(id)).faults.length > 0) rejected.push(id);
  const shown = (id: string) => {
    const kinds = kindsOf(id);
    return kind === 'issues' ? kinds.length > 0 : kinds.includes(kind);
  };
  expect(rejected).toEqual(IDS.filter(shown));
});
