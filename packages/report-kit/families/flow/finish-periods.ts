import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { IssueRows } from '@tallyboard/core/model/dataset.ts';
import { addMonths, dayText, startOfMonth, startOfWeek } from '@tallyboard/core/time/day.ts';
import { formatDay, formatDays } from '@tallyboard/core/time/format.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import { localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import { words } from '../../settings/codec.ts';
import { EVERYWHERE } from '../../settings/common-settings.ts';

export const FINISH_PERIOD = {
  ...EVERYWHERE,
  key: 'timeUnit',
  codec: words({ week: 'Week', month: 'Month' }),
  default: 'month',
  label: 'Period',
} as const;

export interface FinishPeriod {
  readonly id: string;
  readonly label: string;
  /** The last day; of the running period the day of the report. */
  readonly last: Day;
  readonly rows: IssueRows;
  /** False while it runs, and if the range cuts it. */
  readonly whole: boolean;
}

export function finishPeriods(
  period: 'week' | 'month',
  { weekStart, dateFormat, asOf, zone }: ReportContext,
  rows: IssueRows,
  dayOf: (row: number) => Day,
  range: { readonly from: Day | null; readonly to: Day | null },
): readonly FinishPeriod[] {
  const isMonth = period === 'month';
  const startOf = (day: Day) => (isMonth ? startOfMonth(day) : startOfWeek(day, weekStart));
  const next = (day: Day) => (isMonth ? addMonths(day, 1) : day + 7);
  const byPeriod = Map.groupBy(rows, row => startOf(dayOf(row)));
  const days = [...byPeriod.keys()].sort((a, b) => a - b);
  const periods: FinishPeriod[] = [];
  for (let day = days[0] ?? 0; day <= (days.at(-1) ?? -Infinity); day = next(day))
    periods.push({
      id: dayText(day),
      label: isMonth ? formatDay(day, 'MMM YYYY') : formatDays(day, day + 6, dateFormat),
      last: Math.min(next(day) - 1, localDay(asOf, zone)),
      rows: Uint32Array.from(byPeriod.get(day) ?? []),
      whole:
        day >= (range.from ?? day) &&
        next(day) - 1 <= (range.to ?? next(day)) &&
        startOfDay(next(day), zone) <= asOf,
    });
  return periods;
}
