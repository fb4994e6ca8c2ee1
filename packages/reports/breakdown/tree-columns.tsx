import {
  type BreakdownColumn,
  breakdownColumns,
} from '@tallyboard/report-kit/families/status/breakdown-columns.ts';
import type { BreakdownRow } from '@tallyboard/report-kit/families/status/breakdown-rows.ts';
import {
  type BreakdownCells,
  groupColumns,
} from '@tallyboard/report-kit/families/status/breakdown-table.tsx';
import { IssueHistory, type IssueKeysProps } from '@tallyboard/report-kit/figures/issue-keys.tsx';
import { IssueName } from '@tallyboard/report-kit/figures/issue-name.tsx';
import type {
  IssueTreeRow as AnyIssueRow,
  TreeRow as AnyTreeRow,
} from '@tallyboard/report-kit/figures/issue-tree.ts';
import { StatusLozenge } from '@tallyboard/ui/issue/status-lozenge.tsx';
import type { Column } from '@tallyboard/ui/table/data-table.tsx';
import { dashForZero, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import type { ReactNode } from 'react';
import { contribution } from './tree-rows.ts';

type TreeRow = AnyTreeRow<BreakdownRow>;
type IssueTreeRow = AnyIssueRow<BreakdownRow>;
type Cells = BreakdownCells & Pick<IssueKeysProps, 'dataset' | 'context'>;

const STATUS = 'status';
const plain = dashForZero(value => formatNumber(value, 2));

/** The columns of the groups, each of which knows its issues too; the last one shows their status. */
export function treeColumns(cells: Cells): readonly Column<TreeRow>[] {
  const described = new Map(
    breakdownColumns(cells.table.estimation).map(column => [column.id, column]),
  );
  const columns = groupColumns(cells);
  const [name, ...rest] = columns;
  const numbers = rest.filter(column => column.id !== STATUS);
  const bar = rest.find(column => column.id === STATUS);
  return [
    ...(name
      ? [
          treeColumn(
            name,
            issue => issue.issue.key,
            ({ issue }) => <IssueName issue={issue} url={cells.dataset.issueUrl(issue.key)} />,
          ),
        ]
      : []),
    ...numbers.map(column => numberColumn(column, described.get(column.id))),
    statusColumn(bar, cells),
  ];
}

function treeColumn(
  column: Column<BreakdownRow>,
  value: (row: IssueTreeRow) => string | number | null,
  cell: (row: IssueTreeRow) => ReactNode,
): Column<TreeRow> {
  const waiting = column.numeric ? null : <span className="tb-quiet">Loading...</span>;
  return {
    ...column,
    cellClass: undefined,
    value: row => {
      if (row.kind === 'group') return column.value(row.group);
      return row.kind === 'issue' ? value(row) : null;
    },
    cell: row => {
      if (row.kind === 'group') return column.cell?.(row.group);
      return row.kind === 'issue' ? cell(row) : waiting;
    },
  };
}

/** What the issue adds to the group's figure; a percent has no such thing. */
function numberColumn(
  column: Column<BreakdownRow>,
  described: BreakdownColumn | undefined,
): Column<TreeRow> {
  const value = ({ group, issue }: IssueTreeRow) => {
    if (!described || described.unit === 'percent') return null;
    const part = contribution(described.figure(group), issue.row);
    return described.unit === 'hours' ? part / 3600 : part;
  };
  return treeColumn(column, value, row => {
    const own = value(row);
    return own === null ? null : plain(own);
  });
}

function statusColumn(bar: Column<BreakdownRow> | undefined, cells: Cells): Column<TreeRow> {
  const column: Column<BreakdownRow> = bar ?? {
    id: STATUS,
    header: 'Status',
    sortable: false,
    width: 176,
    value: () => null,
    cell: () => null,
  };
  return treeColumn(
    column,
    ({ issue }) => issue.statusName,
    ({ issue }) => (
      <span className="tb-issue-status">
        <StatusLozenge name={issue.statusName} category={issue.statusCategory} />
        <IssueHistory row={issue} dataset={cells.dataset} context={cells.context} />
      </span>
    ),
  );
}
