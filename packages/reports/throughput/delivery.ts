/**
 * Proxies of delivery: Jira has no commits and deployments, only versions with their release days, and incidents.
 *
 *   issue  started  fix versions          start to release
 *   A-1    Mon      1.0 (Wed), 1.1 (Fri)  3 days
 *   A-2    Tue      1.1 (Fri)             4 days
 */

import { doneInForce } from '@tallyboard/core/measure/done-in-force.ts';
import { countOf, statisticOf } from '@tallyboard/core/measure/figures.ts';
import { kindReader } from '@tallyboard/core/measure/issue-kind.ts';
import { doneInstant, isUndated } from '@tallyboard/core/measure/resolution.ts';
import { percent } from '@tallyboard/core/measure/statistics.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { VersionId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { CountFigure, Note, StatisticFigure } from '@tallyboard/core/model/result.ts';
import { localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import {
  type Period,
  type Periods,
  placeRows,
} from '@tallyboard/report-kit/families/by-date/periods.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { type IssueNote, issueNotes, undated } from '@tallyboard/report-kit/figures/issue-notes.ts';
import type { ThroughputSettings } from './settings.ts';

/** 50 and 85 of 100 issues took no longer. */
export interface Times {
  readonly percentile50: StatisticFigure;
  readonly percentile85: StatisticFigure;
}

export interface ReleaseFigures {
  readonly versions: number;
  /** The issues in these versions. */
  readonly issues: CountFigure;
  /** Days from start to release of the issues first released, the first and last day included. */
  readonly startToRelease: Times;
  readonly versionsWithIncident: number;
  /** Null without versions. */
  readonly percentWithIncident: number | null;
  /** The issues in these versions that are linked to an incident. */
  readonly linked: CountFigure;
}

export interface IncidentFigures {
  readonly resolved: CountFigure;
  /** In seconds. */
  readonly createdToResolved: Times;
}

export interface DeliveryFigures {
  /** Null if no version has a release day. */
  readonly releases: ReleaseFigures | null;
  /** Null if the query has no incidents. */
  readonly incidents: IncidentFigures | null;
}

export interface DeliveryRow extends Period, DeliveryFigures {}

export interface Delivery {
  readonly proxy: true;
  readonly rows: readonly DeliveryRow[];
  readonly total: DeliveryFigures;
}

interface Release {
  /** The position of its period; -1 outside the range. */
  readonly period: number;
  readonly rows: number[];
  readonly linked: number[];
}

/** `start` is when work on each issue started; NaN if unknown. */
export function deliveryProxies(
  dataset: Dataset,
  settings: ThroughputSettings,
  context: ReportContext,
  periods: Periods,
  start: Float64Array,
) {
  const { issues } = dataset;
  const { asOf, zone } = context;
  const { rule } = doneInForce(dataset, settings, context, settings.board);
  const kindOf = kindReader();
  const today = localDay(asOf, zone);
  const releases = new Map<VersionId, Release>();
  const released = empty(issues.length);
  const days = empty(issues.length);
  const resolved = empty(issues.length);
  const seconds = empty(issues.length);
  const withoutDay: number[] = [];
  const withoutDate: number[] = [];
  let hasIncidents = false;

  issues.forEach((issue, row) => {
    if (issue.created > asOf) return;
    addReleases(issue, row);
    if (kindOf(issue.type.name) === INCIDENT) addIncident(issue, row);
  });

  function addReleases({ fixVersions, links }: Issue, row: number) {
    const past = fixVersions.filter(version => version.released);
    if (past.some(({ releaseDay }) => releaseDay === null)) withoutDay.push(row);
    let first = Number.POSITIVE_INFINITY;
    const isLinked = links.some(({ otherType }) => kindOf(otherType ?? '') === INCIDENT);
    for (const { id, releaseDay } of past) {
      if (releaseDay === null || releaseDay > today) continue;
      const release = releases.get(id) ?? {
        period: periods.indexOf(startOfDay(releaseDay, zone)),
        rows: [],
        linked: [],
      };
      releases.set(id, release);
      release.rows.push(row);
      if (isLinked) release.linked.push(row);
      first = Math.min(first, releaseDay);
    }
    const began = start[row]!;
    if (first === Number.POSITIVE_INFINITY || Number.isNaN(began)) return;
    const took = first - localDay(began, zone) + 1;
    if (took < 1) return;
    released[row] = startOfDay(first, zone);
    days[row] = took;
  }

  function addIncident(issue: Issue, row: number) {
    hasIncidents = true;
    if (isUndated(issue, rule)) withoutDate.push(row);
    const at = doneInstant(issue, rule);
    if (at === null || at > asOf || at < issue.created) return;
    resolved[row] = at;
    seconds[row] = (at - issue.created) / 1000;
  }

  const inRange = [...releases.values()].filter(({ period }) => period >= 0);
  const byPeriod = Map.groupBy(inRange, ({ period }) => period);
  const first = placeRows(released, periods);
  const ended = placeRows(resolved, periods);
  const figures = (
    versions: readonly Release[],
    firstRows: IssueRows,
    incidents: IssueRows,
  ): DeliveryFigures => {
    return {
      releases: releases.size === 0 ? null : releaseFigures(versions, timesOf(firstRows, days)),
      incidents: hasIncidents
        ? { resolved: countOf(incidents), createdToResolved: timesOf(incidents, seconds) }
        : null,
    };
  };
  const delivery: Delivery = {
    proxy: true,
    rows: periods.list.map((period, at) => ({
      ...period,
      ...figures(
        byPeriod.get(at) ?? [],
        first.byPeriod[at] ?? NO_ROWS,
        ended.byPeriod[at] ?? NO_ROWS,
      ),
    })),
    total: figures(inRange, first.all, ended.all),
  };
  const notes = [
    ...(releases.size === 0 ? [NO_RELEASES] : []),
    ...(hasIncidents ? [] : [NO_INCIDENTS]),
    ...issueNotes([noReleaseDay(withoutDay), undated(Uint32Array.from(withoutDate))]),
  ];
  return { delivery, notes, definitions: DEFINITIONS };
}

const noReleaseDay = (rows: readonly number[]): IssueNote => ({
  code: 'no-release-day',
  words: [
    'issue is in a released version without a release day, which is left out.',
    'issues are in released versions without a release day, which are left out.',
  ],
  issues: Uint32Array.from(rows),
});

const INCIDENT = 'incident';
const NO_ROWS = new Uint32Array(0);
const empty = (length: number) => new Float64Array(length).fill(Number.NaN);

function timesOf(rows: IssueRows, values: Float64Array): Times {
  const parts = Float64Array.from(rows, row => values[row]!);
  return {
    percentile50: statisticOf('percentile50', rows, parts),
    percentile85: statisticOf('percentile85', rows, parts),
  };
}

function releaseFigures(versions: readonly Release[], startToRelease: Times): ReleaseFigures {
  const withIncident = versions.filter(({ linked }) => linked.length > 0).length;
  return {
    versions: versions.length,
    issues: countOf(union(versions.map(({ rows }) => rows))),
    startToRelease,
    versionsWithIncident: withIncident,
    percentWithIncident: versions.length === 0 ? null : percent(withIncident, versions.length),
    linked: countOf(union(versions.map(({ linked }) => linked))),
  };
}

const union = (lists: readonly (readonly number[])[]): IssueRows =>
  Uint32Array.from(new Set(lists.flat())).sort();

const NO_RELEASES: Note = {
  code: 'no-releases',
  text: 'No issue is in a released version with a release day: released versions are unknown.',
  issues: NO_ROWS,
};

const NO_INCIDENTS: Note = {
  code: 'no-incidents',
  text: 'The query has no incidents: the time to resolve them is unknown.',
  issues: NO_ROWS,
};

const DEFINITIONS = definitions({
  'Delivery metrics (proxies)':
    'Proxies from versions and incidents: real lead time needs commits and deployments, which Jira does not have.',
  'Released versions (proxy)':
    'Fix versions of the issues that are released, by their release day; later release days than the report date do not count. Those with an incident have an issue with a link of any type to an incident.',
  'Start to release (proxy)':
    'Calendar days from the start of an issue to the release day of its first released fix version, both included, by that day. Percentiles are nearest rank; an issue that started later or has no known start has none.',
  'Incidents, created to resolved (proxy)':
    "Elapsed time of the issues whose type name ends with 'incident', by the date on which they were resolved. Percentiles are nearest rank.",
});
