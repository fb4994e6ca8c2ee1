import '../table/data-table.css';

/** Longer tables render only when they are open. */
const MAX_HIDDEN_ROWS = 200;

/** The data of a chart as a table: visually hidden for screen readers, shown on demand. */
export function DataTableAlternative(props: {
  readonly label: string;
  readonly columns: readonly string[];
  readonly row: (index: number) => readonly string[];
  readonly count: number;
  readonly open: boolean;
}) {
  const { label, columns, row, count, open } = props;
  if (!open && count > MAX_HIDDEN_ROWS) return null;
  const rows = Array.from({ length: count }, (_, index) => row(index));
  return (
    <div className={open ? 'tb-table tb-table--compact' : 'tb-hidden'}>
      <div
        className={open ? 'tb-table__scroll' : undefined}
        data-sticks
        tabIndex={open ? 0 : undefined}
      >
        <table aria-label={label}>
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th key={column} scope="col" className={cellClass(index)}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([head = '', ...cells], at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one name
              <tr key={`${at} ${head}`}>
                <th scope="row" className={cellClass(0)}>
                  {head}
                </th>
                {cells.map((cell, index) => (
                  <td key={columns[index + 1]} className={cellClass(index + 1)}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const cellClass = (index: number) => (index === 0 ? 'tb-table__first' : 'tb-table__number');
