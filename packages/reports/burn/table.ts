import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import type { ReportTable, TableColumn } from '@tallyboard/report-kit/table/report-table.ts';
import type { Unit } from '@tallyboard/report-kit/table/units.ts';
import { dashForZero, formatNumber, formatSigned } from '@tallyboard/ui/text/numbers.ts';
import { idealLine } from './chart/ideal.ts';
import type { BurnResult } from './compute.ts';
import { type BurnSettings, isBurnup } from './settings.ts';
import type { DayEnd } from './states.ts';
import { type BurnMeasure, figureAt } from './states.ts';

export function burnTable(
  { chart, unit }: BurnResult,
  settings: BurnSettings,
  { zone, dateFormat }: ReportContext,
): ReportTable<DayEnd> {
  const ideal = chart && idealLine(chart.works, chart.points, isBurnup(settings.type));
  const amounts = (text: Unit['text']): Unit => ({
    suffix: '',
    scale: 1,
    text,
    part: partOf(unit),
  });
  const plain = amounts(value => formatNumber(value, 2));
  const changes = amounts(dashForZero(formatSigned));
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
      {
        id: 'day',
        header: 'Day',
        value: row => row.day,
        file: { value: row => dayText(row.day) },
      },
      measure('scope', 'Scope', '', row => row.scope),
      measure('completed', 'Completed', ', and done', row => row.completed),
      measure('remaining', 'Remaining', ', and not done', row => row.scope - row.completed),
      {
        id: 'ideal',
        header: 'Ideal',
        unit: amounts(value => formatNumber(value, 1)),
        value: row => ideal?.(row.at) ?? null,
      },
      {
        id: 'scope-change',
        header: 'Scope change',
        unit: changes,
        value: row => row.scopeChange,
      },
      {
        id: 'done-change',
        header: 'Completed on the day',
        unit: changes,
        value: row => row.completedChange,
      },
    ],
    rows: chart?.dayEnds ?? [],
    rowId: row => String(row.day),
    nameOf: row => formatInstant(row.at, zone, pattern),
  };
}
