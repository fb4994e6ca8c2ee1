import './issue-keys.css';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { IssueRow } from '@tallyboard/core/model/rows.ts';
import { formatInstant, formatMilliseconds } from '@tallyboard/core/time/format.ts';
import { MINUTE } from '@tallyboard/core/time/units.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { KeyLink } from '@tallyboard/ui/issue/key-link.tsx';
import {
  StatusHistoryPopover,
  type StatusHistoryProps,
} from '@tallyboard/ui/issue/status-history.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { startTransition, useEffect, useState } from 'react';
import type { DatasetView } from '../contract.ts';

const FIRST_KEYS = 10;
/** Characters that a cell has room for where the length of keys is unknown. */
const KEY_LENGTH = 10;
/** More keys are only in the figure's list. */
const MAX_KEYS = 500;

export interface IssueKeysProps {
  readonly issues: IssueRows;
  readonly dataset: DatasetView;
  readonly context: ReportContext;
  readonly onOpenAll: () => void;
}

/** The first keys of issues, and a button for the rest. Each opens in the host, and has its status history. */
export function IssueKeys({ issues, dataset, context, onOpenAll }: IssueKeysProps) {
  const [all, setAll] = useState(false);
  const count = Math.min(all ? MAX_KEYS : FIRST_KEYS, issues.length);
  const rows = useIssueRows(dataset, issues.subarray(0, count)).slice(0, count);
  const hidden = issues.length - count;
  const { keyLength = KEY_LENGTH } = dataset;
  return (
    <div
      className="tb-issue-keys"
      style={{ '--tb-key-length': keyLength }}
      aria-busy={rows.length < count}
    >
      {rows.map(row => (
        <IssueKey key={row.id} row={row} dataset={dataset} context={context} />
      ))}
      {Array.from(issues.subarray(rows.length, count), row => (
        // The room of a key that is still read.
        <span key={row} className="tb-issue-keys__key" aria-hidden="true" />
      ))}
      {hidden > 0 && (
        <Button appearance="link" onClick={all ? onOpenAll : () => setAll(true)}>
          +{formatCount(hidden)} more <span className="tb-hidden">issues</span>
        </Button>
      )}
      {hidden > 0 && <span className="tb-print-only">+{formatCount(hidden)} more</span>}
      {all && (
        <Button appearance="link" onClick={() => setAll(false)}>
          Show fewer
        </Button>
      )}
    </div>
  );
}

function IssueKey(props: Pick<IssueKeysProps, 'dataset' | 'context'> & { readonly row: IssueRow }) {
  const { row, dataset, context } = props;
  return (
    <span className="tb-issue-keys__key" data-tb-tooltip={row.summary}>
      <KeyLink issueKey={row.key} url={dataset.issueUrl(row.key)} />
      <IssueHistory row={row} dataset={dataset} context={context} />
    </span>
  );
}

export function IssueHistory(
  props: Pick<IssueKeysProps, 'dataset' | 'context'> & {
    readonly row: Readonly<Record<'id' | 'key', string>>;
    readonly status?: StatusHistoryProps['status'];
  },
) {
  const { row, status, dataset, context } = props;
  return (
    <StatusHistoryPopover
      issueKey={row.key}
      status={status}
      load={() => dataset.statusHistory(row.id)}
      formatDuration={formatElapsed}
      formatInstant={at => formatInstant(at, context.zone, `${context.dateFormat} HH:mm`)}
    />
  );
}

/** Elapsed time in days of 24 hours, to the minute. */
function formatElapsed(milliseconds: number): string {
  const minutes = Math.round(milliseconds / MINUTE) * MINUTE;
  return formatMilliseconds(minutes, {
    style: 'days',
    hoursPerDay: 24,
    daysPerWeek: 7,
    zero: '0m',
  });
}

/** The rows of issues from the engine. The last ones stay until others are there, so that the layout is stable. */
export function useIssueRows(dataset: DatasetView, issues: IssueRows): readonly IssueRow[] {
  const [loaded, setLoaded] = useState<readonly IssueRow[]>([]);
  // Compared by content: a new result has new arrays of the same rows.
  const wanted = issues.join(' ');
  useEffect(() => {
    let live = true;
    dataset.rows(wanted === '' ? [] : wanted.split(' ').map(Number)).then(
      rows => live && startTransition(() => setLoaded(rows)),
      // The view loads an evicted dataset again.
      error => live && console.warn(error),
    );
    return () => {
      live = false;
    };
  }, [dataset, wanted]);
  return loaded;
}
