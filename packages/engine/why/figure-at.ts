/** A figure of a computed report by its key, as the number that programs get and the issues that make it. */
import { boardOfPath, figureAt as figureInResult } from '@tallyboard/core/measure/figure-path.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Computed, Figure } from '@tallyboard/core/model/result.ts';
import { type BoardRow, boardTable } from '@tallyboard/report-kit/board-sets/board-table.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import {
  cellValue,
  figureName,
  fileColumns,
  fileLines,
  plainFields,
  type ReportTable,
  type TableColumn,
  unitIn,
} from '@tallyboard/report-kit/table/report-table.ts';
import { unitName } from '@tallyboard/report-kit/table/units.ts';
import { BY_BOARD, figureKey } from '../ask/answer-schema.ts';
import type { FoundFigure } from './found-figure.ts';

/** What a report has computed, with the boards of its set. */
type ComputedFigures = Pick<Computed<unknown>, 'result' | 'boards'>;

/** Null where the report has no figure of the key. */
export function figureAt(
  report: AnyReport,
  computed: ComputedFigures,
  settings: unknown,
  context: ReportContext,
  key: string,
): FoundFigure | null {
  const { result } = computed;
  if (key.startsWith(BY_BOARD)) {
    const boards = boardTable(report, computed, settings, context);
    const own = key.slice(BY_BOARD.length);
    // Those of its total are the report's.
    return boards && own.includes('/') ? figureIn(boards, own) : null;
  }
  const own = figureIn(report.table(result, settings, context), key);
  if (own) return own;
  const found = report.headline?.(result, settings, context)?.figures.find(({ id }) => id === key);
  if (!found) return null;
  const { label, drill, unit, value = drill?.figure.value ?? null } = found;
  const shown = {
    name: label,
    value,
    scale: unit?.scale ?? 1,
    unit: unitName(unit),
    whole: null,
  };
  const per = drill ? periodsIn(drill.figure, value) : null;
  return { ...shown, figure: per === null ? null : (drill?.figure ?? null), per: per ?? 1 };
}

function figureIn<Row>(table: ReportTable<Row>, key: string): FoundFigure | null {
  const fields = plainFields(table);
  const columns = fileColumns(table);
  for (const line of fileLines(table)) {
    const row = line.isTotal ? '' : line.key;
    if (!isOfRow(key, row)) continue;
    for (const [at, column] of columns.entries()) {
      const { name = '', type, unit } = fields[at] ?? {};
      if (type !== 'number' || figureKey(row, name) !== key) continue;
      const value = cellValue(column, line.row);
      if (value === undefined) continue;
      return {
        name: figureName(column, line.name),
        unit: unitName(unitIn(column, line.row)) ?? unit,
        ...inTable(column, line.row),
      };
    }
  }
  return null;
}

/** How often the value is in its figure: 1 where it is the same, 12 for the average of twelve weeks; null where it is another number. */
function periodsIn({ kind, value: made }: Figure, value: number | null): number | null {
  if (made === value) return 1;
  const isSum = kind === 'count' || kind === 'sum';
  return isSum && made && value ? made / value : null;
}

/**
 * The key of a figure whose number is that of a cell or of the headline, and what divides it for programs; null where it has none.
 * @param path of the figure in what was computed.
 */
export function keyOfFigure(
  report: AnyReport,
  computed: ComputedFigures,
  settings: unknown,
  context: ReportContext,
  figure: Figure,
  path: string,
): { readonly key: string; readonly scale: number } | null {
  const ofSet = boardOfPath(path);
  if (ofSet) {
    const boards = boardTable(report, computed, settings, context);
    const whole = figureInResult(computed, ofSet.whole);
    return boards && whole && keyInTotal(boards, whole, ofSet.board);
  }
  const { result } = computed;
  const isIt = (other: Figure | null | undefined) => isSame(other, figure);
  const table = report.table(result, settings, context);
  const fields = plainFields(table);
  const columns = fileColumns(table);
  for (const line of fileLines(table))
    for (const [at, column] of columns.entries()) {
      const { name = '', type } = fields[at] ?? {};
      if (type !== 'number' || !isIt(column.figure?.(line.row))) continue;
      // A share has another number than its figure.
      if (cellValue(column, line.row) !== figure.value) continue;
      const key = figureKey(line.isTotal ? '' : line.key, name);
      return { key, scale: unitIn(column, line.row)?.scale ?? 1 };
    }
  const found = report
    .headline?.(result, settings, context)
    ?.figures.find(
      ({ drill, value }) => isIt(drill?.figure) && (value ?? figure.value) === figure.value,
    );
  return found ? { key: found.id, scale: found.unit?.scale ?? 1 } : null;
}

/** Figures that views create are found by their issues. */
const isSame = (other: Figure | null | undefined, figure: Figure) =>
  other === figure || (other?.issues === figure.issues && other.value === figure.value);

/** The key in the row of a board, of the column whose total is the figure. */
function keyInTotal({ total, ...table }: ReportTable<BoardRow>, whole: Figure, board: string) {
  if (!total) return null;
  const fields = plainFields(table);
  for (const [at, column] of fileColumns(table).entries()) {
    const { name = '' } = fields[at] ?? {};
    if (!isSame(column.figure?.(total.row), whole)) continue;
    const scale = unitIn(column, total.row)?.scale ?? 1;
    return { key: BY_BOARD + figureKey(board, name), scale };
  }
  return null;
}

const isOfRow = (key: string, row: string): boolean =>
  row === '' ? !key.includes('/') : key.startsWith(`${row}/`);

function inTable<Row>(column: TableColumn<Row>, row: Row): Omit<FoundFigure, 'name' | 'unit'> {
  const cell = cellValue(column, row);
  const value = typeof cell === 'number' ? cell : null;
  const figure = column.figure?.(row) ?? null;
  const scale = unitIn(column, row)?.scale ?? 1;
  const whole = figure && column.percentOf ? column.percentOf(row) : null;
  const isSum =
    column.comparedTo === undefined &&
    (whole === null || (figure?.kind !== 'mean' && whole.kind !== 'mean'));
  // A number that is computed in another way has no issues that make it.
  const made = whole === null ? figure?.value : shareOf(figure, whole);
  const isOwn = isSum && Math.abs((made ?? 0) - (value ?? 0)) < 1e-6;
  return { value, scale, figure: isOwn ? figure : null, whole: isOwn ? whole : null, per: 1 };
}

const shareOf = (figure: Figure | null, whole: Figure): number =>
  whole.value ? (100 * (figure?.value ?? 0)) / whole.value : 0;
