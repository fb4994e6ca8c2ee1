/** The answer of a forecast in words, the most important first. */

import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { formatCount, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { ForecastResult } from './compute.ts';

export interface Answer {
  readonly label: string;
  readonly text: string;
}

/** Empty if there is no forecast. */
export function answersOf(
  { howMany, when, dates, chance, items, horizonDays, byDate }: ForecastResult,
  { asOf, zone, dateFormat }: ReportContext,
): readonly Answer[] {
  const dayOf = (text: string) => formatDay(parseDay(text) ?? 0, dateFormat);
  const issues = (count: number) => `${formatCount(count)} ${count === 1 ? 'issue' : 'issues'}`;
  if (when && dates)
    return ([85, 50] as const).map(level => ({
      label: `${level}%: ${issues(items ?? 0)} done by`,
      text: dayOf(dates[level]),
    }));
  if (!howMany) return [];
  const end =
    byDate === null
      ? formatDay(localDay(asOf, zone) + (horizonDays ?? 0), dateFormat)
      : dayOf(byDate);
  return [
    ...(chance
      ? [{ label: `${issues(items ?? 0)} done by ${end}`, text: formatPercent(chance.value) }]
      : []),
    ...([85, 50] as const).map(level => {
      return { label: `${level}%: by ${end}`, text: `${issues(howMany[level])} or more` };
    }),
  ];
}
