/**
 * Proves that every-figure.test.ts can fail: wrong arithmetic in one kind of figure is found in each report that
 * shows the kind, and in no other.
 */
import type { Change } from '@tallyboard/core/model/change.ts';
import type { FieldId, IssueId, IssueKey, VersionId } from '@tallyboard/core/model/ids.ts';
import type { Issue, IssueLink, Progress, Version } from '@tallyboard/core/model/issue.ts';
import type { Figure, StatisticFigure } from '@tallyboard/core/model/result.ts';
import { slaCycle } from '@tallyboard/core/testing/builders.ts';
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
  A-3 2pt 2h in:S @ana #x #y created:2026-02-20 | 2026-03-03 started | 2026-03-04 > Review | 2026-03-05 done, 30m by Ana "c"
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
const NAMED = [{ id: '7', name: 'Web' }];
const PROGRESS = { done: 1800, total: 3600 } as Progress;
const EPIC = { id: null, key: 'A-90' as IssueKey, summary: 'Epic', level: 1 };
const BLOCKER: IssueLink = {
  kind: 'blocked-by',
  description: 'is blocked by',
  otherId: '91' as IssueId,
  otherKey: 'A-91' as IssueKey,
  otherType: 'Bug',
  otherStatus: null,
};
const HOUR = 3_600_000;
const HANDOFF: Change = {
  at: Date.UTC(2026, 1, 27),
  author: null,
  field: 'assignee',
  fieldId: null,
  fieldName: 'assignee',
  from: 'ben',
  fromText: 'Ben',
  to: 'ana',
  toText: 'Ana',
};

/** Three cycles are breached, each by another time. */
const stopped = (row: number) =>
  slaCycle({
    stop: NOW.asOf - row * HOUR,
    breached: row < 3,
    goal: 4 * HOUR,
    elapsed: row < 3 ? (5 + row) * HOUR : row * HOUR,
  });

/** Each field of an issue has a value in some of them, and some have another one. */
const DATA = {
  ...STORY,
  issues: STORY.issues.map((issue, row): Issue => {
    const other = row < 3;
    return {
      ...issue,
      due: parseDay(`2026-03-${row + 9}`.replace('-9', '-09')),
      components: other ? NAMED : [],
      fixVersions: other ? [RELEASED] : [],
      reporter: issue.assignee,
      creator: other ? issue.assignee : null,
      team: other ? NAMED[0]! : null,
      priority: { id: String(row), name: other ? 'High' : 'Low', iconUrl: null },
      parent: other ? EPIC : null,
      epic: other ? EPIC : null,
      otherParent: row === 2 ? ('A-92' as IssueKey) : null,
      epicName: row === 5 ? 'An epic' : null,
      flagged: row === 4,
      links: row === 5 ? [BLOCKER] : [],
      bothPoints: row === 5,
      votes: row + 1,
      watches: row + 2,
      requestType: 'Get help',
      organizations: ['Acme'],
      satisfaction: 1 + (row % 5),
      changes: row === 1 ? [HANDOFF, ...issue.changes] : issue.changes,
      slas: new Map([
        [
          'customfield_1' as FieldId,
          { name: 'Time to resolution', completed: [stopped(row)], ongoing: null },
        ],
      ]),
      custom: new Map([['customfield_2' as FieldId, row]]),
      progress: PROGRESS,
      sumProgress: PROGRESS,
    };
  }),
};

test('the story has a value of each field that reports may read', () => {
  const isEmpty = (value: unknown) =>
    value === null ||
    value === false ||
    (Array.isArray(value) && value.length === 0) ||
    (value instanceof Map && value.size === 0);
  const found = DATA.issues.flatMap(issue =>
    Object.entries(issue).flatMap(([field, value]) => (isEmpty(value) ? [] : [field])),
  );
  expect([...new Set(found)].sort()).toEqual(Object.keys(DATA.issues[0]!).sort());
});

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

vi.mock('@tallyboard/core/measure/figures.ts', async original => {
  const real = await original<typeof import('@tallyboard/core/measure/figures.ts')>();
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
  expect([...kinds].sort()).toEqual(kindsOf(id) ?? [...kinds].sort());
  expect(faults).toEqual([]);
});

/** 'issues' leaves an issue out of the drill list. A maximum has one issue, which no arithmetic can miss. */
test.each([
  ...['count', 'sum', 'mean', 'median', 'percentile85', 'percentOf', 'comparedTo', 'issues'],
])('a wrong %s', async kind => {
  const shown = [];
  const rejected = [];
  for (const id of IDS) {
    mutated.kind = null;
    const kinds = kindsOf(id) ?? [...(await recomputed(id)).kinds];
    if (kind === 'issues' ? kinds.length > 0 : kinds.includes(kind)) shown.push(id);
    mutated.kind = kind;
    if ((await recomputed(id)).faults.length > 0) rejected.push(id);
  }
  expect(rejected).toEqual(shown);
});
