import { periodColumns, periodName } from '@tallyboard/report-kit/families/by-date/period-text.ts';
import {
  figureColumn,
  groupRows,
  type ReportTable,
} from '@tallyboard/report-kit/table/report-table.ts';
import { ISSUES } from '@tallyboard/report-kit/table/units.ts';
import type { ThroughputResult, ThroughputRow, ThroughputTotal } from './compute.ts';

/** A period, or all of them. */
type Row = ThroughputTotal & Partial<ThroughputRow>;

export function throughputTable({ rows, total, unit }: ThroughputResult): ReportTable<Row> {
  return {
    columns: [
      ...periodColumns<Row>(unit),
      figureColumn('finished', 'Finished', ISSUES, 'The issue was finished in this period.'),
      figureColumn('started', 'Started', ISSUES, 'Work on the issue started in this period.'),
      figureColumn(
        'wip',
        'In progress',
        ISSUES,
        'Started and not finished at the end of the period.',
      ),
    ],
    ...groupRows<Row>(rows, total),
    nameOf: row => periodName(row, unit),
  };
}
