/** No figure of one or two issues can be computed from what a table shows to readers who may not see issues. */

import { copyIssue } from '@tallyboard/core/model/copy-issue.ts';
import type { VersionId } from '@tallyboard/core/model/ids.ts';
import type { Version } from '@tallyboard/core/model/issue.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import { aggregateTable, MIN_GROUP } from '@tallyboard/report-kit/table/aggregate-table.ts';
import {
  fileColumns,
  fileLines,
  type ReportTable,
} from '@tallyboard/report-kit/table/report-table.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REPORTS } from './catalogue/reports.ts';
import { findComputingReport } from './testing/find-computing-report.ts';
import { aStory, deskDatasetOf, type StoryIssue } from './testing/random-stories.ts';
import { NOW, runsOf } from './testing/report-runs.ts';

const manyIssues = fc.array(aStory, { minLength: 2, maxLength: 14 }).map(stories => stories.flat());

const VERSION: Version = {
  id: '1' as VersionId,
  name: '1.0',
  released: false,
  archived: false,
  releaseDay: null,
};

async function tableOf(id: string, story: readonly StoryIssue[], stored: unknown) {
  const report = await findComputingReport(id);
  if (!report) throw new Error(`There is no report '${id}'.`);
  const settings = report.settings.parse(stored).value;
  const dataset = deskDatasetOf(story);
  const issues = dataset.issues.map(issue => copyIssue(issue, { fixVersions: [VERSION] }));
  const { result } = report.compute({ ...dataset, issues }, settings, NOW);
  return report.table(result, settings, NOW) as ReportTable;
}

/** Whether an issue adds something to its figure. */
const counts = ({ parts }: Figure, at: number): 0 | 1 => (parts?.[at] === 0 ? 0 : 1);

/** The shown and the hidden figures that add up. */
function figuresOf(table: ReportTable) {
  const lines = fileLines(table);
  const places = new Map(lines.map(({ row }, at) => [row, String(at)]));
  const { rows, hasTotal } = aggregateTable({
    ...table,
    columns: [...table.columns, { id: 'place', header: '', value: row => places.get(row) ?? null }],
  });
  const cells = new Map(
    rows.map((row, at) => [
      hasTotal && at === rows.length - 1 ? lines.length - 1 : Number(row.at(-1)),
      row,
    ]),
  );
  const shown: Figure[] = [];
  const hidden: Figure[] = [];
  for (const [at, { row }] of lines.entries())
    for (const [column, { figure, unit, unitOf }] of fileColumns(table).entries()) {
      const found = (unit || unitOf) && figure?.(row);
      if (!found || !/count|sum|mean/.test(found.kind) || found.value === 0) continue;
      const cell = cells.get(at)?.[column] ?? null;
      if (cell !== null) shown.push(found);
      else if (found.issues.filter((_, issue) => counts(found, issue)).length < MIN_GROUP)
        hidden.push(found);
    }
  return { shown, hidden, cells: rows };
}

const PRIME = 46_337;

const inverse = (value: number) => {
  let result = 1;
  for (let power = PRIME - 2, base = value; power > 0; power >>= 1) {
    if (power & 1) result = (result * base) % PRIME;
    base = (base * base) % PRIME;
  }
  return result;
};

/** The figures of `hidden` that are sums and differences of those of `shown`. */
function solvable(
  shown: readonly Figure[],
  hidden: readonly Figure[],
  part: (figure: Figure, at: number) => number,
): readonly Figure[] {
  const width = Math.max(0, ...[...shown, ...hidden].map(({ issues }) => issues.at(-1) ?? 0)) + 1;
  const rowOf = (figure: Figure) => {
    const row = new Int32Array(width);
    figure.issues.forEach((issue, at) => {
      row[issue] = ((Math.round(part(figure, at)) % PRIME) + PRIME) % PRIME;
    });
    return row;
  };
  const basis: Int32Array[] = [];
  const rest = (row: Int32Array) => {
    for (const each of basis) {
      const pivot = each.findIndex(value => value !== 0);
      const factor = row[pivot] ?? 0;
      if (factor !== 0)
        for (let at = pivot; at < width; at++)
          row[at] = ((row[at] ?? 0) + (PRIME - factor) * (each[at] ?? 0)) % PRIME;
    }
    return row;
  };
  for (const figure of shown) {
    const row = rest(rowOf(figure));
    const lead = row.find(value => value !== 0);
    if (lead) basis.push(row.map(value => (value * inverse(lead)) % PRIME));
  }
  return hidden.filter(figure => {
    const row = rowOf(figure);
    return row.some(value => value !== 0) && rest(row).every(value => value === 0);
  });
}

test.each(REPORTS)(
  '$id: no hidden figure is a sum or difference of shown ones, and no issue has a name',
  async ({ id }) => {
    await fc.assert(
      fc.asyncProperty(manyIssues, fc.constantFrom(...runsOf(id)), async (story, stored) => {
        const { shown, hidden, cells } = figuresOf(await tableOf(id, story, stored));
        const byPart = (figure: Figure, at: number) => (figure.parts?.[at] ?? 1) * 1_000;
        expect(solvable(shown, hidden, counts)).toEqual([]);
        expect(solvable(shown, hidden, byPart)).toEqual([]);
        expect(JSON.stringify(cells)).not.toMatch(/P-\d/);
      }),
      { numRuns: 40 },
    );
  },
);
