import './issue-table.css';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { IssueRow, RowFact } from '@tallyboard/core/model/rows.ts';
import { formatDay, formatInstant } from '@tallyboard/core/time/format.ts';
import type { DatasetView, Drill } from '@tallyboard/report-kit/contract.ts';
import type { ListedIssue } from '@tallyboard/report-kit/files/issues-table.ts';
import { messageOf } from '@tallyboard/ui/feedback/flags.tsx';
import { Spinner } from '@tallyboard/ui/feedback/spinner.tsx';
import { ErrorState } from '@tallyboard/ui/feedback/states.tsx';
import { Avatar } from '@tallyboard/ui/issue/avatar.tsx';
import { IssueTypeIcon } from '@tallyboard/ui/issue/issue-type-icon.tsx';
import { KeyLink } from '@tallyboard/ui/issue/key-link.tsx';
import { StatusLozenge } from '@tallyboard/ui/issue/status-lozenge.tsx';
import { type Column, DataTable } from '@tallyboard/ui/table/data-table.tsx';
import { type ReactNode, useMemo } from 'react';

export interface RowControls {
  readonly cell: (issue: IssueRow) => ReactNode;
  /** Width, px. */
  readonly width: number;
  /** Rows keep their order. */
  readonly ordered: boolean;
}

/** The issues of a drawer, the largest contribution first. Keep its parts stable between renders. */
export function IssueTable<Row extends ListedIssue>(props: {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly dataset: DatasetView;
  /** Head and format of the contribution; null for issues that only count. */
  readonly part: Drill['part'] | null;
  readonly context: ReportContext;
  readonly shows?: RowFact | undefined;
  readonly more?: readonly Column<Row>[];
  /** Controls of a row, before its key. */
  readonly controls?: RowControls;
}) {
  const { label, rows, rowId, dataset, context, part, shows, more, controls } = props;
  const columns = useMemo(() => {
    const all = [
      ...issueColumns<Row>(dataset, part !== null || shows !== undefined, controls),
      ...(shows ? [factColumn(shows, context)] : []),
      ...partColumns<Row>(part),
      ...(more ?? [ASSIGNEE]),
    ];
    return controls?.ordered ? all.map(column => ({ ...column, sortable: false })) : all;
  }, [dataset, context, part, shows, more, controls]);
  const sort = part
    ? { column: 'part', descending: true }
    : shows
      ? { column: 'fact', descending: NEWEST_FIRST.has(shows) }
      : null;
  return (
    <DataTable
      key={controls?.ordered ? 'ordered' : 'sortable'}
      label={label}
      compact
      columns={columns}
      rows={rows}
      rowId={rowId}
      defaultSort={controls?.ordered ? null : sort}
      empty="No issues"
    />
  );
}

export function IssuesState({
  error,
  loaded,
}: {
  readonly error: unknown;
  readonly loaded: boolean;
}) {
  if (error !== null)
    return <ErrorState title="Issues could not be loaded">{messageOf(error)}</ErrorState>;
  return loaded ? null : <Spinner label="Loading issues" />;
}

/** Rows are fetched in chunks, so that cloning 10,000 of them does not block the page. */
const SLICE = 1_000;

export async function issuesOf(dataset: DatasetView, wanted: Uint32Array): Promise<IssueRow[]> {
  const rows: IssueRow[] = [];
  for (let from = 0; from < wanted.length; from += SLICE)
    rows.push(...(await dataset.rows(wanted.subarray(from, from + SLICE))));
  return rows;
}

/** Width of keys of a usual length, px; of what is beside a key in its cell; and of a character. */
const KEY_WIDTH = 124;
const KEY_SPACE = 36;
const CHARACTER = 8;

const issueColumns = <Row extends ListedIssue>(
  dataset: DatasetView,
  hasReason: boolean,
  controls: RowControls | undefined,
): readonly Column<Row>[] => {
  const wider = Math.max(0, KEY_SPACE + CHARACTER * (dataset.keyLength ?? 0) - KEY_WIDTH);
  return [
    {
      id: 'key',
      header: 'Key',
      width: KEY_WIDTH + wider + (controls?.width ?? 0),
      value: ({ issue }) => issue.key,
      cell: ({ issue }) => (
        <span className="tb-drill__key">
          {controls?.cell(issue)}
          <IssueTypeIcon name={issue.typeName} url={issue.typeIconUrl} />
          <KeyLink issueKey={issue.key} url={dataset.issueUrl(issue.key)} />
        </span>
      ),
    },
    {
      id: 'summary',
      header: 'Summary',
      width: 80,
      grows: true,
      cellClass: () => 'tb-drill__summary',
      value: ({ issue }) => issue.summary,
      cell: ({ issue }) => (
        <span dir="auto" className="tb-ellipsis" title={issue.summary}>
          {issue.summary}
        </span>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      width: 100,
      value: ({ issue }) => issue.statusName,
      cell: ({ issue }) => (
        <StatusLozenge name={issue.statusName} category={issue.statusCategory} />
      ),
      // The contribution is in sight.
      ...(hasReason && { folds: 'phone-drawer' as const }),
    },
  ];
};

/** Sorted newest first; the others oldest, earliest due or highest priority first. */
const NEWEST_FIRST: ReadonlySet<RowFact> = new Set(['resolved']);

const FACTS: Readonly<Record<RowFact, string>> = {
  due: 'Due',
  priority: 'Priority',
  created: 'Created',
  updated: 'Updated',
  resolved: 'Resolved',
};

/** The value that makes the issues count. */
function factColumn(fact: RowFact, { zone, dateFormat }: ReportContext): Column<ListedIssue> {
  const column = { id: 'fact', header: FACTS[fact], width: 100 };
  if (fact === 'priority')
    return {
      ...column,
      value: ({ issue }) => issue.priorityRank,
      cell: ({ issue }) => issue.priority,
    };
  if (fact === 'due')
    return {
      ...column,
      value: ({ issue }) => issue.due,
      cell: ({ issue: { due } }) =>
        due !== null && <span className="tb-nowrap">{formatDay(due, dateFormat)}</span>,
    };
  return {
    ...column,
    value: ({ issue }) => issue[fact],
    cell({ issue: { [fact]: at } }) {
      return (
        at !== null && <span className="tb-nowrap">{formatInstant(at, zone, dateFormat)}</span>
      );
    },
  };
}

const ASSIGNEE: Column<ListedIssue> = {
  id: 'assignee',
  header: 'Assignee',
  width: 64,
  folds: 'phone-drawer',
  value: ({ issue }) => issue.assignee ?? null,
  cell({ issue: { assignee, assigneeAvatarUrl } }) {
    if (assignee === undefined) return <span data-tb-tooltip="Not loaded">…</span>;
    return (
      assignee !== null && (
        <span data-tb-tooltip={assignee}>
          <Avatar name={assignee} url={assigneeAvatarUrl ?? null} />
          <span className="tb-hidden">{assignee}</span>
        </span>
      )
    );
  },
};

function partColumns<Row extends ListedIssue>(part: Drill['part'] | null): readonly Column<Row>[] {
  if (part === null) return [];
  const format = part?.format;
  return [
    {
      id: 'part',
      header: part?.label ?? 'Contributes',
      numeric: true,
      width: 84,
      value: row => row.part,
      ...(format && { format: (value: number | null) => (value === null ? '-' : format(value)) }),
    },
  ];
}
