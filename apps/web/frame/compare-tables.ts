/** Two results of one report held against each other, cell by cell, as their tables for export write them. */
import type { CsvTable } from '@tallyboard/reports/report.ts';

export interface Compared {
  readonly id: string;
  /** The row, in the words of the table. */
  readonly row: string;
  readonly column: string;
  readonly before: number | null;
  readonly after: number | null;
}

/**
 * The cells with numbers that differ, in the order of the tables: rows are known by their texts. A row that one of the
 * tables lacks has null there.
 */
export function changedCells(before: CsvTable, after: CsvTable): readonly Compared[] {
  const old = rowsByName(before);
  const fresh = rowsByName(after);
  const names = [...new Set([...old.keys(), ...fresh.keys()])];
  return names.flatMap(name =>
    changedOfRow(name, cellsOf(before, old.get(name)), cellsOf(after, fresh.get(name))),
  );
}

type Row = CsvTable['rows'][number];

function rowsByName({ rows }: CsvTable): Map<string, Row> {
  const named = new Map<string, Row>();
  for (const row of rows) {
    const words = row.filter(cell => typeof cell === 'string' && cell !== '').join(' · ');
    // The same words again are another row, the second of its name.
    let name = words;
    for (let count = 2; named.has(name); count++) name = `${words} (${count})`;
    named.set(name, row);
  }
  return named;
}

function cellsOf({ columns }: CsvTable, row: Row | undefined): Map<string, number> {
  const cells = new Map<string, number>();
  row?.forEach((cell, index) => {
    if (typeof cell === 'number') cells.set(columns[index] ?? String(index), cell);
  });
  return cells;
}

function changedOfRow(
  row: string,
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): readonly Compared[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap(column => {
    const was = before.get(column) ?? null;
    const is = after.get(column) ?? null;
    return was === is ? [] : [{ id: `${row}\n${column}`, row, column, before: was, after: is }];
  });
}
