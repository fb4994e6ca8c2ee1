import type { Figure } from '@tallyboard/core/model/result.ts';
import type { Drill } from '@tallyboard/report-kit/contract.ts';
import { periodColumn } from '@tallyboard/report-kit/families/by-date/period-column.tsx';
import { periodName } from '@tallyboard/report-kit/families/by-date/period-text.ts';
import { FigureButton } from '@tallyboard/ui/figure/figure-button.tsx';
import type { Column } from '@tallyboard/ui/table/data-table.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import type { CreatedResolvedResult, CreatedResolvedRow } from './compute.ts';

type Measure = 'created' | 'resolved';

const MEASURES: Readonly<Record<Measure, { readonly label: string; readonly reason: string }>> = {
  created: { label: 'Created', reason: 'Created in the period.' },
  resolved: {
    label: 'Resolved',
    reason: 'Resolved in the period, by the done rule of the settings.',
  },
};

export function drillOf(measure: Measure, name: string, figure: Figure): Drill {
  const { label, reason } = MEASURES[measure];
  return { title: `${label} · ${name}`, reason, figure };
}

/** The columns of the table; counts open their issues. */
export function createdResolvedColumns(
  { unit, total, range }: CreatedResolvedResult,
  onDrill: (drill: Drill) => void,
): readonly Column<CreatedResolvedRow>[] {
  const cell = (measure: Measure, name: string, figure: Figure) =>
    figure.issues.length === 0 ? (
      '-'
    ) : (
      <FigureButton
        label={`${MEASURES[measure].label} · ${name}`}
        onOpen={() => onDrill(drillOf(measure, name, figure))}
      >
        {formatCount(figure.value)}
      </FigureButton>
    );
  const counted = (measure: Measure): Column<CreatedResolvedRow> => ({
    id: measure,
    header: MEASURES[measure].label,
    numeric: true,
    width: 112,
    value: row => row[measure].value,
    cell: row => cell(measure, periodName(row, unit), row[measure]),
    total: cell(measure, 'Total', total[measure]),
  });
  const net: Column<CreatedResolvedRow> = {
    id: 'net',
    header: 'Net',
    help: 'Created less resolved.',
    numeric: true,
    width: 112,
    value: row => row.net,
    cell: row => signed(row.net),
    total: signed(total.net),
  };
  const netSoFar: Column<CreatedResolvedRow> = {
    id: 'netSoFar',
    header: 'Net so far',
    help: 'Net, added up from the start of the range.',
    numeric: true,
    width: 128,
    value: row => row.netSoFar,
    cell: row => signed(row.netSoFar ?? 0),
  };
  return [
    periodColumn(unit),
    counted('created'),
    counted('resolved'),
    net,
    ...(range === null ? [] : [netSoFar]),
  ];
}

/** '+5', '-' for 0, and a true minus sign. */
function signed(net: number): string {
  if (net === 0) return '-';
  return net > 0 ? `+${formatCount(net)}` : formatCount(net).replace('-', '\u2212');
}
