import ChevronDown from '@atlaskit/icon/core/chevron-down';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { WorkflowControl } from '@tallyboard/report-kit/families/flow/workflow-control.tsx';
import { issueCell } from '@tallyboard/report-kit/figures/issue-cell.tsx';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { ReportTools, ReportView } from '@tallyboard/report-kit/report-view.tsx';
import {
  TableView,
  useReportTable,
  type ViewCells,
} from '@tallyboard/report-kit/table/table-view.tsx';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { Popover } from '@tallyboard/ui/overlay/popover.tsx';
import { useMemo } from 'react';
import type { FlowEfficiencyResult } from './compute.ts';
import { EfficiencyTrend } from './efficiency-trend.tsx';
import { type FlowEfficiencySettings, flowEfficiencySettings } from './settings.ts';
import { type EfficiencyRow, flowEfficiencyTable } from './table.ts';
import { TimeChart } from './time-chart.tsx';
import { waitPlaces } from './wait-places.ts';

type Props = ViewProps<FlowEfficiencySettings, FlowEfficiencyResult>;

const Control = settingControls(flowEfficiencySettings);

/** Where the time of finished issues goes, by column and by issue. */
export default function FlowEfficiencyView(props: Props) {
  const { result, compact, dataset, context } = props;
  const table = useReportTable(flowEfficiencyTable, props);
  const cells = useMemo(
    (): ViewCells<EfficiencyRow> => ({ key: { cell: issueCell({ dataset, context }) } }),
    [dataset, context],
  );
  return (
    <ReportView compact>
      <ReportTools>
        <Control {...props} name="unit" />
        <WaitChooser {...props} />
        {!props.compact && <Control {...props} name="types" select labelStyle="hidden" />}
        <Control {...props} name="lastDays" select labelStyle="hidden" />
        <Control {...props} name="period" />
        {!compact && <WorkflowControl {...props} />}
      </ReportTools>
      <OfferedWaits {...props} />
      <TimeChart {...props} />
      {result.offered === null && <EfficiencyTrend {...props} />}
      <TableView
        {...props}
        label="Time of each finished issue"
        table={table}
        cells={cells}
        pageSize={compact ? 10 : 25}
      />
    </ReportView>
  );
}

/** What to choose while nothing is, with the columns and statuses whose names say that issues wait there. */
function OfferedWaits({ result: { offered }, settings, onSettings }: Props) {
  if (offered === null) return null;
  const { waitColumns, waitStatuses } = settings;
  return (
    <div className="tb-options tb-toolbar">
      <span>Choose the columns in which issues wait</span>
      {offered.columns.map(name => (
        <Button
          key={`column ${name}`}
          onClick={() => onSettings({ ...settings, waitColumns: [...waitColumns, name] })}
        >
          {name}
        </Button>
      ))}
      {offered.statuses.map(name => (
        <Button
          key={`status ${name}`}
          onClick={() => onSettings({ ...settings, waitStatuses: [...waitStatuses, name] })}
        >
          {name}
        </Button>
      ))}
    </div>
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
