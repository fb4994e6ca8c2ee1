import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import type { IssueRow } from '@tallyboard/core/model/rows.ts';
import { PercentBar } from '@tallyboard/ui/figure/figure-button.tsx';
import { type Column, DataTable, type DataTableProps } from '@tallyboard/ui/table/data-table.tsx';
import { type Expansion, useExpansion } from '@tallyboard/ui/table/expand-all.tsx';
import { type ReactNode, useMemo } from 'react';
import type { DatasetView } from '../contract.ts';
import type { Drill } from '../figures/drill.ts';
import { IssueName } from '../figures/issue-name.tsx';
import { IssueHistory } from '../figures/issue-rows.tsx';
import { groupRowId, type TreeRow, useIssueTree } from '../figures/issue-tree.ts';
import {
  inScreenOrder,
  type ReportTable,
  screenColumns,
  type TableColumn,
} from './report-table.ts';
import { type ViewCells, viewColumns } from './table-view.tsx';

export const useGroupExpansion = <Group,>(table: ReportTable<Group>, open: boolean): Expansion =>
  useExpansion(
    table.rows.map(row => groupRowId(table.rowId(row))),
    () => (open ? true : {}),
  );

interface TreeCells<Group> {
  readonly dataset: DatasetView;
  readonly context: ReportContext;
  readonly onDrill: (drill: Drill) => void;
  readonly cells?: ViewCells<Group>;
  readonly more?: readonly Column<TreeRow<Group>>[];
  readonly issueName?: (issue: IssueRow) => ReactNode;
  readonly shade?: (
    value: number | null,
    of: 'row' | 'issue',
    column: string,
  ) => string | undefined;
}

interface CountedGroup {
  readonly count?: Figure;
}

const NONE: IssueRows = new Uint32Array(0);
const issuesOf = ({ count }: CountedGroup) => count?.issues ?? NONE;

/** A table of groups that open in place and show the issues of their count. Keep its parts stable between renders. */
export function IssueTreeTable<Group extends CountedGroup>(
  props: TreeCells<Group> &
    Pick<
      DataTableProps<TreeRow<Group>>,
      'label' | 'compact' | 'empty' | 'defaultSort' | 'totalLabel'
    > & { readonly table: ReportTable<Group>; readonly expansion: Expansion },
) {
  const { table, expansion, dataset, context, onDrill, cells, more, ...others } = props;
  const { issueName, shade, ...rest } = others;
  const { expanded, onExpandedChange } = expansion;
  const tree = useIssueTree(table.rows, table.rowId, issuesOf, dataset, expanded);
  const columns = useMemo(
    () => treeColumns(table, { dataset, context, onDrill, cells, more, issueName, shade }),
    [table, dataset, context, onDrill, cells, more, issueName, shade],
  );
  return (
    <DataTable
      totalLabel={table.total?.label}
      card={rest.compact === true}
      {...rest}
      columns={columns}
      rows={tree.rows}
      rowId={rowId}
      childRows={tree.childRows}
      expanded={expanded}
      onExpandedChange={onExpandedChange}
    />
  );
}

const rowId = (row: { readonly id: string }) => row.id;

function treeColumns<Group>(
  table: ReportTable<Group>,
  options: TreeCells<Group>,
): readonly Column<TreeRow<Group>>[] {
  const described = screenColumns(table);
  const columns = viewColumns(table, options.onDrill, options.cells);
  return inScreenOrder<Column<TreeRow<Group>>>(table, [
    ...columns.flatMap((column, at) => {
      const source = described[at];
      if (!source) return [];
      return at === 0 ? nameColumn(column, options) : numberColumn(column, source, options);
    }),
    ...(options.more ?? []),
  ]);
}

function nameColumn<Group>(
  column: Column<Group>,
  { dataset, issueName }: TreeCells<Group>,
): Column<TreeRow<Group>> {
  const { value, cell } = column;
  return {
    ...column,
    cellClass: undefined,
    value: row => {
      if (row.kind === 'group') return value(row.group);
      return row.kind === 'issue' ? row.issue.key : null;
    },
    cell: row => {
      if (row.kind === 'waiting') return <span className="tb-quiet">Loading...</span>;
      if (row.kind === 'group') return cell ? cell(row.group) : value(row.group);
      return (
        issueName?.(row.issue) ?? (
          <IssueName issue={row.issue} url={dataset.issueUrl(row.issue.key)} />
        )
      );
    },
  };
}

function numberColumn<Group>(
  column: Column<Group>,
  { unit, ofIssue, showsIssues, bar }: TableColumn<Group>,
  { shade }: TreeCells<Group>,
): Column<TreeRow<Group>> {
  const value = (row: TreeRow<Group>) => {
    if (row.kind === 'group') return column.value(row.group);
    return row.kind === 'issue' && ofIssue ? ofIssue(row.group, row.issue.row) : null;
  };
  return {
    ...column,
    value,
    cellClass:
      shade &&
      (row => {
        const number = value(row);
        if (row.kind === 'waiting' || typeof number === 'string') return undefined;
        return shade(number, row.kind === 'group' ? 'row' : 'issue', column.id);
      }),
    cell: row => {
      if (row.kind === 'group') return column.cell?.(row.group);
      if (row.kind === 'waiting' || !ofIssue || !unit || showsIssues === false) return null;
      const own = ofIssue(row.group, row.issue.row);
      const text = unit.text(own);
      return bar ? <PercentBar percent={bar.percent(own ?? 0, 'issue')}>{text}</PercentBar> : text;
    },
  };
}

/** The status of issues, with its history; `group` has the cells of groups. */
export function statusColumn<Group>(
  { dataset, context }: Pick<TreeCells<Group>, 'dataset' | 'context'>,
  group?: { readonly cell: (group: Group) => ReactNode; readonly total: ReactNode },
): Column<TreeRow<Group>> {
  return {
    id: 'status',
    header: 'Status',
    sortable: false,
    width: 176,
    value: row => (row.kind === 'issue' ? row.issue.statusName : null),
    cell: row => {
      if (row.kind !== 'issue') return row.kind === 'group' ? group?.cell(row.group) : null;
      const { issue } = row;
      return (
        <IssueHistory
          row={issue}
          status={{ name: issue.statusName, category: issue.statusCategory }}
          dataset={dataset}
          context={context}
        />
      );
    },
    total: group?.total,
  };
}
