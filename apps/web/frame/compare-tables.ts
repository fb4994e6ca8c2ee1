/** Two results of one report held against each other, cell by cell, as their tables for export write them. */
import type { BehindCell, CsvTable } from '@tallyboard/report-kit/contract.ts';

export interface Compared {
  readonly id: string;
  /** The row, in the words of the table. */
  readonly row: string;
  readonly column: string;
  readonly before: number | null;
  readonly after: number | null;
  /** The issues behind the two, where the tables know them. */
  readonly behind: { before(): BehindCell | null; after(): BehindCell | null };
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

/** Row numbers by the words of the rows. */
function rowsByName({ rows }: CsvTable): Map<string, number> {
  const named = new Map<string, number>();
  rows.forEach((row, number) => {
    const words = row.filter(cell => typeof cell === 'string' && cell !== '').join(' · ');
    // The same words again are another row, the second of its name.
    let name = words;
    for (let count = 2; named.has(name); count++) name = `${words} (${count})`;
    named.set(name, number);
  });
  return named;
}

interface Cell {
  readonly value: number;
  /** Worked out when somebody asks: tables have far more cells than changes. */
  behind(): BehindCell | null;
}

/** The cells with numbers by the names of their columns. */
function cellsOf(table: CsvTable, row: number | undefined): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  if (row === undefined) return cells;
  table.rows[row]?.forEach((value, at) => {
    if (typeof value !== 'number') return;
    const behind = () => table.behind?.(row, at) ?? null;
    cells.set(table.columns[at] ?? String(at), { value, behind });
  });
  return cells;
}

const nothing = () => null;

function changedOfRow(
  row: string,
  before: ReadonlyMap<string, Cell>,
  after: ReadonlyMap<string, Cell>,
): readonly Compared[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap(column => {
    const was = before.get(column);
    const is = after.get(column);
    if (was?.value === is?.value) return [];
    return {
      id: `${row}\n${column}`,
      row,
      column,
      before: was?.value ?? null,
      after: is?.value ?? null,
      behind: { before: was?.behind ?? nothing, after: is?.behind ?? nothing },
    };
  });
}
