import { formatInstant } from '@tallyboard/core/time/format.ts';
import { DAY } from '@tallyboard/core/time/units.ts';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { useIssueRows } from '@tallyboard/report-kit/figures/use-issue-rows.ts';
import { ScatterPlot } from '@tallyboard/ui/charts/scatter-plot.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { FigureButton } from '@tallyboard/ui/figure/figure-button.tsx';
import { DataTable } from '@tallyboard/ui/table/data-table.tsx';
import type { CycleTimeResult } from './compute.ts';
import type { CycleTimeSettings } from './settings.ts';

export default function CycleTimeView(props: ViewProps<CycleTimeSettings, CycleTimeResult>) {
  const { result, settings, context, dataset, compact, onSettings, onDrill } = props;
  const { rows } = useIssueRows(dataset, result.total.count.issues);
  return (
    <div>
      <Checkbox
        label="Show single issues"
        checked={settings.scatter}
        onChange={scatter => onSettings({ ...settings, scatter })}
      />
      {settings.scatter && (
        <ScatterPlot
          title="Single issues"
          summary={`${rows.length} issues.`}
          height={compact ? 200 : 280}
          points={rows.map(({ key }, index) => ({
            x: result.at[index] ?? 0,
            y: (result.took[index] ?? 0) / DAY,
            label: key,
          }))}
          formatX={instant => formatInstant(instant, context.zone, context.dateFormat)}
          yTitle="Days"
        />
      )}
      <DataTable
        label="Cycle time by issue type"
        columns={[
          { id: 'type', header: 'Issue type', value: row => row.label, cell: row => row.label },
          {
            id: 'count',
            header: 'Issues',
            numeric: true,
            value: row => row.count.value,
            cell: row => (
              <FigureButton
                label={row.label}
                onOpen={() =>
                  onDrill({ title: row.label, reason: 'The issue is resolved.', figure: row.count })
                }
              >
                {String(row.count.value)}
              </FigureButton>
            ),
          },
        ]}
        rows={result.rows}
        rowId={row => row.id}
        totalLabel="All"
        compact={compact}
      />
    </div>
  );
}
