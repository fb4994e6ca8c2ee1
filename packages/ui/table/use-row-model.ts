import {
  createExpandedRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  type Row,
  type RowData,
  rowExpandingFeature,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useDeferredValue, useMemo } from 'react';
import { useViewState } from '../text/view-state.ts';
import type { Column, Expanded, Sort } from './column.ts';

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
  rowExpandingFeature,
  expandedRowModel: createExpandedRowModel(),
});

/** A row with its depth in the tree. */
export type ShownRow<Data extends RowData> = Row<typeof features, Data>;

export interface RowModelProps<Data extends RowData> {
  /** For screen readers; its sort, open rows and page are stored under it. */
  readonly label: string;
  readonly columns: readonly Column<Data>[];
  readonly rows: readonly Data[];
  readonly rowId: (row: Data) => string;
  readonly childRows?: (row: Data) => readonly Data[] | undefined;
  readonly defaultSort?: Sort | null;
  /** Open rows of a tree, if another part of the page opens them too. */
  readonly expanded?: Expanded;
  readonly onExpandedChange?: (expanded: Expanded) => void;
  /** Initial rows per page; without it there are no pages. */
  readonly pageSize?: number;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function compare(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return collator.compare(String(left), String(right));
}

const NO_SORTING: never[] = [];

/** More rows are sorted here and get pages: TanStack Table makes an object of each. */
const MAX_ROWS = 2_000;
const LONG_PAGE = 100;

/** The rows of a long table in the order of a column. */
function inOrder<Data extends RowData>(
  rows: readonly Data[],
  columns: readonly Column<Data>[],
  sort: Sort | null,
): readonly Data[] {
  const column = columns.find(({ id }) => id === sort?.column);
  if (!sort || !column) return rows;
  const sign = sort.descending ? -1 : 1;
  return rows
    .map(row => ({ row, value: column.value(row) ?? null }))
    .sort((a, b) => {
      // What has no value is last in both orders.
      if (a.value === null || b.value === null)
        return Number(a.value === null) - Number(b.value === null);
      return sign * compare(a.value, b.value);
    })
    .map(({ row }) => row);
}

/** Sorted, expanded and paged rows. `everything` has all rows on one page, for print. */
export function useRowModel<Data extends RowData>(props: RowModelProps<Data>, everything: boolean) {
  const { label, columns, rows, rowId, childRows } = props;
  const [sort, setSort] = useViewState(`${label} sort`, props.defaultSort ?? null);
  const [ownExpanded, setOwnExpanded] = useViewState<Expanded>(`${label} open`, {});
  const { expanded = ownExpanded, onExpandedChange = setOwnExpanded } = props;
  const [page, setPage] = useViewState(`${label} page`, {
    pageIndex: 0,
    pageSize: props.pageSize ?? LONG_PAGE,
  });
  const long = rows.length > MAX_ROWS && !everything;
  const paged = (props.pageSize !== undefined || long) && !everything;

  const definitions = useMemo(
    () =>
      columns.map(column => ({
        id: column.id,
        accessorFn: (row: Data) => column.value(row) ?? undefined,
        enableSorting: column.sortable !== false,
        sortUndefined: 'last' as const,
        sortDescFirst: column.numeric ?? false,
        sortFn: (left: ShownRow<Data>, right: ShownRow<Data>, id: string) =>
          compare(left.getValue(id), right.getValue(id)),
      })),
    [columns],
  );
  // The head shows the sort at once, the rows follow.
  const order = useDeferredValue(sort);
  const sorting = useMemo(
    () => (order ? [{ id: order.column, desc: order.descending }] : []),
    [order],
  );
  const ordered = useMemo(
    () => (long ? inOrder(rows, columns, order) : rows),
    [long, rows, columns, order],
  );
  const { pageIndex } = page;
  // History entries of earlier versions have none.
  const pageSize = page.pageSize || LONG_PAGE;
  const data = useMemo(
    () => (long ? ordered.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize) : ordered),
    [long, ordered, pageIndex, pageSize],
  );
  const table = useTable({
    features,
    columns: definitions,
    // TanStack Table does not mutate its data.
    data: data as Data[],
    getRowId: rowId,
    getSubRows: childRows as ((row: Data) => Data[] | undefined) | undefined,
    paginateExpandedRows: false,
    autoResetPageIndex: false,
    autoResetExpanded: false,
    state: {
      sorting: long ? NO_SORTING : sorting,
      expanded: expanded as true | Record<string, boolean>,
      pagination: paged && !long ? page : { pageIndex: 0, pageSize: Number.MAX_SAFE_INTEGER },
    },
    onExpandedChange: update =>
      onExpandedChange(
        typeof update === 'function' ? update(expanded as true | Record<string, boolean>) : update,
      ),
    onPaginationChange: setPage,
  });
  const pageCount = Math.max(1, Math.ceil(rows.length / Math.max(1, page.pageSize)));
  if (paged && page.pageIndex >= pageCount) setPage({ ...page, pageIndex: pageCount - 1 });

  return {
    shown: table.getRowModel().rows,
    sort,
    toggleSort: (column: Column<Data>) => setSort(nextSort(sort, column)),
    paged,
    page: { index: page.pageIndex, size: page.pageSize, count: pageCount, total: rows.length },
    setPage: (index: number, size: number) => setPage({ pageIndex: index, pageSize: size }),
  };
}

/** Numbers start descending, text ascending; the second click reverses, the third restores the report's order. */
function nextSort<Data>(sort: Sort | null, column: Column<Data>): Sort | null {
  const first = column.numeric ?? false;
  if (sort?.column !== column.id) return { column: column.id, descending: first };
  return sort.descending === first ? { column: column.id, descending: !first } : null;
}
