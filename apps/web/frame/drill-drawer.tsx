import type { IssueRow } from '@tallyboard/core/model/rows.ts';
import type { DatasetView, Drill } from '@tallyboard/report-kit/contract.ts';
import { Spinner } from '@tallyboard/ui/feedback/spinner.tsx';
import { ErrorState } from '@tallyboard/ui/feedback/states.tsx';
import { IssueTypeIcon } from '@tallyboard/ui/issue/issue-type-icon.tsx';
import { KeyLink, OutLink } from '@tallyboard/ui/issue/key-link.tsx';
import { StatusLozenge } from '@tallyboard/ui/issue/status-lozenge.tsx';
import { Drawer } from '@tallyboard/ui/overlay/drawer.tsx';
import { type Column, DataTable } from '@tallyboard/ui/table/data-table.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import { useLoaded } from '../use-loaded.ts';

/** One issue behind the figure and what it contributes. */
interface DrillRow {
  readonly issue: IssueRow;
  readonly part: number | null;
}

/** The issues behind a figure, why they are counted, and a link to them in Jira. */
export default function DrillDrawer(props: {
  readonly drill: Drill;
  readonly dataset: DatasetView;
  readonly onClose: () => void;
}) {
  const { drill, dataset, onClose } = props;
  const { figure, reason, title } = drill;
  const { value: rows, error } = useDrillRows(drill, dataset);
  const columns = useMemo(() => columnsOf(drill, dataset), [drill, dataset]);
  const count = figure.issues.length;
  return (
    <Drawer
      title={title}
      subtitle={`${count === 1 ? '1 issue' : `${formatCount(count)} issues`}. ${reason}`}
      actions={
        rows && rows.length > 0 && <OpenInJira jql={drill.jql} rows={rows} dataset={dataset} />
      }
      onClose={onClose}
    >
      {error !== null && (
        <ErrorState title="Issues could not be loaded">
          {error instanceof Error ? error.message : ''}
        </ErrorState>
      )}
      {!rows && error === null && <Spinner label="Loading issues" />}
      {rows && (
        <DataTable
          label={title}
          compact
          columns={columns}
          rows={rows}
          rowId={rowId}
          defaultSort={figure.parts ? { column: 'part', descending: true } : null}
          empty="No issues"
        />
      )}
    </Drawer>
  );
}

const rowId = (row: DrillRow) => row.issue.id;

/** Rows are fetched in chunks, so that cloning 10,000 of them does not block the page. */
const SLICE = 1_000;

function useDrillRows({ figure }: Drill, dataset: DatasetView) {
  const { issues, parts } = figure;
  const wanted = useMemo(() => ({ issues, parts, dataset }), [issues, parts, dataset]);
  return useLoaded(wanted, async () => {
    const rows: IssueRow[] = [];
    for (let from = 0; from < issues.length; from += SLICE)
      rows.push(...(await dataset.rows(issues.subarray(from, from + SLICE))));
    return rows.map((issue, i): DrillRow => ({ issue, part: parts?.[i] ?? null }));
  });
}

function columnsOf({ figure, part }: Drill, dataset: DatasetView): readonly Column<DrillRow>[] {
  const format = part?.format;
  const columns: Column<DrillRow>[] = [
    {
      id: 'key',
      header: 'Key',
      width: 124,
      value: ({ issue }) => issue.key,
      cell: ({ issue }) => (
        <span className="tb-drill__key">
          <IssueTypeIcon name={issue.typeName} url={issue.typeIconUrl} />
          <KeyLink issueKey={issue.key} url={dataset.issueUrl(issue.key)} />
        </span>
      ),
    },
    {
      id: 'summary',
      header: 'Summary',
      width: figure.parts ? 128 : 196,
      value: ({ issue }) => issue.summary,
      cell: ({ issue }) => (
        <span className={`tb-ellipsis tb-drill__summary${figure.parts ? '--short' : ''}`}>
          {issue.summary}
        </span>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      width: 112,
      value: ({ issue }) => issue.statusName,
      cell: ({ issue }) => (
        <StatusLozenge name={issue.statusName} category={issue.statusCategory} />
      ),
    },
  ];
  if (figure.parts) {
    columns.push({
      id: 'part',
      header: part?.label ?? 'Contributes',
      numeric: true,
      width: 84,
      value: row => row.part,
      ...(format && { format: (value: number | null) => (value === null ? '-' : format(value)) }),
    });
  }
  return columns;
}

/** Limits the URL length: proxies truncate longer ones. */
const MAX_KEYS = 500;

function OpenInJira(props: {
  readonly jql: string | undefined;
  readonly rows: readonly DrillRow[];
  readonly dataset: DatasetView;
}) {
  const { jql, rows, dataset } = props;
  const keys = rows.slice(0, MAX_KEYS).map(row => row.issue.key);
  return (
    <OutLink url={dataset.jqlUrl(jql ?? `key in (${keys.join(', ')})`)} className="tb-drill__open">
      {jql === undefined && rows.length > MAX_KEYS
        ? `Open the first ${MAX_KEYS} in Jira`
        : 'Open in Jira'}
    </OutLink>
  );
}
