import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { IssueRow } from '@tallyboard/core/model/rows.ts';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import { MINUTE } from '@tallyboard/core/time/units.ts';
import {
  StatusHistoryPopover,
  type StatusHistoryProps,
} from '@tallyboard/ui/issue/status-history.tsx';
import { formatMilliseconds } from '@tallyboard/ui/text/durations.ts';
import { startTransition, useEffect, useState } from 'react';
import type { DatasetView } from '../contract.ts';

export interface InReport {
  readonly dataset: DatasetView;
  readonly context: ReportContext;
}

export function IssueHistory(
  props: InReport & {
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
