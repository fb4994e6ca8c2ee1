import ChevronDown from '@atlaskit/icon/core/chevron-down';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { WorkflowControl } from '@tallyboard/report-kit/families/flow/workflow-control.tsx';
import { issueCell } from '@tallyboard/report-kit/figures/issue-cell.tsx';
import { CheckGroup } from '@tallyboard/report-kit/form/check-group.tsx';
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
import { useMemo, useState } from 'react';
import type { FlowEfficiencyResult } from './compute.ts';
import { EfficiencyTrend } from './efficiency-trend.tsx';
import { type FlowEfficiencySettings, flowEfficiencySettings } from './settings.ts';
import { daysText, type EfficiencyRow, flowEfficiencyTable, whyEmpty } from './table.ts';
import { TimeChart } from './time-chart.tsx';
import {
  type OfferedWaits as Offered,
  unusedText,
  type WaitPlace,
  waitPlaces,
} from './wait-places.ts';

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
          <Control {...props} name="limits" />
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
function OfferedWaits(props: Props & { readonly offered: Offered }) {
  const { offered, result, settings, compact, onSettings } = props;
  const [columns, setColumns] = useState<readonly string[]>([]);
  const [statuses, setStatuses] = useState<readonly string[]>([]);
  const isNone = offered.columns.length + offered.statuses.length === 0;
  const apply = () => onSettings({ ...settings, waitColumns: columns, waitStatuses: statuses });
  return (
    <EmptyState title="Choose where issues wait">
      {result.unused.length > 0 && <p>{unusedText(result.unused)}</p>}
      {compact ? (
        'Columns and statuses are among the settings of this gadget.'
      ) : isNone ? (
        <WaitChooser {...props} />
      ) : (
        <div className="tb-row">
          <Places label="Columns" places={offered.columns} chosen={columns} set={setColumns} />
          <Places label="Statuses" places={offered.statuses} chosen={statuses} set={setStatuses} />
          <Button onClick={apply} disabled={columns.length + statuses.length === 0}>
            Apply
          </Button>
        </div>
      )}
    </EmptyState>
  );
}

function Places(props: {
  readonly label: string;
  readonly places: readonly WaitPlace[];
  readonly chosen: readonly string[];
  readonly set: (chosen: readonly string[]) => void;
}) {
  const { label, places, chosen, set } = props;
  if (places.length === 0) return null;
  return (
    <CheckGroup label={label}>
      {places.map(({ name, seconds }) => (
        <Checkbox
          key={name}
          label={placeText(name, seconds)}
          checked={chosen.includes(name)}
          onChange={on => set(on ? [...chosen, name] : chosen.filter(each => each !== name))}
        />
      ))}
    </CheckGroup>
  );
}

/** 'In Review, 218 d' */
const placeText = (name: string, seconds: number) => `${name}, ${daysText(seconds)} d`;

/** The columns before the finish in which the issues were, and those that are chosen. */
function WaitChooser({ result: { workflow, columns }, settings, onSettings }: Props) {
  const secondsOf = (place: number) =>
    columns.find(({ id }) => id === String(place))?.time.value ?? 0;
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
        {workflow.columns.slice(0, workflow.finish).map((name, place) =>
          places.has(place) || secondsOf(place) > 0 ? (
            <Checkbox
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
              key={place}
              label={placeText(name, secondsOf(place))}
              checked={places.has(place)}
              onChange={() => toggle(place)}
            />
          ) : null,
        )}
        {settings.waitStatuses.map(name => (
          <Checkbox
            key={`status ${name}`}
            label={name}
            checked
            onChange={() => {
              const others = settings.waitStatuses.filter(each => each !== name);
              onSettings({ ...settings, waitStatuses: others });
            }}
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
