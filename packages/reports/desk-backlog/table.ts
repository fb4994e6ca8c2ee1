import { periodColumns } from '@tallyboard/report-kit/families/by-date/period-text.ts';
import {
  figureColumn,
  groupRows,
  type ReportTable,
  type TableColumn,
} from '@tallyboard/report-kit/table/report-table.ts';
import { ISSUES } from '@tallyboard/report-kit/table/units.ts';
import type { BacklogFigures, BacklogRow, DeskBacklogResult } from './compute.ts';

type Line = Partial<BacklogRow> & DeskBacklogResult['total'];

const OPEN = 'Open at the end of the day.';

export function deskBacklogTable({ rows, total }: DeskBacklogResult): ReportTable<Line> {
  const open = (
    id: keyof BacklogFigures,
    header: string,
    more: Partial<TableColumn<Line>> = {},
  ): TableColumn<Line> => ({ ...figureColumn(id, header, ISSUES, OPEN), ...more });
  return {
    columns: [
      ...periodColumns<Line>('day'),
      figureColumn('inflow', 'Created', ISSUES, 'Created on this day.'),
      figureColumn('outflow', 'Resolved', ISSUES, 'Resolved on this day by the done rule.'),
      open('open', 'Open'),
      open('breached', 'SLA breached', { bad: true }),
      open('withinGoal', 'SLA within goal', { folds: 'phone' }),
      open('noSla', 'No ongoing SLA', { folds: true }),
      open('unknown', 'SLA unknown', { folds: true }),
      open('upTo1', 'Up to 1 day', { folds: 'phone' }),
      open('upTo7', '1 to 7 days', { folds: 'phone' }),
      open('upTo30', '7 to 30 days', { folds: 'phone' }),
      open('older', 'Over 30 days', { folds: 'phone' }),
    ],
    ...groupRows<Line>(rows, total, 'day'),
    nameOf: row => row.label ?? '',
  };
}
