/** A forecast of each team, and of all of them being done. */

import { groupIssues } from '@tallyboard/core/measure/group-by.ts';
import { jointChance, jointDays } from '@tallyboard/core/measure/joint-forecast.ts';
import {
  MAX_FORECAST_DAYS,
  type RolledForecast,
} from '@tallyboard/core/measure/rolled-forecast.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { CountFigure } from '@tallyboard/core/model/result.ts';
import { countOf, filterRows } from '@tallyboard/report-kit/figures/figures.ts';
import { labelledGroups } from '@tallyboard/report-kit/figures/group-labels.ts';
import { groupLabel } from '@tallyboard/report-kit/settings/group-codes.ts';
import type { ForecastSettings } from './settings.ts';
import { type ByLevel, byLevel } from './track-record.ts';

export interface Teams {
  readonly label: string;
  /** Those with open issues, the largest first. */
  readonly list: readonly Team[];
  /** Days until all are done; null if a team has no forecast. */
  readonly joint: ByLevel<number> | null;
  readonly plain: ByLevel<number> | null;
  /** Of all being done by the date, in percent. */
  readonly chance: number | null;
}

export interface Team {
  readonly id: string;
  readonly label: string;
  readonly remaining: CountFigure;
  /** Null if its history is too short. */
  readonly when: ByLevel<number> | null;
}

/** More teams are never split in practice, and take long. */
const MAX_TEAMS = 20;

export function teamsOf(
  { issues, fields }: Pick<Dataset, 'issues' | 'fields'>,
  { teams: groupBy, calibrate }: ForecastSettings,
  remaining: IssueRows,
  byDays: number | null,
  forecastOf: (isOfTeam: (row: number) => boolean) => RolledForecast,
): Teams | null {
  if (groupBy === null) return null;
  const chosen = calibrate ? 'corrected' : 'plain';
  const open = new Set(remaining);
  const forecasts = labelledGroups(groupIssues(issues, groupBy), groupBy, issues)
    .map(({ id, label, rows }) => {
      return {
        id,
        label,
        rows,
        remaining: countOf(filterRows(rows.slice(), row => open.has(row))),
      };
    })
    .filter(team => team.remaining.value > 0)
    .sort((a, b) => b.remaining.value - a.remaining.value)
    .slice(0, MAX_TEAMS)
    .map(({ rows, ...team }) => {
      const members = new Set(rows);
      return { team, outlook: forecastOf(row => members.has(row)).current };
    });
  const isWhole = forecasts.length > 0 && forecasts.every(({ outlook }) => outlook !== null);
  const chancesWithin = (of: 'plain' | 'corrected') => (days: number) =>
    forecasts.map(
      ({ team, outlook }) => outlook?.chanceOf(days, team.remaining.value)[of] ?? Number.NaN,
    );
  const joint = (of: 'plain' | 'corrected') =>
    isWhole ? byLevel(jointDays(chancesWithin(of), MAX_FORECAST_DAYS)) : null;
  return {
    label: groupLabel(groupBy, fields),
    list: forecasts.map(({ team, outlook }) => ({
      ...team,
      when: outlook && byLevel(outlook.forecast[chosen]),
    })),
    joint: joint(chosen),
    plain: joint('plain'),
    chance: isWhole && byDays !== null ? 100 * jointChance(chancesWithin(chosen)(byDays)) : null,
  };
}
