import { formatDay } from '@tallyboard/core/time/format.ts';
import type { Drill } from '@tallyboard/report-kit/contract.ts';
import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import { heatClass, heatLevel } from '@tallyboard/ui/charts/heat.ts';
import { FigureButton } from '@tallyboard/ui/figure/figure-button.tsx';
import type { Column } from '@tallyboard/ui/table/data-table.tsx';
import { groupingLabel } from './groupings.ts';
import { NameCell } from './name-cell.tsx';
import {
  cellAt,
  type TimesheetCell,
  type TimesheetColumn,
  type TimesheetLine,
  type TimesheetResult,
} from './result.ts';
import { isPersonal, shownView } from './settings.ts';
import { descriptionsText, percentText, type TimesheetText } from './text.ts';
import type { TreeRow } from './tree.ts';
import type { TimesheetProps } from './view-props.ts';

export interface Cells
  extends Pick<TimesheetProps, 'result' | 'settings' | 'compact' | 'dataset' | 'onDrill'> {
  readonly text: TimesheetText;
}

const LOGGED = 'Work that was logged on these issues.';

/** Group, days or weeks, average, working time and percent of people, total. */
export function timesheetColumns(cells: Cells): readonly Column<TreeRow>[] {
  const { result, settings } = cells;
  const percents = shownView(settings) === 'percent';
  // Alike, so that the days are.
  const width = percents
    ? WIDTHS[settings.unit]
    : widthFor(
        cells,
        line => line.cells.map(({ figure }) => figure.value ?? 0),
        WIDTHS[settings.unit],
      );
  return [
    nameColumn(cells),
    ...result.columns.map((column, position) => ({
      ...timeColumn(cells, column, position),
      width,
    })),
    ...(settings.hideAverage || percents ? [] : [averageColumn(cells)]),
    ...(percents ? [workingColumn(cells), percentColumn(cells)] : []),
    totalColumn(cells),
  ];
}

function nameColumn(cells: Cells): Column<TreeRow> {
  const { settings, result } = cells;
  const showsMax = !settings.hideMax && result.columns.length > 0;
  return {
    id: 'value',
    header: groupingLabel(settings.groupBy, []),
    width: nameWidth(cells),
    value: row => {
      if (row.kind === 'group') return row.line.label;
      return row.kind === 'issue' ? row.line.key : row.log.day;
    },
    cell: row => <NameCell row={row} cells={cells} person={isPersonal(settings)} />,
    total: (
      <>
        Total
        {showsMax && <span className="tb-timesheet__max">% of max day</span>}
      </>
    ),
  };
}

/** Summaries and descriptions need more room than names. */
function nameWidth({ compact, settings }: Cells): number {
  const wide = shownView(settings) === 'detailed';
  return compact ? (wide ? 240 : 160) : wide ? 360 : 240;
}

const WIDTHS = { day: 68, week: 92, month: 68 } as const;
const TOTAL_WIDTH = 84;
/** Of a bold letter, and of the padding of a cell, in px. */
const LETTER = 7;
const PADDING = 16;
/** Rows that are looked at to find the longest text. */
const MAX_ROWS = 300;

/** As wide as its longest time, and no narrower than `least`. */
function widthFor(
  { result, text }: Cells,
  secondsOf: (line: TimesheetLine) => readonly number[],
  least: number,
): number {
  const lengths = result.rows
    .slice(0, MAX_ROWS)
    .flatMap(line => secondsOf(line).map(time => text.time(time).length));
  return Math.max(
    least,
    lengths.reduce((most, length) => Math.max(most, length), 0) * LETTER + PADDING,
  );
}

function timeColumn(cells: Cells, column: TimesheetColumn, position: number): Column<TreeRow> {
  const { result, settings, text } = cells;
  const off = column.workingDays === 0;
  const shade = [off && 'tb-timesheet__off', column.today && 'tb-timesheet__today']
    .filter(Boolean)
    .join(' ');
  const secondsOf = (row: TreeRow) => secondsIn(row, position);
  const total = cellAt(result.total, position);
  return {
    id: column.id,
    header: formatDay(column.first, settings.unit === 'week' ? 'MMM D' : 'dd D'),
    group: formatDay(column.first, settings.unit === 'week' ? 'YYYY' : 'MMMM YYYY'),
    help: text.range(column) + (off ? ', days off' : '') + (column.today ? ', today' : ''),
    numeric: true,
    value: secondsOf,
    endsClass: shade || undefined,
    cellClass: row => {
      const level = settings.heatMap && row.kind !== 'log' ? secondsOf(row) : 0;
      return [shade, heatClass(heatLevel(level, result.largest))].filter(Boolean).join(' ');
    },
    cell: row =>
      row.kind === 'log' ? (
        secondsOf(row) > 0 && text.time(secondsOf(row))
      ) : (
        <TimeCell
          cells={cells}
          cell={cellAt(row.line, position)}
          title={`${nameOf(row)} · ${text.range(column)}`}
          people={1}
        />
      ),
    total: (
      <>
        <TimeCell
          cells={cells}
          cell={total}
          title={`Total · ${text.range(column)}`}
          people={result.rows.length}
        />
        {!settings.hideMax && (
          <span className="tb-timesheet__max">
            {percentText(maxShare(total?.figure.value ?? 0, result))}
          </span>
        )}
      </>
    ),
  };
}

const maxShare = (seconds: number, { largestColumn }: TimesheetResult): number =>
  largestColumn === 0 ? 0 : (100 * seconds) / largestColumn;

function secondsIn(row: TreeRow, column: number): number {
  if (row.kind === 'log') return row.log.column === column ? row.log.seconds : 0;
  return cellAt(row.line, column)?.figure.value ?? 0;
}

const nameOf = (row: Exclude<TreeRow, { kind: 'log' }>): string =>
  row.kind === 'issue' ? `${row.line.key} · ${row.group.label}` : row.line.label;

/** The time of a cell; in the percent view against what so many people could have worked on a day. */
function TimeCell({
  cells,
  cell,
  title,
  people,
}: {
  readonly cells: Cells;
  readonly cell: TimesheetCell | undefined;
  readonly title: string;
  readonly people: number;
}) {
  const seconds = cell?.figure.value ?? 0;
  if (!cell || seconds === 0) return <span className="tb-timesheet__zero">0</span>;
  const { settings, result, text, onDrill } = cells;
  const shown =
    shownView(settings) === 'percent'
      ? percentText((100 * seconds) / Math.max(1, result.daySeconds * people))
      : text.time(seconds);
  return (
    <span data-tb-tooltip={descriptionsText(cell)}>
      <TimeButton title={title} figure={cell.figure} onDrill={onDrill}>
        {shown}
      </TimeButton>
    </span>
  );
}

function TimeButton({
  title,
  figure,
  onDrill,
  children,
}: {
  readonly title: string;
  readonly figure: Drill['figure'];
  readonly onDrill: Cells['onDrill'];
  readonly children: string;
}) {
  const open = () => onDrill({ title, reason: LOGGED, figure, part: partOf('seconds') });
  return (
    <FigureButton label={title} onOpen={open}>
      {children}
    </FigureButton>
  );
}

function totalColumn(cells: Cells): Column<TreeRow> {
  const { result, text, onDrill } = cells;
  const button = (line: TimesheetLine, name: string) =>
    line.total.value === 0 ? (
      <span className="tb-timesheet__zero">0</span>
    ) : (
      <TimeButton title={`Total · ${name}`} figure={line.total} onDrill={onDrill}>
        {text.time(line.total.value ?? 0)}
      </TimeButton>
    );
  return {
    id: 'total',
    header: 'Total',
    help: 'All logged time of the shown days.',
    numeric: true,
    width: widthFor(cells, line => [line.total.value ?? 0], TOTAL_WIDTH),
    endsClass: 'tb-timesheet__total',
    cellClass: () => 'tb-timesheet__total',
    value: row => (row.kind === 'log' ? row.log.seconds : row.line.total.value),
    cell: row => (row.kind === 'log' ? text.time(row.log.seconds) : button(row.line, nameOf(row))),
    total: button(result.total, 'all'),
  };
}

function averageColumn({ result, text }: Cells): Column<TreeRow> {
  return {
    id: 'average',
    header: 'Average',
    help: `Total / ${result.workingDays} working days.`,
    numeric: true,
    width: 84,
    value: row => (row.kind === 'log' ? null : row.line.average),
    cell: row => (row.kind === 'log' ? null : text.mean(row.line.average)),
    total: text.mean(result.total.average),
  };
}

function workingColumn({ result, text }: Cells): Column<TreeRow> {
  const shown = (seconds: number | null) => (seconds === null ? null : text.time(seconds));
  const value = (row: TreeRow) => (row.kind === 'group' ? row.line.workingSeconds : null);
  return {
    id: 'working',
    header: 'Working time',
    help: 'What a person could have worked: working days times the hours of a day.',
    numeric: true,
    width: 108,
    value,
    cell: row => shown(value(row)),
    total: shown(result.total.workingSeconds),
  };
}

function percentColumn({ result }: Cells): Column<TreeRow> {
  const shown = (percent: number | null) => (percent === null ? null : percentText(percent));
  const value = (row: TreeRow) => (row.kind === 'group' ? row.line.percent : null);
  return {
    id: 'percent',
    header: 'Percent',
    help: 'Logged time in percent of the working time.',
    numeric: true,
    width: 84,
    value,
    cell: row => shown(value(row)),
    total: shown(result.total.percent),
  };
}
