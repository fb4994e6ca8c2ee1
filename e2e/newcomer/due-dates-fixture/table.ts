import {
  groupRows,
  type ReportTable,
  type TableColumn,
} from '@tallyboard/report-kit/table/report-table.ts';
import { DAYS, ISSUES, type Unit } from '@tallyboard/report-kit/table/units.ts';
import type { DueFigures, DueResult, DueRow } from './compute.ts';

type Line = DueFigures & Partial<DueRow>;

export function dueDatesTable({ rows, total }: DueResult): ReportTable<Line> {
  const column = (id: keyof DueFigures, header: string, unit: Unit): TableColumn<Line> => ({
    id,
    header,
    unit,
    figure: row => row[id],
    reason: 'Resolved, with a due date.',
  });
  return {
    columns: [
      { id: 'type', header: 'Issue type', value: row => row.label },
      column('count', 'With a due date', ISSUES),
      column('met', 'Met', ISSUES),
      column('late', 'Mean lateness', DAYS),
    ],
    ...groupRows<Line>(rows, total, 'issue-type'),
  };
}
