import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { flowUnit } from '@tallyboard/report-kit/families/flow/flow-units.ts';
import { WorkflowControl } from '@tallyboard/report-kit/families/flow/workflow-control.tsx';
import { figureTotal } from '@tallyboard/report-kit/figures/figure-total.tsx';
import { issueCell } from '@tallyboard/report-kit/figures/issue-cell.tsx';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { ReportTools, ReportView } from '@tallyboard/report-kit/report-view.tsx';
import {
  TableView,
  useReportTable,
  type ViewCells,
} from '@tallyboard/report-kit/table/table-view.tsx';
import { Totals } from '@tallyboard/ui/figure/totals.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import { AgingChart } from './aging-chart.tsx';
import type { WipAgeResult } from './compute.ts';
import { type WipAgeSettings, wipAgeSettings } from './settings.ts';
import { type AgingRow, paceTable, wipAgeTable } from './table.ts';

type Props = ViewProps<WipAgeSettings, WipAgeResult>;

const Control = settingControls(wipAgeSettings);

/** Issues in progress: their age over the pace of finished ones, then each with what it waits for. */
export default function WipAgeView(props: Props) {
  const { compact, dataset, context, result } = props;
  const table = useReportTable(wipAgeTable, props);
  const pace = useReportTable(paceTable, props);
  const cells = useMemo(
    (): ViewCells<AgingRow> => ({
      column: { width: 104, fixed: true },
      key: { cell: issueCell({ dataset, context }) },
      olderThan: { value: ({ olderThan }) => olderThan ?? null, cell: ofFinished, numeric: true },
    }),
    [dataset, context],
  );
  return (
    <ReportView compact>
      <KeyFigures {...props} />
      <ReportTools>
        <Control {...props} name="unit" />
        {!props.compact && <Control {...props} name="types" select labelStyle="hidden" />}
        <Control {...props} name="lastDays" select labelStyle="hidden" />
        {!props.compact && <WorkflowControl {...props} />}
      </ReportTools>
      <AgingChart {...props} />
      <TableView
        {...props}
        label="Issues in progress, the oldest first"
        table={table}
        cells={cells}
        pageSize={compact ? 10 : 25}
        empty="No issues in progress."
      />
      {result.finished.value > 0 && (
        <TableView {...props} label="Pace of finished issues by column" table={pace} />
      )}
    </ReportView>
  );
}

const ofFinished = ({ olderThan }: AgingRow) => (olderThan ? `${olderThan}%` : null);

/** How many, how old, and how many need a look. */
function KeyFigures({ result, onDrill }: Props) {
  const { total, unit } = result;
  const { text, part } = flowUnit(unit);
  const days = (value: number | null) => (value === null ? '-' : `${text(value)} d`);
  const open = (label: string, reason: string, id: keyof typeof total, value: string) => {
    const figure = total[id];
    const isKey = id === 'count';
    const drill = { title: `WIP age · ${label}`, reason, figure, part: figure.parts && part };
    return figureTotal(onDrill, { id, label, text: value, isKey, ...drill });
  };
  return (
    <Totals
      totals={[
        open('In progress', 'Started and not finished.', 'count', formatCount(total.count.value)),
        open('Oldest', OLDEST, 'oldest', days(total.oldest.value)),
        open('Median age', 'Started and not finished.', 'age', days(total.age.value)),
        open('Older than 85%', SLOW, 'slow', formatCount(total.slow.value)),
        ...(total.unknown.value > 0
          ? [open('Age unknown', UNKNOWN, 'unknown', formatCount(total.unknown.value))]
          : []),
        open('Blocked', BLOCKED, 'blocked', formatCount(total.blocked.value)),
      ]}
    />
  );
}

const UNKNOWN = 'In progress; the history does not tell since when.';
const OLDEST = 'Started and not finished; no other issue in progress is older.';
const SLOW = 'In progress, and older than 85% of finished issues were when they left this column.';
const BLOCKED = 'In progress, and flagged or blocked by an issue that is not done.';
