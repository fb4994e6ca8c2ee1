import ArrowDown from '@atlaskit/icon/core/arrow-down';
import ArrowUp from '@atlaskit/icon/core/arrow-up';
import { classNames } from '../controls/class-names.ts';
import { type Column, foldClass, type Sort } from './column.ts';

export function TableHead<Row>(props: {
  readonly columns: readonly Column<Row>[];
  readonly sort: Sort | null;
  /** Absent in print, where repeated heads must be plain text. */
  readonly onSort?: ((column: Column<Row>) => void) | undefined;
}) {
  const { columns, sort, onSort } = props;
  const groups = headGroups(columns);
  return (
    <thead>
      {groups && (
        <tr className="tb-table__groups">
          {groups.map((group, index) =>
            group.label ? (
              <th key={group.id} colSpan={group.span} scope="colgroup">
                <span>{group.label}</span>
              </th>
            ) : (
              <td
                key={group.id}
                colSpan={group.span}
                className={classNames(index === 0 && 'tb-table__first', foldClass(group.folds))}
              />
            ),
          )}
        </tr>
      )}
      <tr>
        {columns.map((column, index) => (
          <Head
            key={column.id}
            column={column}
            first={index === 0}
            sort={sort?.column === column.id ? sort : null}
            onSort={onSort && (() => onSort(column))}
          />
        ))}
      </tr>
    </thead>
  );
}

function Head<Row>(props: {
  readonly column: Column<Row>;
  readonly first: boolean;
  readonly sort: Sort | null;
  readonly onSort: (() => void) | undefined;
}) {
  const { column, first, sort, onSort } = props;
  const { width, grows, unit = '' } = column;
  // A short unit stays with the last word.
  const space = unit.length > 2 ? ' ' : '\u00a0';
  const text = (
    <>
      {column.header}
      {unit && <span className="tb-table__unit">{space + unit}</span>}
    </>
  );
  const Arrow = sort?.descending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={sort ? (sort.descending ? 'descending' : 'ascending') : undefined}
      className={classNames(
        first && 'tb-table__first',
        column.numeric && 'tb-table__number',
        foldClass(column.folds),
        column.fixed && 'tb-table__fixed',
        column.endsClass,
      )}
      style={width && !grows ? { '--tb-column': `${width}px` } : undefined}
    >
      {column.sortable === false || !onSort ? (
        <span data-tb-tooltip={column.help}>{text}</span>
      ) : (
        <button
          type="button"
          className="tb-table__sort"
          onClick={onSort}
          data-tb-tooltip={column.help}
        >
          <span>{text}</span>
          {sort && <Arrow label="" size="small" color="currentColor" />}
        </button>
      )}
    </th>
  );
}

interface HeadGroup {
  readonly id: string;
  readonly label: string;
  readonly span: number;
  readonly folds: Column<never>['folds'];
}

function headGroups<Row>(columns: readonly Column<Row>[]): HeadGroup[] | null {
  if (!columns.some(column => column.group)) return null;
  const groups: HeadGroup[] = [];
  for (const column of columns) {
    const last = groups.at(-1);
    const label = column.group ?? '';
    // Groups exclude the sticky first column and folded columns.
    if (
      last &&
      groups.length > 1 &&
      last.label === label &&
      foldClass(last.folds) === foldClass(column.folds)
    ) {
      groups[groups.length - 1] = { ...last, span: last.span + 1 };
    } else groups.push({ id: column.id, label, span: 1, folds: column.folds });
  }
  return groups;
}
