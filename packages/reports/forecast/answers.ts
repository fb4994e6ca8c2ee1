/** The answer of a forecast in words, the most important first. */

import type { Level } from '@tallyboard/core/forecast/levels.ts';
import { MAX_FORECAST_DAYS } from '@tallyboard/core/forecast/outlook.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { flowUnit } from '@tallyboard/report-kit/families/flow/flow-units.ts';
import { PERCENT, type Unit } from '@tallyboard/report-kit/table/units.ts';
import { formatCount, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { ForecastResult } from './compute.ts';
import type { ByLevel } from './track-record.ts';

/** Days that no forecast looks beyond. */
export const isEndless = (days: number): boolean => days >= MAX_FORECAST_DAYS;
export const ENDLESS = 'Over 10 years';

export interface Answer {
  readonly id: string;
  /** Issues, days from today, or percent; null beyond what is looked at. */
  readonly value: number | null;
  readonly unit?: Unit;
  readonly label: string;
  readonly text: string;
}

/** Null if there is a forecast. A part says itself what to do. */
export const whyNoForecast = ({ cannot, part }: ForecastResult): string | null =>
  cannot &&
  (part && part.own === null && part.open === 0
    ? cannot
    : `${cannot} Widen the query, or choose another board or more days of history.`);

/** Empty if there is no forecast. */
export function answersOf(result: ForecastResult, context: ReportContext): readonly Answer[] {
  const { howMany, when, dates, chance, items, horizonDays, byDate, teams, part } = result;
  const { asOf, zone, dateFormat } = context;
  const dayOf = (text: string) => formatDay(parseDay(text) ?? 0, dateFormat);
  const issues = (count: number) => `${formatCount(count)} ${count === 1 ? 'issue' : 'issues'}`;
  const today = localDay(asOf, zone);
  const joint = teams?.joint;
  if (when && joint)
    return ([85, 50] as const).map(level => ({
      ...daysOf(level, joint[level]),
      label: `${levelWords(result, level)}: ${teamWords(teams.list.length)} done by`,
      text: isEndless(joint[level]) ? ENDLESS : formatDay(today + joint[level], dateFormat),
    }));
  if (when && dates)
    return ([85, 50] as const).map(level => ({
      ...daysOf(level, when[level]),
      label: `${levelWords(result, level)}: ${issues(items ?? 0)} done by`,
      text: isEndless(when[level]) ? ENDLESS : dayOf(dates[level]),
    }));
  if (!howMany) return [];
  const end = byDate === null ? formatDay(today + (horizonDays ?? 0), dateFormat) : dayOf(byDate);
  const until = part?.kind === 'sprint' ? `by the end of the sprint, ${end}` : `by ${end}`;
  return [
    ...(typeof teams?.chance === 'number'
      ? [
          {
            id: 'chanceOfTeams',
            value: teams.chance,
            unit: PERCENT,
            label: `${capital(teamWords(teams.list.length))} done by ${end}`,
            text: formatPercent(teams.chance),
          },
        ]
      : []),
    ...(chance
      ? [
          {
            id: 'chance',
            value: chance.value,
            unit: PERCENT,
            label: `${issues(items ?? 0)} done by ${end}`,
            text: formatPercent(chance.value),
          },
        ]
      : []),
    ...([85, 50] as const).map(level => {
      const count = part
        ? `${formatCount(howMany[level])}${howMany[level] < part.open ? ' or more' : ''} of ${issues(part.open)}`
        : `${issues(howMany[level])} or more`;
      const id = `issues${level}`;
      return {
        id,
        value: howMany[level],
        label: `${paceWords(result, level)} ${until}`,
        text: count,
      };
    }),
  ];
}

/** The days from today within which all is done, with this chance. */
const daysOf = (level: Level, days: number) => ({
  id: `days${level}`,
  value: isEndless(days) ? null : days,
  unit: flowUnit('days'),
});

const teamWords = (count: number) => (count === 1 ? 'the team' : `all ${formatCount(count)} teams`);

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** '85% likely', or of a part what its line was kept by. */
export function levelWords(result: ForecastResult, level: Level): string {
  const { part, kept, keptOf } = result;
  if (!part || kept === null) return paceWords(result, level);
  return namedLevel(kept, level)
    ? `${level}% likely`
    : `Kept by ${formatPercent(kept[level])} of ${formatCount(keptOf ?? 0)} earlier ${part.kind}s`;
}

/** A pace that no earlier part has tested is no promise. */
const paceWords = ({ part }: ForecastResult, level: Level): string =>
  part ? `${level}% at this pace` : `${level}% likely`;

/**
 * Whether a line may be named by its level: earlier dates of it were not kept 10 points less often than it says, or too few
 * tell.
 */
export const namedLevel = (kept: ByLevel<number> | null, level: Level): boolean =>
  kept === null || kept[level] > level - 10;
