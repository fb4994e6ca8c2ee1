import type { ReactNode } from 'react';
import { IssueName } from './issue-name.tsx';
import { type InReport, IssueHistory } from './issue-rows.tsx';

interface IssueOfRow {
  readonly id?: string;
  readonly key?: string;
  readonly summary?: string;
}

/** The name and the status history of a table's issue; empty in a total. */
export const issueCell =
  ({ dataset, context }: InReport) =>
  ({ id, key, summary = '' }: IssueOfRow): ReactNode =>
    id === undefined || key === undefined ? null : (
      <span className="tb-line">
        <IssueName issue={{ key, summary }} url={dataset.issueUrl(key)} />
        <IssueHistory row={{ id, key }} dataset={dataset} context={context} />
      </span>
    );
