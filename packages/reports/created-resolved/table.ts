import type { Figure } from '@tallyboard/core/model/result.ts';
import { periodColumns, periodName } from '@tallyboard/report-kit/families/by-date/period-text.ts';
import type { Period } from '@tallyboard/report-kit/families/by-date/periods.ts';
import {
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
  readonly net: number;
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
    header: 'Net so far',
    unit: SIGNED,
    width: 128,
    help: 'Net, added up from the start of the range.',
    value: row => row.netSoFar,
  };
  return {
    columns: [
      ...periodColumns<Line>(unit),
      {
        id: 'created',
        header: 'Created',
        unit: ISSUES,
        width: 112,
        figure: row => row.created,
        reason: 'Created in this period.',
      },
      {
        id: 'resolved',
        header: 'Resolved',
        unit: ISSUES,
        width: 112,
        figure: row => row.resolved,
        reason: 'Resolved in this period by the done rule.',
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
    ...groupRows<Line>(rows, total),
    nameOf: row => periodName(row, unit),
  };
}
