import './time-in-status.css';
import ChevronDown from '@atlaskit/icon/core/chevron-down';
import type { IssueRow } from '@tallyboard/core/model/rows.ts';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { personRole } from '@tallyboard/report-kit/figures/account-notes.ts';
import { issueCell } from '@tallyboard/report-kit/figures/issue-cell.tsx';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { ReportTools, ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { arePeople, nameCells } from '@tallyboard/report-kit/table/group-name.tsx';
import {
  IssueTreeTable,
  useGroupExpansion,
} from '@tallyboard/report-kit/table/issue-tree-table.tsx';
import { cellValue } from '@tallyboard/report-kit/table/report-table.ts';
import {
  TableView,
  useReportTable,
  type ViewCells,
} from '@tallyboard/report-kit/table/table-view.tsx';
import { heatClass, heatLevel } from '@tallyboard/ui/charts/heat.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { Popover } from '@tallyboard/ui/overlay/popover.tsx';
import { ExpandAll, type Expansion } from '@tallyboard/ui/table/expand-all.tsx';
import { useMemo } from 'react';
import type { TimeInStatusResult } from './compute.ts';
import {
  GRAPHS,
  MEASURE_LABELS,
  type TimeInStatusSettings,
  timeInStatusSettings,
} from './settings.ts';
import {
  shownColumns,
  type TimeLine,
  timeInStatusTable,
  timeScales,
  toggledColumns,
} from './table.ts';

type Props = ViewProps<TimeInStatusSettings, TimeInStatusResult>;

const Control = settingControls(timeInStatusSettings);

/** Groups of more issues start collapsed. */
const MAX_EXPANDED = 2_000;

/** Time in each status, by groups that expand to their issues or by issue. */
export default function TimeInStatusView(props: Props) {
  const { result, settings, context, dataset } = props;
  const { groupedBy } = result;
  const table = useReportTable(timeInStatusTable, props);
  const expansion = useGroupExpansion(
    table,
    settings.showExpanded && dataset.issueCount <= MAX_EXPANDED,
  );
  const shade = useMemo(() => heatOf(result, settings), [result, settings]);
  const issueName = useMemo(() => issueCell({ dataset, context }), [dataset, context]);
  const cells = useMemo((): ViewCells<TimeLine> => {
    if (groupedBy) return nameCells(arePeople(groupedBy.id));
    const shaded = table.columns
      .filter(column => column.unit)
      .map(column => {
        const cellClass = (row: TimeLine) => {
          const time = cellValue(column, row);
          return shade?.(typeof time === 'number' ? time : null, 'issue', column.id);
        };
        return [column.id, { cellClass }];
      });
    const value = {
      cell: ({ id = '', label = '', summary = '' }: TimeLine) =>
        issueName({ id: id as IssueRow['id'], key: label as IssueRow['key'], summary }),
    };
    return { value, ...Object.fromEntries(shaded) };
  }, [groupedBy, table, shade, issueName]);
  return (
    <ReportView compact>
      <TimeTools {...props} expansion={groupedBy && table.rows.length > 0 ? expansion : null} />
      {groupedBy ? (
        <IssueTreeTable
          // Resets the sort when the grouping changes.
          key={groupedBy.id}
          {...props}
          label={`Time in status by ${groupedBy.label}`}
          table={table}
          expansion={expansion}
          cells={cells}
          issueName={issueName}
          shade={shade}
        />
      ) : (
        <TableView {...props} label="Time in status of each issue" table={table} cells={cells} />
      )}
    </ReportView>
  );
}

/**
 * The heat class of a time, on a square-root scale: times differ by orders of magnitude, and on a linear scale one
 * outlier makes all others alike.
 */
function heatOf(result: TimeInStatusResult, settings: TimeInStatusSettings) {
  if (settings.graph !== 'heat-map') return undefined;
  const scaleOf = timeScales(result, settings);
  return (time: number | null, of: 'row' | 'issue', column: string) => {
    const scale = scaleOf(column);
    if (time === null || scale === null) return undefined;
    return heatClass(
      heatLevel(Math.sqrt(time), Math.sqrt(of === 'row' ? scale.groups : scale.issues)),
    );
  };
}

function caption({ groupedBy, working }: TimeInStatusResult, { measure }: TimeInStatusSettings) {
  const time = working ? 'working time' : 'time';
  const what = MEASURE_LABELS[measure].toLowerCase();
  return groupedBy
    ? `${MEASURE_LABELS[measure]} ${time} in status`
    : `${working ? 'Working time' : 'Time'} in status; the last row is the ${what}.`;
}

interface TimeToolsProps extends Props {
  /** Null without groups. */
  readonly expansion: Expansion | null;
}

function TimeTools(props: TimeToolsProps) {
  const { result, settings, onSettings, expansion, compact } = props;
  return (
    <ReportTools
      className="tb-time__tools"
      start={!compact && <p className="tb-time__caption tb-quiet">{caption(result, settings)}</p>}
    >
      {expansion && <ExpandAll {...expansion} />}
      <Control {...props} name="measure" select labelStyle="hidden" />
      {!compact && personRole(settings.groupBy) && <Control {...props} name="accounts" select />}
      <ColumnChooser {...props} />
      <ChoiceField
        label="Show Graphs"
        hideLabel
        options={GRAPHS.options.map(({ value, label }) => {
          return { value, label: value === 'none' ? 'No graphs' : label };
        })}
        value={settings.graph}
        onChange={graph => onSettings({ ...settings, graph })}
      />
    </ReportTools>
  );
}

function ColumnChooser({ result: { columns }, settings, onSettings }: Props) {
  const shown = new Set(shownColumns(columns, settings.columns).map(each => each.column.id));
  return (
    <Popover
      label="Show Columns"
      trigger={props => (
        <Button {...props} aria-label="Show Columns" iconAfter={ChevronDown}>
          Columns
        </Button>
      )}
    >
      <div className="tb-popover__body tb-time__columns">
        {columns.map(({ id, label }) => (
          <Checkbox
            key={id}
            label={label}
            checked={shown.has(id)}
            // At least one column stays.
            disabled={shown.size === 1 && shown.has(id)}
            onChange={() =>
              onSettings({ ...settings, columns: toggledColumns(columns, settings.columns, label) })
            }
          />
        ))}
        <Checkbox
          label="Color each column by itself"
          checked={settings.scale === 'column'}
          disabled={settings.graph === 'none'}
          onChange={own => onSettings({ ...settings, scale: own ? 'column' : 'table' })}
        />
        <Button
          appearance="link"
          disabled={settings.columns.length === 0}
          onClick={() => onSettings({ ...settings, columns: [] })}
        >
          Show all
        </Button>
      </div>
    </Popover>
  );
}
