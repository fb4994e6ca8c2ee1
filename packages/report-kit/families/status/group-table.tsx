import type { Column } from '@tallyboard/ui/table/data-table.tsx';
import { useMemo } from 'react';
import { type Drill, partOf } from '../../figures/drill.ts';
import { arePeople, nameCells } from '../../table/group-name.tsx';
import { type Sorting, shownSort } from '../../table/sorting.ts';
import { TableView } from '../../table/table-view.tsx';
import type { BreakdownTable } from './breakdown-rows.ts';
import { type BreakdownLine, breakdownTable } from './breakdown-table.ts';
import { CategoryFigures } from './category-figures.tsx';

/** A breakdown whose rows are groups, in pages. */
export function GroupTable(props: {
  readonly table: BreakdownTable;
  readonly label: string;
  readonly settings: { readonly showStatusBars: boolean; readonly sorting: Sorting };
  readonly compact: boolean;
  readonly onDrill: (drill: Drill) => void;
}) {
  const { table, settings, onDrill } = props;
  const { showStatusBars } = settings;
  const shown = useMemo(() => breakdownTable(table, { showStatusBars }), [table, showStatusBars]);
  const more = useMemo(() => {
    const bar = showStatusBars ? statusBars(table, onDrill) : null;
    return bar ? [barColumn(bar)] : [];
  }, [table, showStatusBars, onDrill]);
  return (
    <TableView
      // Resets page and sort when the grouping or estimation changes.
      key={`${table.id} ${table.estimation}`}
      {...props}
      table={shown}
      cells={nameCells(arePeople(table.id))}
      more={more}
      defaultSort={shownSort(settings.sorting, table.estimation)}
      pageSize={10}
    />
  );
}

/** Stacked bars of status categories; null by time. */
export function statusBars(table: BreakdownTable, onDrill: (drill: Drill) => void) {
  if (table.estimation === 'time') return null;
  const part = table.estimation === 'points' ? partOf('points') : undefined;
  const bar = ({ label = 'Total', categories }: BreakdownLine) => (
    <CategoryFigures name={label} figures={categories} part={part} onDrill={onDrill} />
  );
  return { cell: bar, total: bar(table.total) };
}

function barColumn(bar: NonNullable<ReturnType<typeof statusBars>>): Column<BreakdownLine> {
  return {
    id: 'status',
    header: 'Status',
    sortable: false,
    width: 176,
    value: row => row.categories.done.value,
    ...bar,
  };
}
