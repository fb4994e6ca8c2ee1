import { percent } from '@tallyboard/core/measure/statistics.ts';
import { periodColumns, periodName } from '@tallyboard/report-kit/families/by-date/period-text.ts';
import { noneOf, whyNoneStarted } from '@tallyboard/report-kit/families/flow/flow-scope.ts';
import {
  figureColumn,
  groupRows,
  type ReportTable,
  type TableColumn,
} from '@tallyboard/report-kit/table/report-table.ts';
import { ISSUES, PERCENT } from '@tallyboard/report-kit/table/units.ts';
import type { ThroughputResult, ThroughputRow, ThroughputTotal, TypeLoad } from './compute.ts';

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
    ...groupRows<Row>(rows, total, unit),
    nameOf: row => periodName(row, unit),
  };
}

type LoadRow = Pick<TypeLoad, 'finished' | 'wip'> & Partial<TypeLoad>;

/** Finished issues and those in progress by issue type. */
export function typeTable({ types, total }: ThroughputResult): ReportTable<LoadRow> {
  const share = (id: 'finished' | 'wip', header: string, reason: string): TableColumn<LoadRow> => ({
    id: `${id}Share`,
    header,
    unit: PERCENT,
    repeats: true,
    figure: row => row[id],
    value: row => percent(row[id].value, total[id].value),
    percentOf: () => total[id],
    reason,
  });
  const finished = 'The issue was finished in these periods.';
  const open = 'Started and not finished at the end of the last period.';
  return {
    columns: [
      { id: 'type', header: 'Issue type', value: row => row.label ?? '' },
      figureColumn('finished', 'Finished', ISSUES, finished),
      share('finished', 'Of finished', finished),
      figureColumn('wip', 'In progress', ISSUES, open),
      share('wip', 'Of in progress', open),
    ],
    ...groupRows<LoadRow>(types, total, 'issue-type'),
  };
}

export function whyEmpty(result: ThroughputResult): string | null {
  const { total, scope } = result;
  if (total.finished.value + total.started.value > 0) return null;
  const begun = noneOf(scope.inProgress + scope.finished, 'started issue', ['was', 'was not']);
  return whyNoneStarted(result) ?? `${begun} started or finished on these dates. Choose more days.`;
}
