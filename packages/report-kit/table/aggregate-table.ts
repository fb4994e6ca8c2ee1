import type { Figure } from '@tallyboard/core/model/result.ts';
import type { TypedTable } from './csv-text.ts';
import {
  cellValue,
  type FileLine,
  fileCell,
  fileColumns,
  fileHeader,
  fileLines,
  plainFields,
  type ReportTable,
  type TableColumn,
} from './report-table.ts';
import { isNamedByIssue } from './row-key.ts';
import { showableFigures } from './secondary-suppression.ts';

/** Groups of fewer issues could tell about single ones. */
export const MIN_GROUP = 3;

export interface AggregateTable extends TypedTable {
  /** Rows that are left out. */
  readonly folded: number;
}

/** A line with the figures of its columns. */
interface FigureLine<Row> extends FileLine<Row> {
  readonly figures: readonly (Figure | null)[];
}

/**
 * The table of files for readers who may not see issues. A table with a figure of one or two issues loses all figures of fewer than
 * three (of none too, or an empty cell would say 'one or two'), those that would give them away by a sum or a difference, and
 * numbers that are computed from others. Rows without figures, and those that bear the name of an issue, are left out, and so are
 * names of issues in other rows.
 */
export function aggregateTable<Row>(table: ReportTable<Row>): AggregateTable {
  const columns = fileColumns(table);
  const lines = fileLines(table).map(line => ({
    ...line,
    figures: columns.map(column => column.figure?.(line.row) ?? null),
  }));
  const isWhole = !lines.some(({ figures }) => figures.some(isSecret));
  const shown = isWhole ? new Set(lines.flatMap(figuresOf)) : suppressed(lines, table);
  const isShown = (figure: Figure | null) => figure !== null && shown.has(figure);
  const rows = lines.filter(({ key, figures }) => !isNamedByIssue(key) && figures.some(isShown));
  return {
    columns: columns.map(fileHeader),
    fields: plainFields(table),
    keys: rows.map(({ key }) => key),
    hasTotal: rows.at(-1)?.isTotal ?? false,
    rows: rows.map(line =>
      columns.map((column, at) => {
        if (at === 0) return line.isTotal ? line.name : fileCell(column, line);
        if (column.namesIssue) return null;
        const cell = fileCell(column, line);
        const figure = line.figures[at] ?? null;
        if (figure?.kind === 'max') return figure.issues.length < MIN_GROUP ? null : cell;
        if (isWhole || typeof cell !== 'number') return cell;
        return isShown(figure) && !isComputed(column, line.row, figure) ? cell : null;
      }),
    ),
    folded: lines.filter(line => !line.isTotal && !rows.includes(line)).length,
  };
}

const figuresOf = ({ figures }: { readonly figures: readonly (Figure | null)[] }) =>
  figures.filter(figure => figure !== null);

/** The largest value is of one issue by its nature, and always left out. */
function isSecret(figure: Figure | null): boolean {
  if (figure === null || figure.kind === 'max') return false;
  const size = sizeOf(figure);
  return size > 0 && size < MIN_GROUP;
}

/** Issues that make the number: the sum of 5 hours and of nothing of nine other issues is the time of one. */
function sizeOf({ kind, issues, parts }: Figure): number {
  if (!parts || (kind !== 'sum' && kind !== 'mean')) return issues.length;
  return issues.filter((_, at) => parts[at] !== 0).length;
}

/** A ratio, share or deviation: it gives away its other figure. */
const isComputed = <Row>(column: TableColumn<Row>, row: Row, figure: Figure | null) =>
  column.percentOf !== undefined ||
  column.comparedTo !== undefined ||
  (!column.repeats && cellValue(column, row) !== figure?.value);

function suppressed<Row>(
  lines: readonly FigureLine<Row>[],
  table: ReportTable<Row>,
): ReadonlySet<Figure> {
  const isLarge = (figure: Figure) => figure.kind !== 'max' && sizeOf(figure) >= MIN_GROUP;
  const secrets = new Set(lines.flatMap(figuresOf).filter(isSecret));
  const rows = lines.filter(({ isTotal }) => !isTotal);
  const totals = lines.filter(({ isTotal }) => isTotal).flatMap(figuresOf);
  const large = rows.flatMap(figuresOf).filter(isLarge);
  const shown = showableFigures(secrets, large, totals.filter(isLarge));
  const lineOf = new Map(lines.map(line => [line.row, line]));
  const isEven = (parts: readonly FigureLine<Row>[]) => {
    const hidden = parts.filter(row => !figuresOf(row).some(figure => shown.has(figure)));
    return hidden[0]?.figures.some((first, at) => {
      const isSame = ({ figures }: FigureLine<Row>) => figures[at]?.value === first?.value;
      return first?.kind === 'count' && first.value > 0 && hidden.every(isSame);
    });
  };
  // 2,000 rows of 2,000 issues have one each.
  const withheld = lines.filter(({ row, isTotal }) =>
    isEven(isTotal ? rows : (table.childRows?.(row) ?? []).flatMap(each => lineOf.get(each) ?? [])),
  );
  for (const figure of withheld.flatMap(figuresOf)) shown.delete(figure);
  return shown;
}
