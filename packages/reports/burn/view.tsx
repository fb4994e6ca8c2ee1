import './burn.css';
import { formatDay, formatInstant } from '@tallyboard/core/time/format.ts';
import { REASONS } from '@tallyboard/report-kit/families/sprint-scope/sprint-report.ts';
import { IssueName } from '@tallyboard/report-kit/figures/issue-name.tsx';
import { ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { TableView, useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import { Disclosure } from '@tallyboard/ui/overlay/disclosure.tsx';
import { type Column, DataTable } from '@tallyboard/ui/table/data-table.tsx';
import { dashForZero, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import { about } from './about.ts';
import { BurnControls } from './burn-controls.tsx';
import { BurnOfPeople, BurnPicture } from './chart/burn-picture.tsx';
import { isBurnup, isSprintType } from './settings.ts';
import type { BurnEvent, DayEnd } from './states.ts';
import { type BurnProps, burnTable, type ChartProps } from './table.ts';

/** The chart of sprints or days, its totals, scope changes and daily values. */
export default function BurnView(props: BurnProps) {
  const { result, compact, lite } = props;
  const { chart } = result;
  return (
    <ReportView className="tb-burn" compact={compact} promoted={lite && about.title}>
      <BurnControls {...props} />
      {chart ? (
        <>
          <BurnPicture {...props} chart={chart} />
          <BurnOfPeople {...props} chart={chart} />
          <Events {...props} chart={chart} />
          <DayEnds {...props} chart={chart} />
        </>
      ) : (
        <EmptyState title="No data." action={byDays(props)}>
          {result.why}
        </EmptyState>
      )}
    </ReportView>
  );
}

/** The way from a chart of sprints that there are none of to one by days. */
function byDays({ settings, onSettings }: BurnProps) {
  if (!isSprintType(settings.type)) return undefined;
  const type = isBurnup(settings.type) ? 'filter-burnup' : 'filter-burndown';
  return {
    label: isBurnup(type) ? 'Filter burnup' : 'Filter burndown',
    onSelect: () => onSettings({ ...settings, type }),
  };
}

function DayEnds(props: ChartProps) {
  const { settings, context } = props;
  const table = useReportTable(burnTable, props);
  const pattern = `ddd, ${settings.dateFormat ?? context.dateFormat}`;
  const cells = useMemo(
    () => ({ day: { cell: (row: DayEnd) => formatDay(row.day, pattern) } }),
    [pattern],
  );
  return (
    <Disclosure title="Daily values" level={3}>
      <TableView {...props} label="Daily values" table={table} cells={cells} pageSize={25} />
    </Disclosure>
  );
}

const plain = (value: number) => formatNumber(value, 2);

/** Form of the time of an event in a narrow table; the axis of the chart names days like this. */
const SHORT = 'MMM D HH:mm';

type Entry = Omit<BurnEvent, 'event' | 'row'> & { readonly id: string; readonly event: string };

const EVENTS = { ...REASONS, completed: 'Completed' };
const FILTER_EVENTS = { ...EVENTS, created: 'Created' };

/** The changes of the remaining work, as Jira lists them. */
function Events({ chart, settings, context, result, dataset, compact }: ChartProps) {
  const { zone } = context;
  const pattern = `${settings.dateFormat ?? context.dateFormat} HH:mm`;
  const { count, last } = chart.events;
  const names = isSprintType(settings.type) ? EVENTS : FILTER_EVENTS;
  const rows = useMemo(
    () =>
      last.map((each, index): Entry => {
        return { ...each, id: String(index), event: names[each.event] };
      }),
    [last, names],
  );
  const columns = useMemo(
    (): readonly Column<Entry>[] => [
      {
        id: 'when',
        header: 'Date',
        width: 152,
        value: row => row.at,
        cell: row => (
          <>
            <span className="tb-burn__when">{formatInstant(row.at, zone, pattern)}</span>
            <span className="tb-burn__when--short">{formatInstant(row.at, zone, SHORT)}</span>
          </>
        ),
      },
      { id: 'event', header: 'Event', width: 136, value: row => row.event },
      {
        id: 'issue',
        header: 'Issue',
        value: row => row.key,
        cell: row => <IssueName issue={row} url={dataset.issueUrl(row.key)} />,
      },
      { ...amount('increase', 'Increase', row => Math.max(0, row.change)), folds: true },
      { ...amount('decrease', 'Decrease', row => Math.max(0, -row.change)), folds: true },
      ...(isBurnup(settings.type)
        ? [
            amount('scope', 'Scope', row => row.scope),
            amount('completed', 'Completed', row => row.completed),
          ]
        : [amount('remaining', 'Remaining', row => row.scope - row.completed)]),
      { id: 'by', header: 'By', width: 160, value: row => row.by ?? '', folds: true },
    ],
    [pattern, zone, settings.type, dataset],
  );
  return (
    <section aria-label="Events" className="tb-burn__ledger tb-not-on-wall">
      <h3>Events</h3>
      {last.length < count && (
        <p className="tb-quiet">
          The last {formatNumber(last.length)} of {formatNumber(count)} events
        </p>
      )}
      <DataTable
        label={`Events, ${result.unit}`}
        columns={columns}
        rows={rows}
        rowId={row => row.id}
        pageSize={10}
        compact={compact}
        empty="No changes since the start."
      />
    </section>
  );
}

const amount = (id: string, header: string, value: (row: Entry) => number): Column<Entry> => ({
  id,
  header,
  numeric: true,
  width: 88,
  value,
  format: id === 'increase' || id === 'decrease' ? dashForZero(plain) : each => plain(each ?? 0),
});
