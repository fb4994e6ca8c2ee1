/** What opens a cell of a table is the figure that the cell shows. */
import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { expect, test } from 'vitest';
import { findReport, REPORTS } from './registry.ts';

const STORY = datasetFromText(`
  sprint S = 2026-03-02 09:00 .. 2026-03-13 17:00 closed
  A-1 5pt in:S @ana created:2026-02-27 | 2026-03-03 started | 2026-03-05 done
  A-2 3pt in:S @ben created:2026-02-27 | 2026-03-04 started
  A-3 2pt in:S @ana created:2026-02-20 | 2026-03-06 done | 2026-03-10 reopened
  A-4     in:S      created:2026-02-20
`);
const NOW = context({ asOf: instantFromText('2026-03-16 12:00') });

/** What the number of a cell may be of the value of its figure: itself, hours of seconds or of milliseconds. */
const isOf = (cell: number, value: number) =>
  [1, 3600, 3_600_000].some(unit => Math.abs(value / unit - cell) < 0.006);

/** A percent opens what it is a percent of, a median what it is the median of. */
const IS_DERIVED = /%|Percent|Median|85th|Compared|Error|Ideal|Net|change|Completed on the day/;

test.each(Object.keys(REPORTS))('%s', async id => {
  const report = await findReport(id);
  if (!report?.whatIf) return;
  const settings = report.settings.parse({ eType: 1, chartStartDate: '2026-02-01' }).value;
  const { result } = report.compute(STORY, settings, NOW);
  const { columns, rows, behind } = report.toCsv(result, settings, NOW);
  let opened = 0;
  rows.forEach((row, number) => {
    row.forEach((cell, at) => {
      const found = behind?.(number, at) ?? null;
      if (typeof cell !== 'number' || found === null) return;
      const { figure, reason } = found;
      opened += 1;
      expect(reason).not.toBe('');
      if (IS_DERIVED.test(columns[at] ?? '') || IS_DERIVED.test(String(row[0]))) return;
      // A count may open its issues with their times.
      if (figure.issues.length === cell) return;
      const place = `${row[0]} ${columns[at]}: ${cell} of ${figure.value}`;
      expect(isOf(cell, figure.value ?? Number.NaN), place).toBe(true);
    });
  });
  expect(opened).toBeGreaterThan(3);
});
