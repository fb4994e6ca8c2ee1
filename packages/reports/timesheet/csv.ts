import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import type { CsvTable } from '@tallyboard/report-kit/contract.ts';
import { groupingLabel } from './groupings.ts';
import { secondsAt, type TimesheetLine, type TimesheetResult } from './result.ts';
import { shownView, type TimesheetSettings } from './settings.ts';

type Cells = (string | number | null)[];

/** One row a group, hours with two decimals; in the detailed view its issues and descriptions stand under it. */
export function timesheetToCsv(
  result: TimesheetResult,
  settings: TimesheetSettings,
  _context: ReportContext,
): CsvTable {
  const detailed = shownView(settings) === 'detailed';
  const described = detailed && settings.descriptions === 'report';
  const personal = result.total.workingSeconds !== null;
  const numbers = (line: TimesheetLine): Cells => [
    ...result.columns.map((_, column) => hours(secondsAt(line, column))),
    hours(line.total.value),
    ...(settings.hideAverage ? [] : [hours(line.average)]),
  ];
  const work = (line: { workingSeconds: number | null; percent: number | null }): Cells =>
    personal ? [hours(line.workingSeconds), line.percent && Math.round(line.percent)] : [];
  const blank = (count: number): Cells => Array.from({ length: count }, () => null);
  const lead = (group: string, ...more: Cells): Cells => {
    const width = (detailed ? 3 : 1) + (described ? 2 : 0);
    return [group, ...more, ...blank(width - 1 - more.length)];
  };

  const rows: Cells[] = [];
  for (const row of result.rows) {
    rows.push([...lead(row.label), ...numbers(row), ...work(row)]);
    for (const issue of row.issues) {
      const { key, summary, logs } = issue;
      rows.push([...lead(row.label, key, summary), ...numbers(issue), ...blank(personal ? 2 : 0)]);
      for (const log of logs) {
        const cells = result.columns.map((_, at) =>
          at === log.column ? hours(log.seconds) : null,
        );
        rows.push([
          ...lead(row.label, key, summary, log.author, log.description),
          ...cells,
          hours(log.seconds),
          ...blank((settings.hideAverage ? 0 : 1) + (personal ? 2 : 0)),
        ]);
      }
    }
  }
  if (rows.length > 0)
    rows.push([...lead('Total'), ...numbers(result.total), ...work(result.total)]);
  return {
    columns: [
      groupingLabel(settings.groupBy, []),
      ...(detailed ? ['Issue Key', 'Summary'] : []),
      ...(described ? ['Author', 'Description'] : []),
      ...result.columns.map(({ first, last }) =>
        first === last ? dayText(first) : `${dayText(first)} - ${dayText(last)}`,
      ),
      'Total (Hours)',
      ...(settings.hideAverage ? [] : ['Average (Hours)']),
      ...(personal ? ['Working Time (Hours)', 'Percent (%)'] : []),
    ],
    rows,
  };
}

const hours = (seconds: number | null): number | null =>
  seconds === null ? null : Math.round(seconds / 36) / 100;
