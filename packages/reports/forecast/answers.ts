/** The answer of a forecast in words, the most important first. */

import type { Level } from '@tallyboard/core/forecast/levels.ts';
import { MAX_FORECAST_DAYS } from '@tallyboard/core/forecast/outlook.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { formatCount, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { ForecastResult } from './compute.ts';
import type { ByLevel } from './track-record.ts';

/** Days that no forecast looks beyond. */
export const isEndless = (days: number): boolean => days >= MAX_FORECAST_DAYS;
export const ENDLESS = 'Over 10 years';

export interface Answer {
  readonly label: string;
  readonly text: string;
}

/** Empty if there is no forecast. */
export function answersOf(
  { howMany, when, dates, chance, items, horizonDays, byDate, teams }: ForecastResult,
  { asOf, zone, dateFormat }: ReportContext,
): readonly Answer[] {
  const dayOf = (text: string) => formatDay(parseDay(text) ?? 0, dateFormat);
  const issues = (count: number) => `${formatCount(count)} ${count === 1 ? 'issue' : 'issues'}`;
  const today = localDay(asOf, zone);
  const joint = teams?.joint;
  if (when && joint)
    return ([85, 50] as const).map(level => ({
      label: `${level}% likely: all ${formatCount(teams.list.length)} teams done by`,
      text: isEndless(joint[level]) ? ENDLESS : formatDay(today + joint[level], dateFormat),
    }));
  if (when && dates)
    return ([85, 50] as const).map(level => ({
      label: `${level}% likely: ${issues(items ?? 0)} done by`,
      text: isEndless(when[level]) ? ENDLESS : dayOf(dates[level]),
    }));
  if (!howMany) return [];
  const end = byDate === null ? formatDay(today + (horizonDays ?? 0), dateFormat) : dayOf(byDate);
  return [
    ...(typeof teams?.chance === 'number'
      ? [
          {
            label: `All ${formatCount(teams.list.length)} teams done by ${end}`,
            text: formatPercent(teams.chance),
          },
        ]
      : []),
    ...(chance
      ? [{ label: `${issues(items ?? 0)} done by ${end}`, text: formatPercent(chance.value) }]
      : []),
    ...([85, 50] as const).map(level => {
      return { label: `${level}% likely by ${end}`, text: `${issues(howMany[level])} or more` };
    }),
  ];
}

/**
 * Whether a line may be named by its level: earlier dates of it were not kept 10 points less often than it says, or too few
 * tell.
 */
export const namedLevel = (kept: ByLevel<number> | null, level: Level): boolean =>
  kept === null || kept[level] > level - 10;
