import ChevronDown from '@atlaskit/icon/core/chevron-down';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { WorkflowControl } from '@tallyboard/report-kit/families/flow/workflow-control.tsx';
import { issueCell } from '@tallyboard/report-kit/figures/issue-cell.tsx';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { ReportBody, ReportTableFold } from '@tallyboard/report-kit/report-body.tsx';
import { ReportTools, ReportView } from '@tallyboard/report-kit/report-view.tsx';
import {
  TableView,
  useReportTable,
  type ViewCells,
} from '@tallyboard/report-kit/table/table-view.tsx';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import { Popover } from '@tallyboard/ui/overlay/popover.tsx';
import { useMemo } from 'react';
import type { FlowEfficiencyResult } from './compute.ts';
import { EfficiencyTrend } from './efficiency-trend.tsx';
import { type FlowEfficiencySettings, flowEfficiencySettings } from './settings.ts';
import { type EfficiencyRow, flowEfficiencyTable, whyEmpty } from './table.ts';
import { TimeChart } from './time-chart.tsx';
import { type WaitNames, waitPlaces } from './wait-places.ts';

type Props = ViewProps<FlowEfficiencySettings, FlowEfficiencyResult>;

const Control = settingControls(flowEfficiencySettings);

/** Where the time of finished issues goes, by column and by issue. */
export default function FlowEfficiencyView(props: Props) {
  const { result, settings, compact, dataset, context } = props;
  const table = useReportTable(flowEfficiencyTable, props);
  const cells = useMemo(
    (): ViewCells<EfficiencyRow> => ({ key: { cell: issueCell({ dataset, context }) } }),
    [dataset, context],
  );
  return (
    <ReportView compact>
      {!compact && (
        <ReportTools>
          <Control {...props} name="unit" />
          <WaitChooser {...props} />
          <Control {...props} name="types" select labelStyle="hidden" />
          <Control {...props} name="lastDays" select labelStyle="hidden" />
          <Control {...props} name="period" />
          <WorkflowControl {...props} />
        </ReportTools>
      )}
      <ReportBody whyEmpty={whyEmpty(result)}>
        {result.offered ? (
          <OfferedWaits {...props} offered={result.offered} />
        ) : (
          <>
            {(!compact || settings.chart === 'columns') && <TimeChart {...props} />}
            {(!compact || settings.chart === 'trend') && <EfficiencyTrend {...props} />}
            <ReportTableFold compact={compact}>
              <TableView
                {...props}
                label="Time of each finished issue"
                table={table}
                cells={cells}
                pageSize={compact ? 10 : 25}
              />
            </ReportTableFold>
          </>
        )}
      </ReportBody>
    </ReportView>
  );
}

/** What to choose while nothing is, with the columns and statuses whose names say that issues wait there. */
function OfferedWaits(props: Props & { readonly offered: WaitNames }) {
  const { offered, settings, compact, onSettings } = props;
  const { waitColumns, waitStatuses } = settings;
  const choose = (name: string, change: Partial<FlowEfficiencySettings>) => (
    <Button key={name} onClick={() => onSettings({ ...settings, ...change })}>
      {name}
    </Button>
  );
  const buttons = [
    ...offered.columns.map(name => choose(name, { waitColumns: [...waitColumns, name] })),
    ...offered.statuses.map(name => choose(name, { waitStatuses: [...waitStatuses, name] })),
  ];
  return (
    <EmptyState title="Choose the columns in which issues wait">
      {compact ? (
        'They are among the settings of this gadget.'
      ) : (
        <div className="tb-row">{buttons.length > 0 ? buttons : <WaitChooser {...props} />}</div>
      )}
    </EmptyState>
  );
}

function WaitChooser({ result: { workflow }, settings, onSettings }: Props) {
  const places = waitPlaces(workflow, settings.waitColumns);
  const toggle = (place: number) => {
    const next = new Set(places);
    if (!next.delete(place)) next.add(place);
    const names = workflow.columns.filter((_, at) => next.has(at));
    onSettings({ ...settings, waitColumns: names });
  };
  return (
    <Popover
      label="Where issues wait"
      trigger={props => (
        <Button {...props} iconAfter={ChevronDown}>
          Waiting
        </Button>
      )}
    >
      <div className="tb-popover__body tb-stack">
        {workflow.columns.slice(0, workflow.finish).map((name, place) => (
          <Checkbox
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
            key={place}
            label={name}
            checked={places.has(place)}
            onChange={() => toggle(place)}
          />
        ))}
        <Checkbox
          label="Flagged issues"
          checked={settings.waitFlagged}
          onChange={waitFlagged => onSettings({ ...settings, waitFlagged })}
        />
        <Checkbox
          label="Issues blocked by a link"
          checked={settings.waitBlocked}
          onChange={waitBlocked => onSettings({ ...settings, waitBlocked })}
        />
      </div>
    </Popover>
  );
}
