import { formatInstant } from '@tallyboard/core/time/format.ts';
import { DAY } from '@tallyboard/core/time/units.ts';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { useIssueRows } from '@tallyboard/report-kit/figures/issue-rows.tsx';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { TableView } from '@tallyboard/report-kit/table/table-view.tsx';
import { ScatterPlot } from '@tallyboard/ui/charts/scatter-plot.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { CycleTimeResult } from './compute.ts';
import { type CycleTimeSettings, cycleTimeSettings } from './settings.ts';
import { cycleTimeTable } from './table.ts';

type Props = ViewProps<CycleTimeSettings, CycleTimeResult>;

const Control = settingControls(cycleTimeSettings);

/** Each resolved issue as a point, and the times by issue type. */
export default function CycleTimeView(props: Props) {
  const { result, settings, compact, onDrill } = props;
  const table = useMemo(() => cycleTimeTable(result), [result]);
  return (
    <div>
      <Control {...props} name="scatter" />
      {settings.scatter && <Scatter {...props} />}
      <TableView
        label="Cycle time by issue type"
        table={table}
        onDrill={onDrill}
        compact={compact}
      />
    </div>
  );
}

function Scatter({ result, context, dataset, compact }: Props) {
  const rows = useIssueRows(dataset, result.total.count.issues);
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
