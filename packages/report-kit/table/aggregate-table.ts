import type { TypedTable } from './csv-text.ts';
import {
  fileCell,
  fileColumns,
  fileHeader,
  fileLines,
  plainFields,
  type ReportTable,
} from './report-table.ts';

/** Groups of fewer issues could tell about single ones. */
export const MIN_GROUP = 3;

export interface AggregateTable extends TypedTable {
  /** Rows that are left out. */
  readonly folded: number;
}

/**
 * The table of files for readers who may not see issues: without rows and cells of fewer than three issues, and without a row that
 * the total would give away. Rows without figures, such as those of single issues, are left out too.
 */
export function aggregateTable<Row>(table: ReportTable<Row>): AggregateTable {
  const columns = fileColumns(table);
  const lines = fileLines(table).map(line => {
    const sizes = columns.flatMap(column => column.figure?.(line.row)?.issues.length ?? []);
    return { ...line, size: sizes.length > 0 ? Math.max(...sizes) : null };
  });
  const isSmall = (size: number | null) => size !== null && size > 0 && size < MIN_GROUP;
  // Of one or two issues in all, even a 0 tells something.
  const isTiny = lines.every(({ size }) => (size ?? 0) < MIN_GROUP);
  const hidden = new Set(lines.filter(({ size }) => isTiny || size === null || isSmall(size)));
  const total = lines.find(line => line.isTotal && !hidden.has(line));
  const rows = lines.filter(({ isTotal }) => !isTotal);
  const hiddenIssues = [...hidden].reduce(
    (sum, { size, isTotal }) => sum + (isTotal ? 0 : (size ?? 0)),
    0,
  );
  if (total && isSmall(hiddenIssues)) {
    const [next] = rows
      .filter(line => !hidden.has(line) && line.size !== 0)
      .sort((a, b) => (a.size ?? 0) - (b.size ?? 0));
    if (next) hidden.add(next);
  }
  const shown = lines.filter(line => !hidden.has(line));
  return {
    columns: columns.map(fileHeader),
    fields: plainFields(table),
    hasTotal: shown.at(-1)?.isTotal ?? false,
    rows: shown.map(line =>
      columns.map((column, at) => {
        if (at === 0) return line.isTotal ? line.name : fileCell(column, line);
        return isSmall(column.figure?.(line.row)?.issues.length ?? null)
          ? null
          : fileCell(column, line);
      }),
    ),
    folded: rows.filter(line => hidden.has(line)).length,
  };
}
