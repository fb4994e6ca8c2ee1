import './burn.css';
import { formatDay, formatInstant } from '@tallyboard/core/time/format.ts';
import {
  type LedgerEntry,
  REASONS,
} from '@tallyboard/report-kit/families/sprint-scope/sprint-report.ts';
import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import { IssueName } from '@tallyboard/report-kit/figures/issue-name.tsx';
import { ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { TableView, useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import { FigureButton } from '@tallyboard/ui/figure/figure-button.tsx';
import { Totals } from '@tallyboard/ui/figure/totals.tsx';
import { Disclosure } from '@tallyboard/ui/overlay/disclosure.tsx';
import { type Column, DataTable } from '@tallyboard/ui/table/data-table.tsx';
import { formatNumber, formatSigned } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import { about } from './about.ts';
import { BurnControls } from './burn-controls.tsx';
import { BurnPicture } from './chart/burn-picture.tsx';
import { isBurnup, isSprintType } from './settings.ts';
import type { BurnTotals, DayEnd } from './states.ts';
import { type BurnProps, burnTable, type ChartProps } from './table.ts';

/** The chart of sprints or days, its totals, scope changes and daily values. */
export default function BurnView(props: BurnProps) {
  const { result, compact, lite } = props;
  const { chart } = result;
  return (
    <ReportView className="tb-burn" compact={compact} promoted={lite && about.title}>
      <BurnControls {...props} />
      {chart ? (
        <>
          <ChartTotals {...props} chart={chart} />
          <BurnPicture {...props} chart={chart} />
          <ScopeChanges {...props} chart={chart} />
          <DayEnds {...props} chart={chart} />
        </>
      ) : (
        <EmptyState title="No data.">{result.why}</EmptyState>
      )}
    </ReportView>
  );
}

function DayEnds(props: ChartProps) {
  const { settings, context } = props;
  const table = useReportTable(burnTable, props);
  const pattern = `ddd, ${settings.dateFormat ?? context.dateFormat}`;
  const cells = useMemo(
    () => ({ day: { cell: (row: DayEnd) => formatDay(row.day, pattern) } }),
    [pattern],
  );
  return (
    <Disclosure title="Daily values" level={3}>
      <TableView {...props} label="Daily values" table={table} cells={cells} pageSize={25} />
    </Disclosure>
  );
}

interface Line {
  readonly id: keyof BurnTotals;
  readonly label: string;
  readonly reason: string;
  readonly format?: (value: number) => string;
  /** Stands before a figure that may be too small. Removed issues are shown below 0. */
  readonly bound?: '≥' | '≤';
}

const LINES: readonly Line[] = [
  { id: 'remaining', label: 'Remaining', reason: 'In scope and not done.', bound: '≥' },
  { id: 'completed', label: 'Completed', reason: 'In scope and done.', bound: '≥' },
  { id: 'committed', label: 'Committed', reason: 'In scope at the sprint start.', bound: '≥' },
  {
    id: 'added',
    label: 'Added',
    reason: 'Added, created in the sprint, or reopened after the start.',
    format: formatSigned,
    bound: '≥',
  },
  {
    id: 'reEstimated',
    label: 'Re-estimated',
    reason: 'Estimate changed while in scope.',
    format: formatSigned,
  },
  {
    id: 'removed',
    label: 'Removed',
    reason: 'Removed from scope after the start.',
    format: value => formatSigned(-value),
    bound: '≤',
  },
  { id: 'scope', label: 'Scope', reason: 'In scope at the end or now.', bound: '≥' },
];

/** The scope at the start, its changes, and its state at the end or now. */
function ChartTotals({ chart, result, settings, onDrill, onSprint }: ChartProps) {
  const { report } = chart;
  const shown = LINES.filter(({ id }) => {
    if (id === 'reEstimated') return result.unit === 'points';
    return id !== 'removed' || isSprintType(settings.type);
  });
  const lines = isBurnup(settings.type)
    ? shown.toSorted((a, b) => Number(b.id === 'completed') - Number(a.id === 'completed'))
    : shown;
  return (
    <div className="tb-burn__totals">
      <Totals
        totals={lines.map(({ id, label, reason, format = plain, bound }, index) => {
          const figure = chart.totals[id];
          const isBound = result.atLeast !== null && bound !== undefined;
          const part = partOf(result.unit);
          const value = (
            <FigureButton
              key={id}
              size={index === 0 ? 'large' : 'normal'}
              label={`${label}, ${result.unit}${isBound ? ', at least' : ''}`}
              onOpen={() => onDrill({ title: `${label} · ${chart.name}`, reason, figure, part })}
            >
              {`${isBound ? `${bound} ` : ''}${format(figure.value ?? 0)}`}
            </FigureButton>
          );
          return { id, label, value };
        })}
      />
      {report && onSprint && (
        <Button appearance="link" onClick={() => onSprint(report)}>
          Sprint report
        </Button>
      )}
    </div>
  );
}

const plain = (value: number) => formatNumber(value, 2);

type Entry = LedgerEntry & { readonly id: string };

function ScopeChanges({ chart, settings, context, result, dataset, compact }: ChartProps) {
  const { zone } = context;
  const pattern = `${settings.dateFormat ?? context.dateFormat} HH:mm`;
  const points = result.unit === 'points';
  const rows = useMemo(
    () => chart.ledger.map((entry, index): Entry => ({ ...entry, id: String(index) })),
    [chart],
  );
  const columns = useMemo(
    (): readonly Column<Entry>[] => [
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
        cell: row => <IssueName issue={row} url={dataset.issueUrl(row.key)} />,
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
      ...(points ? [ESTIMATE] : []),
      { id: 'by', header: 'By', width: 160, value: row => row.by ?? '' },
    ],
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

const ESTIMATE: Column<Entry> = {
  id: 'estimate',
  header: 'Before → after',
  width: 120,
  value: row => row.after,
  cell: row => `${formatNumber(row.before, 2)} → ${formatNumber(row.after, 2)}`,
};
