import { formatInstant } from '@tallyboard/core/time/format.ts';
import { IssueName } from '@tallyboard/report-kit/figures/issue-name.tsx';
import { type Column, DataTable } from '@tallyboard/ui/table/data-table.tsx';
import { formatNumber, formatSigned } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import { type LedgerEntry, REASONS } from './ledger.ts';
import type { ChartProps } from './view-props.ts';

type Entry = LedgerEntry & { readonly id: string };

export function LedgerTable({ chart, settings, context, result, dataset, compact }: ChartProps) {
  const { zone } = context;
  const pattern = `${settings.dateFormat ?? context.dateFormat} HH:mm`;
  const points = result.unit === 'points';
  const rows = useMemo(
    () => chart.ledger.map((entry, index): Entry => ({ ...entry, id: String(index) })),
    [chart],
  );
  const columns = useMemo(
    () => ledgerColumns({ pattern, zone, points, issueUrl: dataset.issueUrl }),
    [pattern, zone, points, dataset],
  );
  return (
    <section aria-label="Scope changes" className="tb-burn__ledger tb-not-on-wall">
      <h3>Scope changes</h3>
      <DataTable
        label="Scope changes"
        columns={columns}
        rows={rows}
        rowId={row => row.id}
        pageSize={10}
        compact={compact}
        empty="No scope changes since the start."
      />
    </section>
  );
}

interface Cells {
  readonly pattern: string;
  readonly zone: string;
  readonly points: boolean;
  readonly issueUrl: (key: string) => string;
}

function ledgerColumns({ pattern, zone, points, issueUrl }: Cells): readonly Column<Entry>[] {
  return [
    {
      id: 'when',
      header: 'When',
      width: 184,
      value: row => row.at,
      cell: row => <span className="tb-nowrap">{formatInstant(row.at, zone, pattern)}</span>,
    },
    {
      id: 'issue',
      header: 'Issue',
      value: row => row.key,
      cell: row => <IssueName issue={row} url={issueUrl(row.key)} />,
    },
    { id: 'reason', header: 'Reason', width: 136, value: row => REASONS[row.reason] },
    {
      id: 'change',
      header: 'Change',
      unit: points ? 'points' : 'issues',
      numeric: true,
      value: row => row.amount,
      cell: row => formatSigned(row.amount),
    },
    ...(points
      ? [
          {
            id: 'estimate',
            header: 'Before → after',
            width: 120,
            value: (row: Entry) => row.after,
            cell: (row: Entry) => `${formatNumber(row.before, 2)} → ${formatNumber(row.after, 2)}`,
          },
        ]
      : []),
    { id: 'by', header: 'By', width: 160, value: row => row.by ?? '' },
  ];
}
