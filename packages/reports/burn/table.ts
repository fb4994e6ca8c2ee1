import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import type { ReportTable, TableColumn } from '@tallyboard/report-kit/table/report-table.ts';
import { keyOfRow } from '@tallyboard/report-kit/table/row-key.ts';
import { ISSUES, type Unit } from '@tallyboard/report-kit/table/units.ts';
import { dashForZero, formatNumber, formatSigned } from '@tallyboard/ui/text/numbers.ts';
import { idealLine } from './chart/ideal.ts';
import type { BurnChart, BurnResult } from './compute.ts';
import { type BurnSettings, isBurnup } from './settings.ts';
import { type BurnMeasure, type DayEnd, figureAt } from './states.ts';

export type BurnProps = ViewProps<BurnSettings, BurnResult>;
/** The parts of the view that need a chart. */
export type ChartProps = BurnProps & { readonly chart: BurnChart };

export function burnTable(
  { chart, unit }: BurnResult,
  settings: BurnSettings,
  { zone, dateFormat }: ReportContext,
): ReportTable<DayEnd> {
  const ideal = chart && idealLine(chart.works, chart.points, isBurnup(settings.type));
  const amounts = (text: Unit['text']): Unit => ({ ...ISSUES, text, part: partOf(unit) });
  const plain = amounts(value => formatNumber(value, 2));
  const change = (id: string, header: string, value: (row: DayEnd) => number) => {
    return { id, header, unit: amounts(dashForZero(formatSigned)), value };
  };
  const measure = (
    id: BurnMeasure,
    header: string,
    more: string,
    value: (row: DayEnd) => number,
  ): TableColumn<DayEnd> => ({
    id,
    header,
    unit: plain,
    value,
    figure: row => row.figures?.[id] ?? (chart && figureAt(chart.states, row.at, id)),
    reason: `In scope at the end of the day${more}.`,
  });
  const pattern = `${settings.dateFormat ?? dateFormat} HH:mm`;
  return {
    columns: [
      { id: 'day', header: 'Day', value: row => row.day, file: { value: row => dayText(row.day) } },
      measure('scope', 'Scope', '', row => row.scope),
      measure('completed', 'Completed', ', and done', row => row.completed),
      measure('remaining', 'Remaining', ', and not done', row => row.scope - row.completed),
      {
        id: 'ideal',
        header: 'Ideal',
        unit: amounts(value => formatNumber(value, 1)),
        value: row => ideal?.(row.at) ?? null,
      },
      change('scope-change', 'Scope change', row => row.scopeChange),
      change('done-change', 'Completed on the day', row => row.completedChange),
    ],
    rows: chart?.dayEnds ?? [],
    rowId: row => String(row.day),
    rowKey: ({ day }) => keyOfRow('day', dayText(day)),
    nameOf: row => formatInstant(row.at, zone, pattern),
  };
}
