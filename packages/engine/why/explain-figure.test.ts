import type { Change } from '@tallyboard/core/model/change.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { copyIssue } from '@tallyboard/core/model/copy-issue.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { Issue, Sla } from '@tallyboard/core/model/issue.ts';
import { ALL_PARTS, NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { datasetAt } from '@tallyboard/core/past/dataset-at.ts';
import { pastRequirement } from '@tallyboard/core/past/past-requirement.ts';
import { context, dataset, issue, slaCycle, user } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { fileColumns, fileLines, plainFields } from '@tallyboard/report-kit/table/report-table.ts';
import { REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import {
  type AnyComputingReport,
  findComputingReport,
} from '@tallyboard/reports/testing/find-computing-report.ts';
import { runsOf } from '@tallyboard/reports/testing/report-runs.ts';
import { expect, test } from 'vitest';
import { figureKey } from '../ask/answer-schema.ts';
import { eventAt } from './event-kinds.ts';
import { explainFigure } from './explain-figure.ts';
import { figureAt } from './figure-at.ts';

const { history } = pastRequirement({ ...NO_REQUIREMENT, parts: ALL_PARTS });
const at = (text: string) => instantFromText(text);
const NOW = context({ asOf: at('2026-03-16 12:00') });

async function reportOf(id: string): Promise<AnyComputingReport> {
  const report = await findComputingReport(id);
  if (!report) throw new Error(`There is no report '${id}'.`);
  return report;
}

interface Asked {
  readonly settings?: unknown;
  readonly since: string;
  readonly now?: ReportContext;
}

function explain(
  report: AnyComputingReport,
  dataset: Dataset,
  figure: string,
  { settings = {}, since, now = NOW }: Asked,
) {
  const { value } = report.settings.parse(settings);
  return explainFigure({
    find: (data, asOf) => figureAt(report, report.compute(data, value, asOf), value, asOf, figure),
    dataset,
    requirement: { history: [...history, 'custom'], parts: ALL_PARTS, customFields: [] },
    before: { ...now, asOf: at(since), past: true },
    after: now,
    left: new Set(),
    joined: new Set(),
  });
}

const SPRINT = datasetFromText(`
  sprint S = 2026-03-02 09:00 .. 2026-03-13 17:00 active
  A-1 5pt 8h in:S @ana #x created:2026-02-27 | 2026-03-03 started, 2h by Ana "a" | 2026-03-05 done
  A-2 3pt 4h in:S @ana #x created:2026-02-26 | 2026-03-04 started, 1h by Ana "b" | 2026-03-09 done
  A-3 2pt 2h in:S @ana #x #y created:2026-02-20 | 2026-03-03 started | 2026-03-04 > Review | 2026-03-05 done, 30m by Ana "c"
  A-4 1pt 6h in:S @ben #y created:2026-02-20 | 2026-03-04 started, 3h by Ben "d"
  A-5 8pt 3h in:S @ben #y created:2026-03-06 | 2026-03-09 8h by Ben "e"
  A-6 1pt 1h      @ben #x created:2026-02-25 | 2026-03-04 started, added S
`);

test('what was resolved and reopened stands with its time, and adds up', async () => {
  const data = datasetFromText(`
    A-1 created:2026-02-27 | 2026-03-03 done | 2026-03-06 reopened | 2026-03-09 done
    A-2 created:2026-02-27 | 2026-03-05 done
    A-3 created:2026-03-10
  `);
  const overview = await reportOf('overview');
  const found = explain(overview, data, 'measure:resolved/figure', { since: '2026-03-04' });
  expect(found).toMatchObject({ before: 1, after: 2, change: 1, explained: 1, doubts: [] });
  expect(found?.causes.map(({ kind, issues, part }) => [kind, issues, part])).toEqual([
    ['resolved', ['A-2'], 1],
    ['reopened', ['A-1'], -1],
    ['resolved', ['A-1'], 1],
  ]);
  const early = explain(overview, data, 'measure:resolved/figure', { since: '2026-02-20' });
  expect(early).toMatchObject({ before: null, after: 2, change: 2, explained: 2 });
  const share = explain(overview, data, 'measure:resolved/percent', { since: '2026-03-04' });
  expect(share?.before).toBe(50);
  expect(share?.after).toBeCloseTo(200 / 3);
  // 1 of 2, 2 of 2, 1 of 2, 2 of 2, 2 of 3
  expect(share?.causes.map(({ part }) => Math.round(part))).toEqual([50, -50, 50, -33]);
  expect(share?.causes.at(-1)?.kind).toBe('created');
});

test('what went out of a sprint, came into it, and was sized anew is told by these words', async () => {
  const data = datasetFromText(`
    sprint S = 2026-03-02 09:00 .. 2026-03-27 17:00 active
    A-1 5pt in:S created:2026-02-27
    A-2 8pt      created:2026-02-26 | 2026-02-28 added S | 2026-03-12 removed S
    A-3 2pt      created:2026-02-20 | 2026-03-10 added S
    A-4 3pt in:S created:2026-02-20 | 2026-03-11 1pt
  `);
  const velocity = await reportOf('velocity');
  const settings = { sprintCount: 9, includeActive: true, estimationType: 1 };
  const id = [...data.sprints.keys()][0];
  const found = explain(velocity, data, `sprint:${id}/scope`, { settings, since: '2026-03-05' });
  expect(found).toMatchObject({ before: 16, after: 8, change: -8, explained: -8, doubts: [] });
  expect(found?.causes.map(({ kind, issues, part }) => [kind, issues, part])).toEqual([
    ['into sprint', ['A-3'], 2],
    ['re-estimated', ['A-4'], -2],
    ['out of sprint', ['A-2'], -8],
  ]);
});

test('of a resolution, a version and an estimate at one instant the one that moves the figure is named', async () => {
  const data = datasetFromText(`
    A-1 3pt created:2026-02-27 | 2026-03-09 10:00 8pt, done
    A-2 5pt created:2026-02-27 | 2026-03-10 10:00 2pt, started
  `);
  const overview = await reportOf('overview');
  const kinds = (figure: string) =>
    explain(overview, data, figure, { since: '2026-03-05' })?.causes.map(({ kind, part }) => [
      kind,
      part,
    ]);
  expect(kinds('measure:resolved/figure')).toEqual([['resolved', 1]]);
  expect(kinds('measure:points/whole')).toEqual([
    ['re-estimated', 5],
    ['re-estimated', -3],
  ]);
  // Neither alone makes 8 points of nothing.
  expect(kinds('measure:points/figure')).toEqual([['re-estimated, resolved', 8]]);
});

test('a row of a custom field counts who had the value then, and names what changed it', async () => {
  const region = 'customfield_10050' as FieldId;
  const to = (key: string, now: string, from: string | null, day = '2026-03-09') => {
    const change: Change = {
      at: at(`${day} 10:00`),
      author: user('Ana'),
      field: 'custom',
      fieldId: region,
      fieldName: 'Region',
      from: null,
      fromText: from,
      to: null,
      toText: now,
    };
    // A priority at the same instant moves no row.
    const other: Change = { ...change, field: 'priority', fieldId: null, fieldName: 'priority' };
    const changes = from === now ? [] : [change, other];
    const custom = new Map([[region, now]]);
    return issue({
      key,
      created: at('2026-02-27'),
      updated: at(`${day} 10:00`),
      custom,
      changes,
    });
  };
  const field = { id: region, name: 'Region', custom: true, items: null, customType: null };
  const ofType = (type: string | null) => ({
    ...dataset([
      to('A-1', 'Asia', 'Europe'),
      to('A-2', 'Europe', null, '2026-03-10'),
      to('A-3', 'Europe', 'Europe'),
    ]),
    fields: [{ ...field, type }],
  });
  const breakdown = await reportOf('breakdown');
  const settings = { gType: region };
  const told = (data: Dataset, row: string) =>
    explain(breakdown, data, `${region}:${row}/created`, { settings, since: '2026-03-04' });
  const europe = told(ofType('option'), 'Europe');
  expect(europe).toMatchObject({ before: 2, after: 2, explained: 0, doubts: [], isPart: false });
  const partsOf = (found: typeof europe) =>
    found?.causes.map(({ kind, issues, part, from, to }) => [kind, issues, part, from, to]);
  expect(partsOf(europe)).toEqual([
    ['region', ['A-1'], -1, 'Europe', 'Asia'],
    ['region', ['A-2'], 1, 'None', 'Europe'],
  ]);
  expect(partsOf(told(ofType('option'), 'Asia'))).toEqual([
    ['region', ['A-1'], 1, 'Europe', 'Asia'],
  ]);
});

test('an SLA that starts and stops is an event; what only the present tells has none', async () => {
  const sla = (init: Partial<Sla>) =>
    new Map([['customfield_1' as FieldId, { name: 'TTR', completed: [], ongoing: null, ...init }]]);
  const made = (key: string, slas: Issue['slas']) =>
    issue({ key, created: at('2026-02-27'), updated: at('2026-03-15 10:00'), slas });
  const start = at('2026-03-09 10:00');
  const stop = at('2026-03-10 10:00');
  const data = dataset([
    made('A-1', sla({ completed: [slaCycle({ start, stop, breached: false })] })),
    made('A-2', sla({ ongoing: slaCycle({ start, breached: false }) })),
    made(
      'A-3',
      sla({ ongoing: slaCycle({ start: at('2026-03-02'), breached: false, paused: true }) }),
    ),
  ]);
  const found = explain(await reportOf('sla'), data, 'running', { since: '2026-03-04' });
  expect(found).toMatchObject({ before: 1, after: 1, explained: 0, doubts: [] });
  expect(found?.causes.map(({ at, kind, issues, part }) => [at, kind, issues, part])).toEqual([
    [start, 'SLA started', ['A-2', 'A-1'], 2],
    [stop, 'SLA stopped', ['A-1'], -1],
    [null, 'without an event', ['A-3'], -1],
  ]);
});

test('a share that was not there before, or is not any more, is 0 of all issues', async () => {
  const data = datasetFromText(`
    A-1 @ana created:2026-02-27 | 2026-03-08 8pt
    A-2 @ana created:2026-02-27 | 2026-03-06 @eva | 2026-03-07 @ana | 2026-03-09 @ben
    A-3 @ana created:2026-02-27 | 2026-03-10 5pt
    A-4 @cid created:2026-02-27 | 2026-03-09 @ana
    A-5 @ana created:2026-03-11
  `);
  const issuesBy = await reportOf('issues-by');
  const told = (person: string) => {
    const found = explain(issuesBy, data, `assignee:${person}/share`, {
      settings: { field: 'assignee' },
      since: '2026-03-05',
    });
    return (
      found && [found.change, found.causes.map(({ kind, issues, part }) => [kind, issues, part])]
    );
  };
  // 0 of 4, 1 of 4, 1 of 5; and 1 of 4, 0 of 4.
  expect(told('ben')).toEqual([
    20,
    [
      ['assignee', ['A-2'], 25],
      ['created', ['A-5'], -5],
    ],
  ]);
  expect(told('cid')).toEqual([-25, [['assignee', ['A-4'], -25]]]);
});

test('values before and after an event are those that pages of Jira show', () => {
  const { issues } = datasetFromText(`
    A-1 8h created:2026-02-27 | 2026-03-09 est 7h30m | 2026-03-10 flagged | 2026-03-11 @ana | 2026-03-12 blocked by A-2
    A-2 created:2026-03-09 | 2026-03-09 done
  `);
  const due = { ...issues[0]?.changes[0], at: at('2026-03-13'), field: 'due', from: '2026-03-10' };
  const changes = [
    ...(issues[0]?.changes ?? []),
    { ...due, fromText: '2026-03-10 00:00:00.0', to: null, toText: null },
  ] as Issue['changes'];
  const of = (issue: Issue | undefined, day: string) =>
    issue && eventAt(issue, at(day), { categoryOf: () => 'none', fields: new Set() });
  const ends = (issue: Issue | undefined, day: string) => {
    const { from, to } = of(issue, day) ?? {};
    return [from, to];
  };
  const first = issues[0] && copyIssue(issues[0], { changes });
  expect(ends(first, '2026-03-09')).toEqual(['8h', '7h 30m']);
  expect(ends(first, '2026-03-10')).toEqual(['None', 'Impediment']);
  expect(ends(first, '2026-03-11')).toEqual(['Unassigned', 'Ana']);
  expect(ends(first, '2026-03-12')).toEqual([null, null]);
  expect(ends(first, '2026-03-13')).toEqual(['2026-03-10', 'None']);
  // That it was created is no change from one value to another.
  expect(ends(issues[1], '2026-03-09')).toEqual([null, null]);
});

test.each(REPORTS)('$id: what is told of each of its figures adds up', async ({ id }) => {
  const report = await reportOf(id);
  const before = { ...NOW, asOf: at('2026-03-04 12:00'), past: true as const };
  for (const stored of runsOf(id)) {
    const settings = report.settings.parse(stored).value;
    const keys = new Set<string>();
    for (const [data, asOf] of [
      [SPRINT, NOW],
      [datasetAt(SPRINT, before.asOf, history), before],
    ] as const) {
      const table = report.table(report.compute(data, settings, asOf).result, settings, asOf);
      const fields = plainFields(table);
      for (const line of fileLines(table).slice(-8))
        for (const column of fileColumns(table).keys()) {
          const { name = '', type } = fields[column] ?? {};
          if (type === 'number') keys.add(figureKey(line.isTotal ? '' : line.key, name));
        }
    }
    for (const key of keys) {
      const found = explain(report, SPRINT, key, { settings: stored, since: '2026-03-04 12:00' });
      if (!found) continue;
      const { change, explained, doubts, groups, causes } = found;
      if (doubts.length > 0) expect(doubts).toEqual([expect.stringMatching(/not made of issues/)]);
      else expect([key, explained]).toEqual([key, expect.closeTo(change, 9)]);
      const moved = groups.reduce(
        (sum, { mix, rate, interaction }) => sum + mix + rate + interaction,
        0,
      );
      if (groups.length > 0) expect([key, moved]).toEqual([key, expect.closeTo(change, 9)]);
      for (const cause of causes)
        if (cause.issues.length === 0) expect(cause.kind).toBe('time passed');
    }
  }
});
