/** A forecast of each team, and of all of them being done, with its past. */

import type { OfLevels } from '@tallyboard/core/measure/forecast-correction.ts';
import { groupIssues } from '@tallyboard/core/measure/group-by.ts';
import {
  jointChance,
  type RollingTeam,
  rollJoint,
} from '@tallyboard/core/measure/joint-forecast.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { CountFigure } from '@tallyboard/core/model/result.ts';
import { countOf, filterRows, selectRows } from '@tallyboard/report-kit/figures/figures.ts';
import { labelledGroups } from '@tallyboard/report-kit/figures/group-labels.ts';
import { groupLabel } from '@tallyboard/report-kit/settings/group-codes.ts';
import { dayOutcomes, type Outcomes } from './outcomes.ts';
import type { ForecastSettings } from './settings.ts';
import { MAX_TEAMS } from './team-queries.ts';
import { type ByLevel, byLevel, type TrackRecord, trackRecord } from './track-record.ts';

export interface Teams {
  readonly label: string;
  /** Those with open issues, the largest first. */
  readonly list: readonly Team[];
  /** How many all issues together finish, which is not the sum of the teams; null for 'when'. */
  readonly total: Team | null;
  /** Days until all are done; null if a team has no forecast, and for 'how many'. */
  readonly joint: ByLevel<number> | null;
  readonly plain: ByLevel<number> | null;
  /** By the days until all are done; null with `joint`. */
  readonly distribution: Outcomes | null;
  /** Of all being done by the date, in percent. */
  readonly chance: number | null;
  /** Of `joint` in every week of the past; null for 'how many'. */
  readonly trackRecord: TrackRecord | null;
}

export interface Team {
  readonly id: string;
  readonly label: string;
  readonly remaining: CountFigure;
  /** Null if its history is too short, and for 'how many'. */
  readonly when: ByLevel<number> | null;
  /** Null if its history is too short, and for 'when'. */
  readonly howMany: ByLevel<number> | null;
}

export interface TeamRows {
  readonly label: string;
  readonly groups: readonly {
    readonly id: string;
    readonly label: string;
    readonly rows: IssueRows | readonly number[];
  }[];
}

/** The issues of each team, by its board or query, or by a grouping; null for one team. */
export function teamRows(
  { issues, fields }: Pick<Dataset, 'issues' | 'fields'>,
  { teams: groupBy, teamQueries }: Pick<ForecastSettings, 'teams' | 'teamQueries'>,
  { query }: Pick<ReportContext, 'query'>,
): TeamRows | null {
  if (teamQueries.length > 0 && query?.parts) {
    const groups = query.parts.map(({ name, ids }, at) => {
      const own = new Set(ids);
      const rows = selectRows(issues.length, row => own.has(issues[row]?.id as (typeof ids)[0]));
      return { id: String(at), label: name, rows };
    });
    return { label: 'Team', groups };
  }
  if (groupBy === null) return null;
  const groups = labelledGroups(groupIssues(issues, groupBy), groupBy, issues);
  return { label: groupLabel(groupBy, fields), groups };
}

/** Issues of several teams, which each of them has to finish. */
export function sharedRows({ groups }: TeamRows, count: number): IssueRows {
  const teams = new Uint8Array(count);
  for (const { rows } of groups) for (const row of rows) teams[row] = (teams[row] as number) + 1;
  return selectRows(count, row => (teams[row] as number) > 1);
}

/** How many each team finishes. */
export function teamsHowMany(
  { label, groups }: TeamRows,
  remaining: IssueRows,
  howMany: ByLevel<number> | null,
  forecastOf: (isOfTeam: (row: number) => boolean) => OfLevels<number> | null,
): Teams {
  const open = new Set(remaining);
  const list = groups
    .map(({ id, label, rows }): Team => {
      const members = new Set(rows);
      const forecast = forecastOf(row => members.has(row));
      return {
        id,
        label,
        remaining: countOf(filterRows(Uint32Array.from(rows), row => open.has(row))),
        when: null,
        howMany: forecast && byLevel(forecast),
      };
    })
    .filter(team => team.howMany !== null || team.remaining.value > 0)
    .sort((a, b) => b.remaining.value - a.remaining.value)
    .slice(0, MAX_TEAMS);
  const none = { joint: null, plain: null, distribution: null, chance: null, trackRecord: null };
  const total = { id: '', label: 'All issues', remaining: countOf(remaining), when: null, howMany };
  return { label, list, total, ...none };
}

export interface TeamsOptions {
  readonly calibrate: boolean;
  readonly remaining: IssueRows;
  /** Days until the date; null for 'when'. */
  readonly byDays: number | null;
  readonly present: number;
  /** The last instant of a day. */
  endOf(day: number): number;
  rollerOf(isOfTeam: (row: number) => boolean): RollingTeam;
}

export function teamsOf(
  { label, groups }: TeamRows,
  { calibrate, remaining, byDays, present, endOf, rollerOf }: TeamsOptions,
): Teams {
  const chosen = calibrate ? 'corrected' : 'plain';
  const open = new Set(remaining);
  const teams = groups
    .map(({ rows, ...group }) => ({
      ...group,
      rows,
      remaining: countOf(filterRows(Uint32Array.from(rows), row => open.has(row))),
    }))
    // Teams without open issues had some in the past.
    .sort((a, b) => b.remaining.value - a.remaining.value)
    .slice(0, MAX_TEAMS);
  const rolled = rollJoint(
    teams.map(({ rows }) => {
      const members = new Set(rows);
      return rollerOf(row => members.has(row));
    }),
    present,
  );
  const isOpen = (team: (typeof teams)[number]) => team.remaining.value > 0;
  const chanceWithin = (days: number) =>
    jointChance(
      teams.map((team, at) =>
        isOpen(team)
          ? (rolled.outlooks[at]?.chanceOf(chosen, days, team.remaining.value) ?? Number.NaN)
          : 1,
      ),
    );
  const { current } = rolled;
  return {
    label,
    list: teams.flatMap((team, at) => {
      const { id, label, remaining } = team;
      const outlook = rolled.outlooks[at];
      const when = outlook && !outlook.isEndless ? byLevel(outlook.forecast[chosen]) : null;
      return isOpen(team) ? [{ id, label, remaining, when, howMany: null }] : [];
    }),
    total: null,
    joint: current && byLevel(current[chosen]),
    plain: current && byLevel(current.plain),
    distribution: current && dayOutcomes(chanceWithin),
    chance: current && byDays !== null ? 100 * chanceWithin(byDays) : null,
    trackRecord: trackRecord(rolled, 'when', calibrate, endOf),
  };
}
