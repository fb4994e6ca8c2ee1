import { formatInstant } from '@tallyboard/core/time/format.ts';
import { DAY } from '@tallyboard/core/time/units.ts';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { useIssueRows } from '@tallyboard/report-kit/figures/use-issue-rows.ts';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { ScatterPlot } from '@tallyboard/ui/charts/scatter-plot.tsx';
import { FigureButton } from '@tallyboard/ui/figure/figure-button.tsx';
import { type Column, DataTable } from '@tallyboard/ui/table/data-table.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { CycleTimeResult, CycleTimeRow } from './compute.ts';
import { type CycleTimeSettings, cycleTimeSettings } from './settings.ts';

type Props = ViewProps<CycleTimeSettings, CycleTimeResult>;

const Control = settingControls(cycleTimeSettings);

/** Each resolved issue as a point, and the times by issue type. */
export default function CycleTimeView(props: Props) {
  const { result, settings, compact, onDrill } = props;
  const columns = useMemo(
    (): readonly Column<CycleTimeRow>[] => [
      { id: 'type', header: 'Issue type', value: row => row.label, cell: row => row.label },
      {
        id: 'count',
        header: 'Issues',
        numeric: true,
        value: row => row.count.value,
        cell: ({ label, count }) => (
          <FigureButton
            label={`Issues · ${label}`}
            onOpen={() => onDrill({ title: label, reason: 'Resolved.', figure: count })}
          >
            {formatCount(count.value)}
          </FigureButton>
        ),
      },
    ],
    [onDrill],
  );
  return (
    <div>
      <Control {...props} name="scatter" />
      {settings.scatter && <Scatter {...props} />}
      <DataTable
        label="Cycle time by issue type"
        columns={columns}
        rows={result.rows}
        rowId={row => row.id}
        totalLabel="All"
        compact={compact}
      />
    </div>
  );
}

function Scatter({ result, context, dataset, compact }: Props) {
  const { rows } = useIssueRows(dataset, result.total.count.issues);
  const points = useMemo(
    () =>
      rows.map(({ key }, index) => ({
        x: result.at[index] ?? 0,
        y: (result.took[index] ?? 0) / DAY,
        label: key,
      })),
    [rows, result],
  );
  return (
    <ScatterPlot
      title="Single issues"
      summary={`${formatCount(points.length)} issues.`}
      height={compact ? 200 : 280}
      points={points}
      formatX={instant => formatInstant(instant, context.zone, context.dateFormat)}
      yTitle="Days"
    />
  );
}
