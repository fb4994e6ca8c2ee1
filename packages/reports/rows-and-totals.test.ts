/** Whatever the issues are, the rows of a table hold what its totals hold. */

import type { Figure } from '@tallyboard/core/model/result.ts';
import { fileCell, fileColumns, fileLines } from '@tallyboard/report-kit/table/report-table.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AnyComputingReport, ComputingReport } from './testing/find-computing-report.ts';
import { findComputingReport } from './testing/find-computing-report.ts';
import { aStory, datasetOf, type StoryIssue } from './testing/random-stories.ts';
import { NOW, runsOf } from './testing/report-runs.ts';
import { timesheet } from './testing/reports.ts';

/** The tables whose last row is of all issues. */
const TOTALLED = [
  ...['breakdown', 'created-resolved', 'resolution-time', 'by-assignee', 'issues-by'],
  ...['estimation', 'age', 'time-in-status'],
] as const satisfies string[];

/** In these an issue may stand in several rows. */
const OVERLAPPING: Partial<Record<string, readonly unknown[]>> = {
  breakdown: runsOf('breakdown'),
  'issues-by': runsOf('issues-by').filter(({ field }) => field === 'labels'),
  estimation: runsOf('estimation').filter(({ gType }) => gType === 13),
  'time-in-status': runsOf('time-in-status').filter(({ gType }) => gType === 14),
};

function computed<Settings, Result>(
  report: ComputingReport<Settings, Result>,
  story: readonly StoryIssue[],
  stored: unknown,
) {
  const settings = report.settings.parse(stored).value;
  const { result } = report.compute(datasetOf(story), settings, NOW);
  return { result, table: report.table(result, settings, NOW) };
}

test.each(TOTALLED)('%s: the rows hold the issues of the totals, each with its part', async id => {
  const report = (await findComputingReport(id)) as AnyComputingReport;
  const grouped = id === 'estimation' || id === 'time-in-status';
  const groups = runsOf(id).filter(({ gType }) => !grouped || Number(gType) > 0);
  fc.assert(
    fc.property(aStory, fc.constantFrom(...groups), (story, stored) => {
      const { table } = computed(report, story, stored);
      const overlaps = OVERLAPPING[id]?.includes(stored) ?? false;
      const lines = fileLines(table);
      const all = lines.find(({ isTotal }) => isTotal);
      for (const column of fileColumns(table)) {
        // A row without estimates has its progress by its number of issues.
        if (column.id === 'progress') continue;
        const total = all && column.figure?.(all.row);
        if (!total || total.kind === 'max' || typeof fileCell(column, all) !== 'number') continue;
        const parts = new Map<number, number>();
        for (const { row, isTotal } of lines) {
          const figure = isTotal ? null : column.figure?.(row);
          figure?.issues.forEach((issue, index) => {
            const part = figure.parts?.[index] ?? 1;
            if (!overlaps)
              expect(parts.has(issue), `${column.id}: ${issue} counts twice`).toBe(false);
            expect(parts.get(issue) ?? part).toBe(part);
            parts.set(issue, part);
          });
        }
        const whole = [...total.issues].map((row, index) => [row, total.parts?.[index] ?? 1]);
        expect(
          [...parts].sort(([a], [b]) => a - b),
          column.id,
        ).toEqual(whole);
      }
    }),
    { numRuns: 60 },
  );
});

const sum = (figures: readonly (Figure | null)[]) =>
  figures.reduce((all, figure) => all + (figure?.value ?? 0), 0);

test('timesheet: the people add up to the total, and the days of a line to its own', () => {
  fc.assert(
    fc.property(aStory, story => {
      const { rows, total } = computed(timesheet, story, runsOf('timesheet')[0]).result;
      expect(sum(rows.map(row => row.total))).toBe(total.total.value);
      for (const { cells, total: own } of [...rows, total])
        expect(sum(cells.map(({ figure }) => figure))).toBe(own.value);
    }),
  );
});
