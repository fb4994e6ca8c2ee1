import './sprint-drawer.css';
import DownloadIcon from '@atlaskit/icon/core/download';
import PrinterIcon from '@atlaskit/icon/core/printer';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import type { DatasetView } from '@tallyboard/report-kit/contract.ts';
import {
  REASONS,
  type SprintEntry,
  type SprintList,
  type SprintListId,
  type SprintReport,
} from '@tallyboard/report-kit/families/sprint-scope/sprint-report.ts';
import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import type { ListedIssue } from '@tallyboard/report-kit/files/issues-table.ts';
import type { ReportTable } from '@tallyboard/report-kit/table/report-table.ts';
import { NOT_SAVED, saveCsv } from '@tallyboard/report-kit/table/save-csv.ts';
import { IconButton } from '@tallyboard/ui/controls/button.tsx';
import { showProblem } from '@tallyboard/ui/feedback/flags.tsx';
import { Totals } from '@tallyboard/ui/figure/totals.tsx';
import { OutLink } from '@tallyboard/ui/issue/key-link.tsx';
import { Drawer } from '@tallyboard/ui/overlay/drawer.tsx';
import type { Column } from '@tallyboard/ui/table/data-table.tsx';
import { formatCount, formatNumber, formatSigned } from '@tallyboard/ui/text/numbers.ts';
import { printPage } from '@tallyboard/ui/text/print.ts';
import { useMemo } from 'react';
import { useSession } from '../../start/session.ts';
import { useFormer, useLoaded } from '../../use-loaded.ts';
import { ActionTable, type PlanningPlace } from '../planning/action-table.tsx';
import { IssuesState, IssueTable, issuesOf } from './issue-table.tsx';

interface ListedEntry extends ListedIssue {
  readonly id: string;
  readonly entry: SprintEntry;
}

interface ListWords {
  readonly title: string;
  readonly when: string;
  readonly by: string;
}

const LISTS: Readonly<Record<SprintListId, ListWords>> = {
  completed: { title: 'Completed', when: 'Completed', by: 'By' },
  notCompleted: { title: 'Not completed', when: 'In the sprint since', by: 'Added by' },
  removed: { title: 'Removed', when: 'Removed', by: 'By' },
  added: { title: 'Added after the start', when: 'Added', by: 'By' },
  reEstimated: { title: 'Re-estimated', when: 'Changed', by: 'By' },
};

/** The lists of a sprint, which add up to its figures in velocity. */
export default function SprintDrawer(props: {
  readonly report: SprintReport;
  readonly context: ReportContext;
  readonly dataset: DatasetView;
  readonly planning: PlanningPlace | null;
  readonly onClose: () => void;
}) {
  const { report, context, dataset, onClose } = props;
  const { can } = useSession().host;
  const { interval, running } = report;
  const { value, error } = useLists(report, dataset);
  const lists = useFormer(value);
  const url = dataset.jqlUrl(report.jql);
  const time = (instant: number) =>
    formatInstant(instant, context.zone, `${context.dateFormat} HH:mm`);
  return (
    <Drawer
      wide
      prints
      title={report.name}
      subtitle={`Sprint report · ${time(interval.from)} – ${running ? 'active' : time(interval.to)}`}
      actions={
        <>
          {url !== '' && (
            <OutLink url={url} className="tb-drill__open tb-no-print">
              Open in Jira
            </OutLink>
          )}
          {can.print && (
            <IconButton icon={PrinterIcon} label="Print" onClick={() => void printPage()} />
          )}
          {can.download && (
            <IconButton
              icon={DownloadIcon}
              label="Export CSV"
              onClick={() =>
                saveCsv(fileTable(report, context), report.name, context).catch(
                  showProblem(NOT_SAVED),
                )
              }
            />
          )}
        </>
      }
      onClose={onClose}
    >
      <Totals totals={totalsOf(report)} />
      <IssuesState error={error} loaded={lists !== null} />
      {lists?.map(({ list, rows }) => (
        <SprintIssues key={list.id} {...props} list={list} rows={rows} />
      ))}
    </Drawer>
  );
}

/** Rows of issues are loaded once, also for issues in several lists. */
function useLists(report: SprintReport, dataset: DatasetView) {
  const wanted = useMemo(() => ({ report, dataset }), [report, dataset]);
  return useLoaded(wanted, async () => {
    const { lists, unit } = report;
    const rows = new Set(lists.flatMap(({ entries }) => entries.map(({ row }) => row)));
    const loaded = await issuesOf(dataset, Uint32Array.from(rows));
    const issues = new Map(loaded.map(issue => [issue.row, issue]));
    return lists.map(list => ({
      list,
      rows: list.entries.flatMap((entry, index): ListedEntry[] => {
        const issue = issues.get(entry.row);
        // A count has no parts: the points of today say more than a column of ones.
        const part = unit === 'issues' ? (issue?.points ?? null) : entry.amount;
        return issue ? [{ id: String(index), issue, part, entry }] : [];
      }),
    }));
  });
}

function SprintIssues(props: {
  readonly report: SprintReport;
  readonly context: ReportContext;
  readonly dataset: DatasetView;
  readonly planning: PlanningPlace | null;
  readonly list: SprintList;
  readonly rows: readonly ListedEntry[];
}) {
  const { report, context, dataset, planning, list, rows } = props;
  const { title } = LISTS[list.id];
  const more = useMemo(() => changeColumns(list.id, context), [list.id, context]);
  const part = useMemo(() => partOf(report.unit === 'seconds' ? 'seconds' : 'points'), [report]);
  const count = new Set(rows.map(({ issue }) => issue.id)).size;
  const table = { label: title, rows, dataset, context, part, more };
  return (
    <section className="tb-sprint-list" aria-label={title}>
      <h3>
        {title}{' '}
        <span className="tb-sprint-list__total">
          {count === 1 ? '1 issue' : `${formatCount(count)} issues`}
          {report.unit !== 'issues' && ` · ${amountText(report, list.total)}`}
        </span>
      </h3>
      {rows.length > 0 &&
        (list.id === 'notCompleted' ? (
          <ActionTable {...table} rowId={issueId} planning={planning} />
        ) : (
          <IssueTable {...table} rowId={rowId} />
        ))}
    </section>
  );
}

const rowId = ({ id }: ListedEntry) => id;
/** An issue is at most once in the list of those that were not completed. */
const issueId = ({ issue }: ListedEntry) => issue.id;

function changeColumns(
  list: SprintListId,
  { zone, dateFormat }: ReportContext,
): readonly Column<ListedEntry>[] {
  const { when, by } = LISTS[list];
  const time: Column<ListedEntry> = {
    id: 'at',
    header: when,
    width: 152,
    value: ({ entry }) => entry.at,
    cell: ({ entry }) =>
      entry.at === null
        ? list === 'notCompleted' && 'Start'
        : formatInstant(entry.at, zone, `${dateFormat} HH:mm`),
  };
  const author: Column<ListedEntry> = {
    id: 'by',
    header: by,
    width: 136,
    value: ({ entry }) => entry.by ?? '',
    cell: ({ entry }) => <Person name={entry.by} />,
  };
  const first: Partial<Record<SprintListId, Column<ListedEntry>>> = {
    completed: ASSIGNEE,
    notCompleted: ASSIGNEE,
    added: {
      id: 'reason',
      header: 'How',
      width: 136,
      value: ({ entry }) => entry.reason && REASONS[entry.reason],
    },
    reEstimated: {
      id: 'estimates',
      header: 'From → to',
      width: 96,
      value: ({ entry }) => entry.after,
      cell: ({ entry }) => `${formatNumber(entry.before, 2)} → ${formatNumber(entry.after, 2)}`,
    },
  };
  return [first[list] ?? [], time, author].flat();
}

const Person = ({ name }: { readonly name: string | null }) => (
  <span className="tb-ellipsis tb-sprint-list__person" dir="auto" title={name ?? undefined}>
    {name}
  </span>
);

const ASSIGNEE: Column<ListedEntry> = {
  id: 'assignee',
  header: 'Assignee',
  width: 136,
  value: ({ issue }) => issue.assignee ?? 'Unassigned',
  cell: ({ issue }) => <Person name={issue.assignee ?? 'Unassigned'} />,
};

const UNITS = { issues: 'issues', points: 'points', seconds: 'h' } as const;

const plainAmount = ({ unit }: SprintReport, amount: number) =>
  formatNumber(unit === 'seconds' ? amount / 3600 : amount, 2);

const amountText = (report: SprintReport, amount: number) =>
  `${plainAmount(report, amount)} ${UNITS[report.unit]}`;

function totalsOf(report: SprintReport) {
  const { committed, scope, lists, unit } = report;
  const of = (id: SprintListId) => lists.find(list => list.id === id)?.total ?? 0;
  const hours = unit === 'seconds' ? 3600 : 1;
  const signed = (amount: number) => formatSigned(amount / hours);
  const total = (id: string, label: string, value: string) => ({ id, label, value });
  return [
    total('completed', 'Completed', amountText(report, of('completed'))),
    total('notCompleted', 'Not completed', plainAmount(report, of('notCompleted'))),
    total('committed', 'Committed', plainAmount(report, committed)),
    total('added', 'Added', signed(of('added'))),
    total('removed', 'Removed', signed(-of('removed'))),
    ...(unit === 'issues' ? [] : [total('reEstimated', 'Re-estimated', signed(of('reEstimated')))]),
    total('scope', 'Scope', plainAmount(report, scope)),
  ];
}

interface FileRow {
  readonly list: SprintListId;
  readonly entry: SprintEntry;
}

function fileTable({ lists, unit }: SprintReport, { zone }: ReportContext): ReportTable<FileRow> {
  const hours = (amount: number | null) =>
    amount !== null && unit === 'seconds' ? amount / 3600 : amount;
  const column = (header: string, value: (row: FileRow) => string | number | null) => {
    return { id: header, header, value };
  };
  return {
    columns: [
      column('List', ({ list }) => LISTS[list].title),
      column('Key', ({ entry }) => entry.key),
      column('Summary', ({ entry }) => entry.summary),
      column('Reason', ({ entry }) => entry.reason && REASONS[entry.reason]),
      column('Time', ({ entry }) => entry.at && formatInstant(entry.at, zone, 'YYYY-MM-DD HH:mm')),
      column('By', ({ entry }) => entry.by),
      column('From', ({ entry }) => hours(entry.before)),
      column('To', ({ entry }) => hours(entry.after)),
      column(unit === 'seconds' ? 'Hours' : unit === 'points' ? 'Points' : 'Issues', ({ entry }) =>
        hours(entry.amount),
      ),
    ],
    rows: lists.flatMap(({ id, entries }) => entries.map(entry => ({ list: id, entry }))),
    rowId: ({ entry }) => entry.key,
    nameOf: ({ entry }) => entry.key,
  };
}
