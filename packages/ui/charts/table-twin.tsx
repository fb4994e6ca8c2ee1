import { useMemo } from 'react';
import { type Column, DataTable } from '../table/data-table.tsx';

/** A chart as a table: heads and rows of text as shown. */
export interface Twin {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Beyond this the hidden table would cost more than it helps; the menu's 'Show table' makes it. */
const HIDDEN_ROWS = 200;

/** The numbers of a chart as a table: shown on demand, and there for screen readers before. */
export function TableTwin({
  label,
  twin,
  open,
  size,
}: {
  readonly label: string;
  readonly twin: () => Twin;
  readonly open: boolean;
  readonly size: number;
}) {
  if (open) return <ShownTwin label={label} twin={twin()} />;
  if (size > HIDDEN_ROWS) return null;
  const { columns, rows } = twin();
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
            // biome-ignore lint/suspicious/noArrayIndexKey: names may be on their way still, or two alike
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

interface TwinRow {
  readonly id: string;
  readonly cells: readonly string[];
}

function ShownTwin({ label, twin }: { readonly label: string; readonly twin: Twin }) {
  const columns = useMemo(
    () =>
      twin.columns.map(
        (header, index): Column<TwinRow> => ({
          id: header,
          header,
          numeric: index > 0,
          sortable: false,
          value: row => row.cells[index] ?? '',
          cell: row => row.cells[index],
        }),
      ),
    [twin.columns],
  );
  const rows = twin.rows.map((cells, index) => ({ id: String(index), cells }));
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
