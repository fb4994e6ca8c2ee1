/** A forecast of each team, and of all of them being done, with its past. */

import {
  jointChance,
  jointDays,
  type RollingTeam,
  rollJoint,
} from '@tallyboard/core/forecast/joint-forecast.ts';
import { LEVELS } from '@tallyboard/core/forecast/levels.ts';
import { MAX_FORECAST_DAYS } from '@tallyboard/core/forecast/outlook.ts';
import type { ForecastQuestion } from '@tallyboard/core/forecast/rolled-forecast.ts';
import { allRows, countOf, filterRows, selectRows } from '@tallyboard/core/measure/figures.ts';
import { groupIssues } from '@tallyboard/core/measure/group-by.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { CountFigure } from '@tallyboard/core/model/result.ts';
import type { CalendarDays } from '@tallyboard/report-kit/families/flow/calendar-days.ts';
import { MAX_TEAMS } from '@tallyboard/report-kit/families/flow/team-queries.ts';
import { labelledGroups } from '@tallyboard/report-kit/figures/group-labels.ts';
import { groupLabel } from '@tallyboard/report-kit/settings/group-codes.ts';
import { dayOutcomes, type Outcomes } from './outcomes.ts';
import { type PartWork, partOfTeam } from './part.ts';
import type { ForecastSettings } from './settings.ts';
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
  /** Chance of all being done by the date, in percent. */
  readonly chance: number | null;
  /** Record of `joint` in every week of the past; null for 'how many'. */
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
  { issues, above, fields }: Pick<Dataset, 'issues' | 'above' | 'fields'>,
  { teams: groupBy, teamQueries }: Pick<ForecastSettings, 'teams' | 'teamQueries'>,
  { query }: Pick<ReportContext, 'query'>,
  counts: (row: number) => boolean,
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
  const all = allRows(issues.length);
  const groups = labelledGroups(
    groupIssues({ issues, above }, groupBy, filterRows(all, counts)),
    groupBy,
    issues,
  );
  return { label: groupLabel(groupBy, fields), groups };
}

/** Issues of several teams, which each of them has to finish. */
export function sharedRows({ groups }: TeamRows, count: number): IssueRows {
  const teams = new Uint8Array(count);
  for (const { rows } of groups) for (const row of rows) teams[row]!++;
  return selectRows(count, row => teams[row]! > 1);
}

interface AllTeams extends Pick<ForecastSettings, 'question'> {
  readonly remaining: IssueRows;
  readonly horizonDays: number;
  readonly howMany: ByLevel<number> | null;
}

export interface TeamsOptions extends AllTeams, Pick<ForecastSettings, 'calibrate'> {
  readonly days: CalendarDays;
  /** A forecast of the issues of a team; without `items`, of those that are open. */
  teamOf(
    isOfTeam: (row: number) => boolean,
    kind: ForecastQuestion['kind'],
    items?: number,
  ): RollingTeam;
}

export function teamsOf(rows: TeamRows, options: TeamsOptions): Teams {
  const teams = issuesOfTeams(rows, options.remaining);
  return options.question === 'how-many'
    ? howManyOf(rows.label, teams, options)
    : jointOf(rows.label, teams.slice(0, MAX_TEAMS), options);
}

function issuesOfTeams({ groups }: TeamRows, remaining: IssueRows): readonly TeamIssues[] {
  const open = new Set(remaining);
  const teams = groups.map(({ id, label, rows }) => {
    const members = new Set(rows);
    return {
      id,
      label,
      remaining: countOf(filterRows(Uint32Array.from(rows), row => open.has(row))),
      isMember: (row: number) => members.has(row),
    };
  });
  // Teams without open issues had some in the past.
  return teams.sort((a, b) => b.remaining.value - a.remaining.value);
}

/** The teams of a part of the work, each with the issues that it has of it. */
export function partTeamsOf(
  rows: TeamRows,
  { question, remaining, howMany, horizonDays, work }: AllTeams & { readonly work: PartWork },
): Teams {
  const isWhen = question !== 'how-many';
  const teams = issuesOfTeams(rows, remaining)
    .filter(({ remaining: { value } }) => value > 0)
    .slice(0, MAX_TEAMS)
    .map(({ isMember, ...team }) => ({ team, dates: partOfTeam(work, isMember) }));
  const all = teams.flatMap(({ dates }) => dates ?? []);
  const chanceWithin = (days: number) => jointChance(all.map(each => each.chanceWithin(days)));
  const isKnown = isWhen && all.length > 0 && all.length === teams.length;
  const joint = isKnown
    ? byLevel(
        jointDays(
          days => all.map(each => each.chanceWithin(days)),
          MAX_FORECAST_DAYS,
          LEVELS.map((_, at) => Math.max(...all.map(({ plain }) => plain[at]!))),
        ),
      )
    : null;
  return {
    label: rows.label,
    list: teams.map(({ team, dates }): Team => {
      return {
        ...team,
        when: isWhen && dates ? byLevel(dates.plain) : null,
        howMany: !isWhen && dates ? byLevel(dates.finishesWithin(horizonDays)) : null,
      };
    }),
    total: isWhen
      ? null
      : { id: '', label: 'All issues', remaining: countOf(remaining), when: null, howMany },
    joint,
    plain: joint,
    distribution: joint && dayOutcomes(chanceWithin),
    chance: joint && question === 'by-date' ? 100 * chanceWithin(horizonDays) : null,
    trackRecord: null,
  };
}

interface TeamIssues extends Pick<Team, 'id' | 'label' | 'remaining'> {
  isMember(row: number): boolean;
}

function howManyOf(
  label: string,
  teams: readonly TeamIssues[],
  { remaining, howMany, days, teamOf }: TeamsOptions,
): Teams {
  const list = teams.flatMap(({ isMember, ...team }): Team[] => {
    const outlook = teamOf(isMember, 'how-many').roller.outlookAt(days.present);
    const howMany = outlook && byLevel(outlook.forecast[outlook.known.line]);
    return howMany || team.remaining.value > 0 ? [{ ...team, when: null, howMany }] : [];
  });
  return {
    label,
    list: list.slice(0, MAX_TEAMS),
    total: { id: '', label: 'All issues', remaining: countOf(remaining), when: null, howMany },
    joint: null,
    plain: null,
    distribution: null,
    chance: null,
    trackRecord: null,
  };
}

/** When each team is done, and all of them. */
function jointOf(
  label: string,
  teams: readonly TeamIssues[],
  { question, calibrate, horizonDays, days, teamOf }: TeamsOptions,
): Teams {
  const rolled = rollJoint(
    teams.map(({ isMember }) => teamOf(isMember, 'when')),
    days.present,
    calibrate,
  );
  const { current, outlooks, line } = rolled;
  const chanceWithin = (days: number) =>
    jointChance(
      teams.map(({ remaining: { value } }, at) =>
        value > 0 ? (outlooks[at]?.chanceOf(line, days, value) ?? Number.NaN) : 1,
      ),
    );
  return {
    label,
    list: teams.flatMap(({ isMember, ...team }, at): Team[] => {
      const outlook = outlooks[at];
      const when = outlook && !outlook.isEndless ? byLevel(outlook.forecast[line]) : null;
      return team.remaining.value > 0 ? [{ ...team, when, howMany: null }] : [];
    }),
    total: null,
    joint: current && byLevel(current[line]),
    plain: current && byLevel(current.plain),
    distribution: current && dayOutcomes(chanceWithin),
    chance: current && question === 'by-date' ? 100 * chanceWithin(horizonDays) : null,
    trackRecord: trackRecord(rolled, 'when', days.endOf),
  };
}
