import type { PeriodSeries } from '@tallyboard/report-kit/limits/period-series.ts';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';
import type { VelocityResult } from './compute.ts';
import { MEASURES } from './measures.ts';
import { amount } from './parts/series.ts';
import { periodKey, UNITS } from './table.ts';

const SIGNS = { issues: '', points: ' points', seconds: ' h' } as const;

/** Completed and committed work of each sprint or interval, in the unit of the result. */
export function velocityLimitSeries(result: VelocityResult): readonly PeriodSeries[] {
  const { periods, periodKind, unit, atLeast } = result;
  const series = (id: 'completed' | 'committed'): PeriodSeries => ({
    id,
    label: MEASURES[id][0],
    period: periodKind,
    unit: UNITS[unit],
    ...(unit === 'issues' && { counts: true as const }),
    format: value => `${formatNumber(amount(result, value), 1)}${SIGNS[unit]}`,
    say: text => `${text} ${id}`,
    doubt: atLeast === null ? null : `Figures may be too low: ${atLeast}.`,
    points: periods.map(period => ({
      row: `period ${period.id}`,
      key: periodKey(period),
      label: period.name,
      value: period.measures[id]?.value ?? null,
      whole: !period.running,
      figure: period.measures[id] ?? undefined,
    })),
  });
  return [series('completed'), ...(periodKind === 'sprint' ? [series('committed')] : [])];
}
