import type { DatasetView, Drill } from '@tallyboard/report-kit/contract.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { KeyLink } from '@tallyboard/ui/issue/key-link.tsx';
import { StatusLozenge } from '@tallyboard/ui/issue/status-lozenge.tsx';
import { Drawer } from '@tallyboard/ui/overlay/drawer.tsx';
import type { Column } from '@tallyboard/ui/table/column.ts';
import { DataTable } from '@tallyboard/ui/table/data-table.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { useMemo, useRef, useState } from 'react';
import { IssuesState } from '../frame/drawer/issue-table.tsx';
import { useFormer, useLoaded } from '../use-loaded.ts';
import { type IssueSource, type ListedIssue, orderOf } from './figure-issues.ts';

/** The issues behind a figure, and why they count. */
export function IssueDrawer(props: {
  readonly drill: Drill;
  readonly dataset: DatasetView;
  readonly source: IssueSource;
  readonly onClose: () => void;
}) {
  const { drill, dataset, source, onClose } = props;
  const order = useMemo(() => orderOf(drill), [drill]);
  const [wanted, setWanted] = useState(source.pageSize);
  const pages = useRef<(readonly ListedIssue[])[]>([]);
  const { value, error } = useLoaded(wanted, async count => {
    const size = Math.min(source.pageSize, order.length);
    for (let from = pages.current.length * size; from < Math.min(count, order.length); from += size)
      pages.current.push(await source.read(order.slice(from, from + size)));
    return pages.current.flat();
  });
  const rows = useFormer(value);
  const hasPeople = rows?.some(({ assignee }) => assignee !== undefined) ?? false;
  const columns = useMemo(() => columnsOf(drill, dataset, hasPeople), [drill, dataset, hasPeople]);
  const total = order.length;
  const more = total - wanted;
  const missing = rows && more <= 0 ? total - rows.length : 0;
  return (
    <Drawer
      title={drill.title}
      subtitle={`${total === 1 ? '1 issue' : `${formatCount(total)} issues`}. ${drill.reason}`}
      onClose={onClose}
    >
      <IssuesState error={error} loaded={rows !== null} />
      {rows && (
        <div className="tb-stack">
          <DataTable
            label={drill.title}
            compact
            columns={columns}
            rows={rows}
            rowId={keyOf}
            empty="No issues"
          />
          {more > 0 && (
            <Button onClick={() => setWanted(wanted + source.pageSize)}>
              Show more: {formatCount(more)} left
            </Button>
          )}
          {missing > 0 && (
            <p className="tb-quiet">{formatCount(missing)} more issues are not listed here.</p>
          )}
          {source.isOfNow && <p className="tb-quiet">Status and assignee are those of now.</p>}
        </div>
      )}
    </Drawer>
  );
}

const keyOf = ({ key }: ListedIssue) => key;

function columnsOf(
  { part, figure }: Drill,
  dataset: DatasetView,
  hasPeople: boolean,
): readonly Column<ListedIssue>[] {
  const columns: Column<ListedIssue>[] = [
    {
      id: 'key',
      header: 'Key',
      value: ({ key }) => key,
      cell: ({ key }) => <KeyLink issueKey={key} url={dataset.issueUrl(key)} />,
    },
    {
      id: 'summary',
      header: 'Summary',
      width: 80,
      grows: true,
      cellClass: () => 'tb-drill__summary',
      value: ({ summary }) => summary,
      cell: ({ summary }) => (
        <span dir="auto" className="tb-ellipsis" title={summary}>
          {summary}
        </span>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      value: ({ status }) => status,
      cell: ({ status, category }) =>
        category === null ? status : <StatusLozenge name={status} category={category} />,
    },
  ];
  if (hasPeople)
    columns.push({
      id: 'assignee',
      header: 'Assignee',
      value: ({ assignee = null }) => assignee,
    });
  if (!part || !figure.parts) return columns;
  const { label, format } = part;
  const contribution: Column<ListedIssue> = {
    id: 'part',
    header: label,
    numeric: true,
    value: row => row.part,
    format: value => (value === null ? '-' : format(value)),
  };
  return [...columns, contribution];
}
