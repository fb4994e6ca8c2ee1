import { percent } from '@tallyboard/core/measure/statistics.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { IssueName } from '@tallyboard/report-kit/figures/issue-name.tsx';
import { GroupName } from '@tallyboard/report-kit/table/group-name.tsx';
import type { ReportTable } from '@tallyboard/report-kit/table/report-table.ts';
import { FigureCell, type ViewCells } from '@tallyboard/report-kit/table/table-view.tsx';
import { heatClass, heatLevel } from '@tallyboard/ui/charts/heat.ts';
import { classNames } from '@tallyboard/ui/controls/class-names.ts';
import type { Column } from '@tallyboard/ui/table/data-table.tsx';
import { formatPercent } from '@tallyboard/ui/text/numbers.ts';
import {
  type AccountState,
  secondsAt,
  type TimesheetLine,
  type TimesheetLog,
  type TimesheetResult,
} from '../result.ts';
import { isPersonal, shownView, type TimesheetSettings } from '../settings.ts';
import type { TimesheetText, TreeRow } from '../table.ts';

export type TimesheetProps = ViewProps<TimesheetSettings, TimesheetResult>;

interface Cells
  extends Pick<
    TimesheetProps,
    'result' | 'settings' | 'context' | 'compact' | 'dataset' | 'onDrill' | 'onLogWork'
  > {
  readonly table: ReportTable<TreeRow>;
  readonly text: TimesheetText;
}

export function timesheetCells(cells: Cells): ViewCells<TreeRow> {
  const { result, settings } = cells;
  const least = WIDTHS[settings.unit];
  // All days have the same width.
  const width =
    shownView(settings) === 'percent'
      ? least
      : widthFor(cells, line => line.cells.map(({ figure }) => figure.value ?? 0), least);
  const days = result.columns.map(({ id }, at) => [
    id,
    { ...dayCells(cells, at), width, fixed: true },
  ]);
  return {
    ...Object.fromEntries(days),
    value: {
      width: nameWidth(cells),
      cell: row => <NameCell row={row} cells={cells} />,
      total: (
        <>
          Total
          {!settings.hideMax && result.columns.length > 0 && (
            <span className="tb-timesheet__max">% of max day</span>
          )}
          {result.missing?.some(seconds => seconds > 0) && (
            <span className="tb-timesheet__max">Missing</span>
          )}
        </>
      ),
    },
    average: { fixed: true },
    working: { fixed: true },
    percent: { fixed: true },
    total: {
      width: widthFor(cells, line => [line.total.value ?? 0], TOTAL_WIDTH),
      fixed: true,
      endsClass: 'tb-timesheet__total',
      cellClass: row => classNames('tb-timesheet__total', isZero(row) && 'tb-timesheet__zero'),
    },
  };
}

const isZero = (row: TreeRow) => row.kind !== 'log' && row.line.total.value === 0;

function nameWidth({ compact, settings }: Cells): number {
  const wide = shownView(settings) === 'detailed';
  return compact ? (wide ? 240 : 104) : wide ? 360 : 200;
}

const WIDTHS = { day: 60, week: 104, month: 60 } as const;
const TOTAL_WIDTH = 84;
/** Widths of a bold letter and of the cell padding, in px. */
const LETTER = 7;
const PADDING = 12;
/** Rows measured for the longest text. */
const MAX_ROWS = 300;

/** Fits the longest time; at least `least`. */
function widthFor(
  { result, text }: Cells,
  secondsOf: (line: TimesheetLine) => readonly number[],
  least: number,
): number {
  const lengths = [result.total, ...result.rows.slice(0, MAX_ROWS)].flatMap(line =>
    secondsOf(line).map(time => text.time(time).length),
  );
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  return Math.max(least, longest * LETTER + PADDING);
}

function dayCells(cells: Cells, at: number): Partial<Column<TreeRow>> {
  const { table, result, settings, text, onDrill } = cells;
  const { id, first, workingDays, today } = result.columns[at]!;
  const shade = classNames(
    'tb-timesheet__day',
    workingDays === 0 && 'tb-timesheet__off',
    today && 'tb-timesheet__today',
  );
  const seconds = (row: TreeRow) => (row.kind === 'log' ? 0 : secondsAt(row.line, at));
  const column = table.columns.find(each => each.id === id);
  const { total } = table;
  const logs = settings.unit === 'day' ? cells.onLogWork : undefined;
  return {
    ...(logs &&
      column && {
        cell: (row: TreeRow) => (
          <>
            <FigureCell
              column={column}
              row={row}
              name={table.nameOf(row)}
              of="row"
              onDrill={onDrill}
            />
            <LogWorkButton row={row} day={first} cells={cells} onLogWork={logs} />
          </>
        ),
      }),
    group: formatDay(first, settings.unit === 'week' ? '[Weeks of] YYYY' : 'MMMM YYYY'),
    endsClass: shade,
    cellClass: row =>
      classNames(
        shade,
        settings.heatMap && heatClass(heatLevel(seconds(row), result.largest)),
        row.kind !== 'log' && seconds(row) === 0 && 'tb-timesheet__zero',
      ),
    total: column && total && (
      <span className={seconds(total.row) === 0 ? 'tb-timesheet__zero' : undefined}>
        <FigureCell
          column={column}
          row={total.row}
          name={total.label}
          of="total"
          onDrill={onDrill}
        />
        {!settings.hideMax && (
          <span className="tb-timesheet__max">
            {formatPercent(percent(seconds(total.row), result.largestColumn))}
          </span>
        )}
        {result.missing?.some(each => each > 0) && (
          <span
            className={classNames(
              'tb-timesheet__max',
              result.missing[at] ? 'tb-timesheet__missing' : undefined,
            )}
          >
            {result.missing[at] ? text.time(result.missing[at]) : '-'}
          </span>
        )}
      </span>
    ),
  };
}

/** On cells of the reader and of issues; by pointer, as the button of the toolbar serves everybody. */
function LogWorkButton(props: {
  readonly row: TreeRow;
  readonly day: Day;
  readonly cells: Cells;
  readonly onLogWork: NonNullable<TimesheetProps['onLogWork']>;
}) {
  const { row, day, cells, onLogWork } = props;
  const { groupBy } = cells.settings;
  if (row.kind === 'log' || row.kind === 'total') return null;
  const group = row.kind === 'group' ? row.line : row.group;
  if (groupBy === 'worklog-author' && group.id !== cells.context.currentUser?.id) return null;
  if (row.kind === 'group' && !LOGGED_GROUPS.has(groupBy)) return null;
  const isAuthor = row.kind === 'group' && groupBy === 'worklog-author';
  const issue =
    row.kind === 'issue'
      ? `${row.line.key} ${row.line.summary}`
      : isAuthor
        ? undefined
        : group.label;
  const label = `Log work on ${formatDay(day, 'MMM D')}`;
  return (
    <button
      type="button"
      tabIndex={-1}
      className="tb-timesheet__log-work"
      aria-label={issue === undefined ? label : `${label}, ${issue}`}
      title={label}
      onClick={() => onLogWork({ issue, day })}
    />
  );
}

/** Labels of issues begin with their keys. */
const LOGGED_GROUPS: ReadonlySet<unknown> = new Set([
  'worklog-author',
  'issue-key',
  'issue-summary',
]);

const ACCOUNTS: Readonly<Record<Exclude<AccountState, null>, string>> = {
  inactive: 'inactive',
  deleted: 'deleted account',
  unassigned: 'unassigned',
};

/** The description, after the day if there are no day columns, and the author if not grouped by author. */
function logText({ day, author, description }: TimesheetLog, { result, settings }: Cells): string {
  const known = [
    ...(result.columns.length === 0 ? [formatDay(day, 'MMM D')] : []),
    ...(settings.groupBy === 'worklog-author' ? [] : [author]),
  ];
  return [...known, description].join(' · ');
}

function NameCell({ row, cells }: { readonly row: TreeRow; readonly cells: Cells }) {
  if (row.kind === 'log') {
    return (
      <span className="tb-timesheet__log tb-ellipsis" dir="auto">
        {logText(row.log, cells)}
      </span>
    );
  }
  if (row.kind === 'issue') {
    return <IssueName issue={row.line} url={cells.dataset.issueUrl(row.line.key)} />;
  }
  if (row.kind === 'total') return null;
  const { account } = row.line;
  return (
    <GroupName row={row.line} person={isPersonal(cells.settings)}>
      {account && <span className="tb-quiet">({ACCOUNTS[account]})</span>}
    </GroupName>
  );
}
