/**
 * The headline and the totals of a report on a board set by its boards. The rows of sums and counts add up: an issue on several boards counts in
 * each, and `shared` takes away what is counted again.
 *
 *   Team A   5      A-1 is on both
 *   Team B   4
 *   shared  -1
 *   Total    8
 */

import { NONE, ofBoard, SHARED } from '@tallyboard/core/measure/board-figure.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { BoardRows, Computed, Figure } from '@tallyboard/core/model/result.ts';
import type { Drill } from '../figures/drill.ts';
import type { Headline, HeadlineFigure } from '../headline.ts';
import {
  cellValue,
  fileColumns,
  fileLines,
  type ReportTable,
  type TableColumn,
  unitIn,
} from '../table/report-table.ts';
import { ISSUES, PERCENT, type Unit } from '../table/units.ts';

/** What the table is made of; see the contract. */
interface OfReport<Settings, Result> {
  headline?(result: Result, settings: Settings, context: ReportContext): Headline | null;
  table(result: Result, settings: Settings, context: ReportContext): ReportTable;
}

export interface BoardRow {
  readonly id: string;
  readonly name: string;
  /** By the id of the column; absent where a row has no such figure. */
  readonly figures: ReadonlyMap<string, Figure>;
  readonly wholes: ReadonlyMap<string, Figure>;
}

/** Where a figure of the table comes from; undefined for those of the total. */
export function boardOf({ rows, total }: ReportTable<BoardRow>, figure: Figure): Drill['byBoard'] {
  for (const { id: board, figures } of rows)
    for (const [id, own] of figures) {
      const whole = own === figure && total?.row.figures.get(id);
      if (whole) return { board, whole };
    }
  return undefined;
}

/** Null unless the report is of a set with several boards, and some of its figures are of issues. */
export function boardTable<Settings, Result>(
  report: OfReport<Settings, Result>,
  { result, boards }: Pick<Computed<Result>, 'result' | 'boards'>,
  settings: Settings,
  context: ReportContext,
): ReportTable<BoardRow> | null {
  if (!boards || boards.length < 2) return null;
  const headline = report.headline?.(result, settings, context)?.figures ?? [];
  const table = report.table(result, settings, context);
  const known = new Set(headline.map(({ id }) => id));
  const measures = [
    ...headline.flatMap(each => measureOf(each, table) ?? []),
    ...totalsOf(table).flatMap(each => (known.has(each.id) ? [] : (measureOf(each, table) ?? []))),
  ];
  return measures.length === 0 ? null : tableOf(measures, boards);
}

/** The numbers of the total as those of the headline. */
function totalsOf(table: ReportTable): readonly HeadlineFigure[] {
  const { total } = table;
  if (!total || total.only === 'screen') return [];
  return fileColumns(table).flatMap((column): HeadlineFigure[] => {
    const { id, header: label, reason = '', part, shows } = column;
    const figure = column.figure?.(total.row);
    if (!figure) return [];
    const drill = { reason: column.reasonOf?.(total.row) ?? reason, figure, shows };
    return [{ id, label, text: '', drill: { ...drill, part: part ?? column.unit?.part } }];
  });
}

/** A number of the headline or the total that its issues make. */
interface Measure extends Pick<HeadlineFigure, 'id' | 'label'> {
  readonly drill: Omit<Drill, 'title'>;
  readonly figure: Figure;
  /** The figure is a percentage of this one. */
  readonly whole: Figure | null;
  readonly unit: Unit;
  /** -1 for what is shown below 0. */
  readonly sign: 1 | -1;
}

const EPSILON = 1e-6;
const isSame = (a: number, b: number) => Math.abs(a - b) <= EPSILON * Math.max(1, Math.abs(b));

/** Null for numbers that are computed in another way than from the issues behind them. */
function measureOf(shown: HeadlineFigure, table: ReportTable): Measure | null {
  const { id, label, drill } = shown;
  if (!drill) return null;
  const { figure } = drill;
  const cell = cellAt(table, id);
  const value = shown.value === undefined ? cell?.value : shown.value;
  if (typeof value !== 'number' || figure.value === null) return null;
  const own = { id, label, drill, figure };
  const whole = cell?.whole ?? null;
  if (whole !== null)
    return isAdditive(figure) && isAdditive(whole) && isSame(value, percent(figure, whole) ?? 0)
      ? { ...own, whole, unit: PERCENT, sign: 1 }
      : null;
  const unit = shown.unit ?? cell?.unit ?? ISSUES;
  if (isSame(value, figure.value)) return { ...own, whole, unit, sign: 1 };
  return isAdditive(figure) && isSame(value, -figure.value)
    ? { ...own, whole, unit, sign: -1 }
    : null;
}

function cellAt(table: ReportTable, id: string) {
  for (const { key, row, isTotal } of fileLines(table)) {
    const start = isTotal ? '' : `${key}/`;
    if (!id.startsWith(start)) continue;
    const column = fileColumns(table).find(each => start + each.id === id);
    if (!column) continue;
    const value = cellValue(column, row);
    return { value, unit: unitIn(column, row), whole: column.percentOf?.(row) };
  }
  return null;
}

const isAdditive = ({ kind }: Figure) => kind === 'count' || kind === 'sum';
const percent = (part: Figure, whole: Figure) =>
  whole.value ? (100 * (part.value ?? 0)) / whole.value : null;

const REPEATED = 'On more than one board: counted once in the total.';

function tableOf(
  measures: readonly Measure[],
  boards: readonly BoardRows[],
): ReportTable<BoardRow> {
  const rowOf = (
    id: string,
    name: string,
    holds: (measure: Measure) => boolean = () => true,
    make: (figure: Figure) => Figure = ofBoard(boards, id),
  ): BoardRow => {
    const own = measures.filter(holds);
    return {
      id,
      name,
      figures: new Map(own.map(each => [each.id, make(each.figure)])),
      wholes: new Map(own.flatMap(({ id, whole }) => (whole ? [[id, make(whole)]] : []))),
    };
  };
  const sums = ({ figure, whole }: Measure) => isAdditive(figure) && whole === null;
  const has = ({ figures }: BoardRow) => [...figures.values()].some(each => each.issues.length > 0);
  const others = [
    rowOf(SHARED, 'On more than one board', sums),
    rowOf(NONE, 'On none of the boards now', sums),
  ];
  return {
    columns: [{ id: 'board', header: 'Board', value: row => row.name }, ...measures.map(columnOf)],
    rows: [...boards.map(({ id, name }) => rowOf(id, name)), ...others.filter(has)],
    rowId: ({ id }) => id,
    rowKey: ({ id }) => id,
    nameOf: ({ name }) => name,
    total: { label: 'Total', row: rowOf('', 'Total', undefined, each => each) },
  };
}

const columnOf = ({ id, label, drill, unit, sign, whole }: Measure): TableColumn<BoardRow> => ({
  id,
  header: label,
  unit,
  reason: drill.reason,
  reasonOf: row => (row.id === SHARED ? REPEATED : drill.reason),
  figure: ({ figures }) => figures.get(id),
  value({ figures, wholes }) {
    const figure = figures.get(id);
    const whole = wholes.get(id);
    if (figure === undefined) return undefined;
    if (whole) return percent(figure, whole);
    // No -0.
    return figure.value === null ? null : sign * figure.value || 0;
  },
  ...(whole && { percentOf: ({ wholes }: BoardRow) => wholes.get(id) ?? whole }),
  ...(drill.part && { part: drill.part }),
  ...(drill.shows && { shows: drill.shows }),
});
