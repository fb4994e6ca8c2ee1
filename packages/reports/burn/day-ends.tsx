import { formatDay, formatInstant } from '@tallyboard/core/time/format.ts';
import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import { FigureButton } from '@tallyboard/ui/figure/figure-button.tsx';
import { Disclosure } from '@tallyboard/ui/overlay/disclosure.tsx';
import { type Column, DataTable } from '@tallyboard/ui/table/data-table.tsx';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import { signed } from './chart-lines.ts';
import type { DayEnd } from './day-table.ts';
import { idealLine } from './ideal.ts';
import { isBurnup } from './settings.ts';
import { type BurnMeasure, figureAt } from './states.ts';
import type { ChartProps } from './view-props.ts';

const MEASURES: Readonly<Record<BurnMeasure, { label: string; reason: string }>> = {
  scope: { label: 'Scope', reason: 'In scope at the end of the day.' },
  completed: { label: 'Completed', reason: 'In scope and done at the end of the day.' },
  remaining: { label: 'Remaining', reason: 'In scope and not done at the end of the day.' },
};

/** The chart as a table of day ends; each number opens its issues. */
export function DayEnds(props: ChartProps) {
  const { chart, compact } = props;
  const columns = useMemo(() => dayColumns(props), [props]);
  return (
    <Disclosure title="Daily values" level={3}>
      <DataTable
        label="Daily values"
        columns={columns}
        rows={chart.dayEnds}
        rowId={row => String(row.day)}
        pageSize={25}
        compact={compact}
      />
    </Disclosure>
  );
}

function dayColumns({
  chart,
  settings,
  context,
  result,
  onDrill,
}: ChartProps): readonly Column<DayEnd>[] {
  const pattern = settings.dateFormat ?? context.dateFormat;
  const line = idealLine(chart.works, chart.points, isBurnup(settings.type));
  const ideal = (row: DayEnd) => line(row.at);
  const measure = (id: BurnMeasure): Column<DayEnd> => {
    const { label, reason } = MEASURES[id];
    const value = (row: DayEnd) => (id === 'remaining' ? row.scope - row.completed : row[id]);
    return {
      id,
      header: label,
      numeric: true,
      value,
      cell: row => (
        <FigureButton
          label={`${label}, ${formatDay(row.day, pattern)}`}
          onOpen={() =>
            onDrill({
              title: `${label} · ${formatInstant(row.at, context.zone, `${pattern} HH:mm`)}`,
              reason,
              figure: row.figures?.[id] ?? figureAt(chart.states, row.at, id),
              part: partOf(result.unit),
            })
          }
        >
          {formatNumber(value(row), 2)}
        </FigureButton>
      ),
    };
  };
  return [
    {
      id: 'day',
      header: 'Day',
      value: row => row.day,
      cell: row => formatDay(row.day, `ddd, ${pattern}`),
    },
    measure('scope'),
    measure('completed'),
    measure('remaining'),
    {
      id: 'ideal',
      header: 'Ideal',
      numeric: true,
      value: ideal,
      cell: row => formatNumber(ideal(row), 1),
    },
    {
      id: 'scope-change',
      header: 'Scope change',
      numeric: true,
      value: row => row.scopeChange,
      cell: row => (row.scopeChange === 0 ? '-' : signed(row.scopeChange)),
    },
    {
      id: 'done-change',
      header: 'Completed on the day',
      numeric: true,
      value: row => row.completedChange,
      cell: row => (row.completedChange === 0 ? '-' : signed(row.completedChange)),
    },
  ];
}
