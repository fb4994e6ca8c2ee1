import type { Figure } from '@tallyboard/core/model/result.ts';
import { periodColumns, periodName } from '@tallyboard/report-kit/families/by-date/period-text.ts';
import type { Period } from '@tallyboard/report-kit/families/by-date/periods.ts';
import {
  figureColumn,
  groupRows,
  type ReportTable,
  type TableColumn,
} from '@tallyboard/report-kit/table/report-table.ts';
import { ISSUES, type Unit } from '@tallyboard/report-kit/table/units.ts';
import { dashForZero, formatSigned } from '@tallyboard/ui/text/numbers.ts';
import type { CreatedResolvedResult } from './compute.ts';

/** A period, or the totals. */
type Line = Partial<Period> & {
  readonly created: Figure;
  readonly resolved: Figure;
  readonly net: number | null;
  readonly netSoFar?: number | null;
};

const SIGNED: Unit = { ...ISSUES, text: dashForZero(value => formatSigned(value, 0)) };

/** One row a period, the totals last. */
export function createdResolvedTable({
  unit,
  range,
  rows,
  total,
}: CreatedResolvedResult): ReportTable<Line> {
  const netSoFar: TableColumn<Line> = {
    id: 'netSoFar',
    header: 'Running total',
    unit: SIGNED,
    width: 128,
    help: 'Net, added up from the start of the range.',
    value: row => row.netSoFar,
  };
  return {
    columns: [
      ...periodColumns<Line>(unit),
      {
        ...figureColumn('created', 'Created', ISSUES, 'Created in this period.', 112),
        shows: 'created',
      },
      {
        ...figureColumn(
          'resolved',
          'Resolved',
          ISSUES,
          'Resolved in this period by the done rule.',
          112,
        ),
        shows: 'resolved',
      },
      {
        id: 'net',
        header: 'Net',
        unit: SIGNED,
        width: 112,
        help: 'Created less resolved.',
        value: row => row.net,
      },
      ...(range === null ? [] : [netSoFar]),
    ],
    ...groupRows<Line>(rows, total, unit),
    nameOf: row => periodName(row, unit),
  };
}
