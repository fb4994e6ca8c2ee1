import './issue.css';
import type { IssueRow, StatusVisit } from '@tallyboard/core/model/rows.ts';
import { useMemo } from 'react';
import { type Column, DataTable } from '../table/data-table.tsx';
import { Avatar } from './avatar.tsx';
import { IssueTypeIcon } from './issue-type-icon.tsx';
import { KeyLink } from './key-link.tsx';
import { StatusHistoryPopover } from './status-history.tsx';
import { StatusLozenge } from './status-lozenge.tsx';

export interface IssueTableProps {
  readonly label: string;
  readonly issues: readonly IssueRow[];
  readonly issueUrl: (key: string) => string;
  /** What each issue contributes to the figure, in the order of `issues`. */
  readonly part?: {
    readonly label: string;
    readonly values: ArrayLike<number>;
    readonly format: (value: number) => string;
  };
  /** With it each row has a button that opens its status history. */
  readonly history?: {
    readonly load: (issueId: string) => Promise<readonly StatusVisit[]>;
    readonly formatDuration: (milliseconds: number) => string;
    readonly formatInstant: (instant: number) => string;
  };
  readonly pageSize?: number;
}

interface Listed {
  readonly issue: IssueRow;
  readonly part: number | null;
}

/** The issues behind a figure: sortable, in pages. */
export function IssueTable({
  label,
  issues,
  issueUrl,
  part,
  history,
  pageSize = 25,
}: IssueTableProps) {
  const rows = useMemo(
    () => issues.map((issue, index): Listed => ({ issue, part: part?.values[index] ?? null })),
    [issues, part],
  );
  const columns = useMemo((): Column<Listed>[] => {
    const all: Column<Listed>[] = [
      {
        id: 'key',
        header: 'Key',
        value: row => row.issue.key,
        cell: ({ issue }) => (
          <span className="tb-issue-key">
            <IssueTypeIcon name={issue.typeName} url={issue.typeIconUrl} />
            <KeyLink issueKey={issue.key} url={issueUrl(issue.key)} />
            {history && (
              <StatusHistoryPopover
                issueKey={issue.key}
                load={() => history.load(issue.id)}
                formatDuration={history.formatDuration}
                formatInstant={history.formatInstant}
              />
            )}
          </span>
        ),
      },
      {
        id: 'summary',
        header: 'Summary',
        value: row => row.issue.summary,
        cell: ({ issue }) => (
          <span className="tb-ellipsis tb-issue-summary" dir="auto">
            {issue.summary}
          </span>
        ),
      },
      {
        id: 'status',
        header: 'Status',
        value: row => row.issue.statusName,
        cell: ({ issue }) => (
          <StatusLozenge name={issue.statusName} category={issue.statusCategory} />
        ),
      },
      {
        id: 'assignee',
        header: 'Assignee',
        value: row => row.issue.assignee,
        cell: ({ issue }) =>
          issue.assignee && (
            <span className="tb-issue-person" data-tb-tooltip={issue.assignee}>
              <Avatar name={issue.assignee} url={issue.assigneeAvatarUrl} size={20} />
              <span className="tb-ellipsis" dir="auto">
                {issue.assignee}
              </span>
            </span>
          ),
      },
    ];
    if (part) {
      const { format } = part;
      all.splice(2, 0, {
        id: 'part',
        header: part.label,
        numeric: true,
        value: row => row.part,
        format: value => (value === null ? '' : format(value)),
      });
    }
    return all;
  }, [issueUrl, part, history]);
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowId={rowId}
      pageSize={pageSize}
      empty="No issues."
    />
  );
}

const rowId = (row: Listed) => row.issue.id;
