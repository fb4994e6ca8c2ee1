import { useMemo } from 'react';
import { type Column, DataTable } from '../table/data-table.tsx';

/** A chart as a table: heads and rows of text as shown. */
export interface TableData {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Longer tables are rendered only by the menu's 'Show table'. */
const HIDDEN_ROWS = 200;

/** The data of a chart as a table: visually hidden for screen readers, shown on demand. */
export function DataTableAlternative({
  label,
  table,
  open,
  size,
}: {
  readonly label: string;
  readonly table: () => TableData;
  readonly open: boolean;
  readonly size: number;
}) {
  if (open) return <OpenTable label={label} table={table()} />;
  if (size > HIDDEN_ROWS) return null;
  const { columns, rows } = table();
  return (
    <div className="tb-hidden">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([head = '', ...cells], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one name
            <tr key={`${row} ${head}`}>
              <th scope="row">{head}</th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface TableRow {
  readonly id: string;
  readonly cells: readonly string[];
}

function OpenTable({ label, table }: { readonly label: string; readonly table: TableData }) {
  const columns = useMemo(
    () =>
      table.columns.map(
        (header, index): Column<TableRow> => ({
          id: header,
          header,
          numeric: index > 0,
          sortable: false,
          value: row => row.cells[index] ?? '',
          cell: row => row.cells[index],
        }),
      ),
    [table.columns],
  );
  const rows = table.rows.map((cells, index) => ({ id: String(index), cells }));
  return (
    <DataTable
      label={label}
      compact
      columns={columns}
      rows={rows}
      rowId={row => row.id}
      pageSize={25}
    />
  );
}
