import { allIssues } from '@tallyboard/core/measure/rows.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import {
  fileColumns,
  fileLines,
  plainFields,
  unitIn,
} from '@tallyboard/report-kit/table/report-table.ts';
import { REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import {
  type AnyComputingReport,
  findComputingReport,
} from '@tallyboard/reports/testing/find-computing-report.ts';
import { runsOf } from '@tallyboard/reports/testing/report-runs.ts';
import { expect, test } from 'vitest';
import { figureKey } from '../ask/answer-schema.ts';
import { figureAt } from './figure-at.ts';
import { listEntries } from './found-figure.ts';
import { explainSettings } from './settings-change.ts';
import { storyOf } from './story.ts';

const NOW = context({ asOf: instantFromText('2026-03-16 12:00') });

async function reportOf(id: string): Promise<AnyComputingReport> {
  const report = await findComputingReport(id);
  if (!report) throw new Error(`There is no report '${id}'.`);
  return report;
}

const results = new Map<string, unknown>();

/** Computed once for equal settings. */
function resultOf(report: AnyComputingReport, settings: unknown): unknown {
  const key = `${report.id} ${JSON.stringify(settings)}`;
  if (!results.has(key)) results.set(key, report.compute(SPRINT, settings, NOW).result);
  return results.get(key);
}

function explain(
  report: AnyComputingReport,
  data: Dataset,
  figure: string,
  [before, after]: readonly [unknown, unknown],
) {
  return explainSettings({
    report,
    before,
    after,
    async stateOf(settings) {
      const result =
        data === SPRINT ? resultOf(report, settings) : report.compute(data, settings, NOW).result;
      const found = figureAt(report, { result }, settings, NOW, figure);
      return found && { found, entries: listEntries(found, data), reasons: [] };
    },
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

interface Shown {
  readonly value: number;
  /** What each issue has, by key. */
  readonly parts: ReadonlyMap<string, string>;
}

/** All figures of a table, read without the code under test. */
function figuresOf(report: AnyComputingReport, settings: unknown): ReadonlyMap<string, Shown> {
  const table = report.table(resultOf(report, settings), settings, NOW);
  const issues = allIssues(SPRINT);
  const all = new Map<string, Shown>();
  for (const line of fileLines(table).slice(-8))
    for (const [at, column] of fileColumns(table).entries()) {
      const field = plainFields(table)[at];
      const { row } = line;
      const value = column.value?.(row);
      if (field?.type !== 'number' || value === undefined) continue;
      const scale = unitIn(column, row)?.scale ?? 1;
      const parts = new Map<string, string>();
      const add = (figure: Figure | null | undefined, name: string) => {
        for (const [place, issue] of (figure?.issues ?? []).entries()) {
          const key = issues[issue]?.key ?? '';
          const part = (figure?.parts?.[place] ?? 1) / scale;
          parts.set(key, `${parts.get(key) ?? ''} ${name} ${part}`);
        }
      };
      const figure = column.figure?.(row);
      const whole = figure && column.percentOf?.(row);
      add(figure, 'n');
      add(whole, 'd');
      all.set(figureKey(line.isTotal ? '' : line.key, field.name), {
        value: typeof value === 'number' ? value / scale : 0,
        parts,
      });
    }
  return all;
}

function differing(a: Shown, b: Shown): readonly string[] {
  const keys = new Set([...a.parts.keys(), ...b.parts.keys()]);
  return [...keys].filter(key => a.parts.get(key) !== b.parts.get(key)).sort();
}

let compared = 0;
let moved = 0;

test.each(REPORTS)('$id: what each yes/no setting does to its figures adds up', async ({ id }) => {
  const report = await reportOf(id);
  if (report.withoutIssues) return;
  const flags = report.settings.list.filter(({ codec }) => codec.shape.kind === 'flag');
  for (const stored of runsOf(id)) {
    const after = report.settings.parse(stored).value as Record<string, unknown>;
    const toggled = (names: readonly string[]) => ({
      ...after,
      ...Object.fromEntries(names.map(name => [name, !after[name]])),
    });
    const names = flags.map(({ name }) => name);
    for (const some of [...names.map(name => [name]), names]) {
      const before = toggled(some);
      const [was, is] = [before, after].map(settings => figuresOf(report, settings));
      for (const [key, b] of is ?? []) {
        const a = was?.get(key);
        const found = await explain(report, SPRINT, key, [before, after]);
        if (!a) {
          // A figure of a headline can have the key of a cell that the other settings hide.
          expect([key, typeof found === 'string' ? found : 'before']).toEqual([key, 'before']);
          continue;
        }
        if (typeof found === 'string') throw new Error(`${key} is missing ${found}`);
        compared++;
        const near = (value: number) => expect.closeTo(value, 9);
        expect([key, found.before ?? 0, found.after ?? 0]).toEqual([
          key,
          near(a.value),
          near(b.value),
        ]);
        expect([key, found.change]).toEqual([key, near(b.value - a.value)]);
        const told = found.causes.reduce((sum, { part }) => sum + part, 0);
        expect([key, told, found.explained]).toEqual([key, near(found.change), near(found.change)]);
        const groups = found.groups.reduce((sum, each) => {
          return sum + each.mix + each.rate + each.interaction;
        }, 0);
        if (found.groups.length > 0) expect([key, groups]).toEqual([key, near(found.change)]);
        const isMade = figureAt(
          report,
          { result: resultOf(report, after) },
          after,
          NOW,
          key,
        )?.figure;
        if (some.length !== 1 || !isMade) continue;
        const [only] = found.causes;
        if (found.change !== 0) moved++;
        expect([key, some, [...(only?.issues ?? [])].sort()]).toEqual([key, some, differing(a, b)]);
      }
    }
  }
});

test('the settings were not without effect', () => {
  expect(compared).toBeGreaterThan(500);
  expect(moved).toBeGreaterThan(5);
});

test('each setting has its part, in the order of their definition, with the issues that it moves', async () => {
  const data = datasetFromText(`
    A-1 5pt created:2026-02-27 | 2026-03-03 done
    A-2 3pt created:2026-02-27 | 2026-03-05 done
    A-3 2pt created:2026-03-10
  `);
  const report = await reportOf('overview');
  const { value } = report.settings.parse({});
  const [first] = data.issues;
  // A-1 has the status Done without a resolution.
  const issues = data.issues.map(issue =>
    issue === first ? { ...issue, resolution: null, resolved: null } : issue,
  );
  const found = await explain(report, { ...data, issues }, 'measure:resolved/figure', [
    { ...value, done: { kind: 'resolution' } },
    { ...value, done: { kind: 'category' } },
  ]);
  if (typeof found === 'string') throw new Error(found);
  expect(found).toMatchObject({ before: 1, after: 2, change: 1, explained: 1, doubts: [] });
  expect(found.causes).toEqual([
    {
      at: null,
      kind: 'An issue is done when',
      issues: ['A-1'],
      part: 1,
      by: null,
      from: 'A resolution is set',
      to: 'The status category is Done',
    },
  ]);
  expect(storyOf(found, { since: null, zone: 'Etc/UTC', isPart: false })).toBe(
    "Resolved is 1 with the other settings, and 2 with these: 'An issue is done when' is 'The status category is Done', not 'A resolution is set': A-1 (+1). Explained +1 of +1.",
  );
});

test('a figure that one side has not is told by its side', async () => {
  const report = await reportOf('overview');
  const { value } = report.settings.parse({});
  expect(await explain(report, SPRINT, 'nonsense', [value, value])).toBe('after');
});
