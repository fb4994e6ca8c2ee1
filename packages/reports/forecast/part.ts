/** The forecast of a part of the work: an epic, version, sprint or query of the team's issues. */

import { filterSpells } from '@tallyboard/core/flow/finish-spells.ts';
import { MIN_PAST } from '@tallyboard/core/forecast/better-line.ts';
import { pinballLoss } from '@tallyboard/core/forecast/levels.ts';
import type { RolledForecast } from '@tallyboard/core/forecast/rolled-forecast.ts';
import { mean } from '@tallyboard/core/measure/statistics.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Note } from '@tallyboard/core/model/result.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import type { PartDates, PartLine } from '@tallyboard/report-kit/families/parts/part-dates.ts';
import {
  kindWord,
  type NamedPart,
  type PartChoice,
  type PartKind,
  partNamed,
  shortName,
} from '@tallyboard/report-kit/families/parts/part-name.ts';
import { partsOfTeam, type TeamWork } from '@tallyboard/report-kit/families/parts/parts-of-team.ts';
import type { ForecastSettings } from './settings.ts';
import { byLevel, type TrackRecord } from './track-record.ts';

export interface PartResult {
  readonly kind: 'epic' | 'version' | 'sprint' | 'part';
  /** Id of the version or sprint, or the key of the issue; '' for a query, or if the scope is not clear. */
  readonly id: string;
  readonly label: string;
  /** Things of the name that was given, if there are several. */
  readonly choices: readonly PartChoice[];
  readonly issues: number;
  readonly open: number;
  /** Finishes of the part in the sample, and of the team since the first of them; null without a forecast. */
  readonly own: number | null;
  readonly all: number | null;
  /** That a finish of the team is the part's, from 0 to 1; null without a forecast. */
  readonly chance: number | null;
  /** Open parts of its kind that are drawn together, this one included. */
  readonly together: number;
  readonly order: ForecastSettings['order'];
  /** Parts at a time; null for side by side. */
  readonly atOnce: number | null;
  /** Whose days are shown: its pace, or that pace times what earlier parts taught. */
  readonly line: PartLine;
  /** Parts of the track record that were over with four fifths of their issues, since moves are not known. */
  readonly byFourFifths: number;
}

export interface PartWork extends TeamWork {
  readonly settings: ForecastSettings;
}

export interface PartForecast {
  readonly part: PartResult;
  readonly notes: readonly Note[];
  /** Why it cannot be asked about; null if it can. */
  readonly reason: string | null;
  /** The rows of its open issues. */
  readonly open: readonly number[];
  readonly sample: RolledForecast['sample'];
  /** Null if there is a reason, or too little is known of the team. */
  readonly dates: PartDates | null;
  /** The end of a sprint, in days from now. */
  readonly sprintDays: number | null;
  isOfPart(row: number): boolean;
  trackRecord(): TrackRecord;
}

/** The part that the scope names. */
export function partForecast(work: PartWork): PartForecast {
  const { dataset, settings, context, days } = work;
  const named = partNamed(dataset, settings.scope);
  if ('reason' in named) return unclear(settings, named.reason, named.choices);
  const word = kindWord(named.kind);
  const { parts, forecasts, notes } = partsOfTeam(work, named.kind);
  const { issues, open } = parts.stateAt(named.id, days.present);
  const ofSprint = named.kind.by === 'sprint' ? sprintEnd(dataset, named, context) : null;
  const reason =
    issues === 0
      ? `No issue of the query is in ${shortName(named)}. Choose another scope, or widen the query.`
      : open === 0
        ? `${shortName(named)} is done: no issue of it is open.`
        : (ofSprint?.reason ?? null);
  const dates = reason === null ? forecasts.datesOf(named.id, settings.items || undefined) : null;
  const { past = [], cannot = 0, kept = null } = dates?.record ?? {};
  const part: PartResult = {
    kind: word,
    id: named.id,
    label: named.label,
    choices: [],
    issues,
    open,
    own: dates?.pace.own ?? null,
    all: dates?.pace.all ?? null,
    chance: dates?.pace.chance ?? null,
    together: dates?.together ?? 0,
    order: settings.order,
    atOnce: dates?.atOnce ?? null,
    line: dates?.line ?? 'pace',
    byFourFifths: past.filter(({ byFourFifths }) => byFourFifths).length,
  };
  return {
    part,
    notes,
    reason,
    open: parts.openRows(named.id, days.present),
    sample: forecasts.sampleNow(),
    dates,
    sprintDays: ofSprint?.days ?? null,
    isOfPart: row => parts.partsOn(row, days.present).includes(named.id),
    trackRecord() {
      const shown = (each: (typeof past)[number]) =>
        each.line === 'factor' && each.factored ? each.factored : each.plain;
      const held = kept && byLevel(kept);
      const pinball = (valuesOf: typeof shown) =>
        kept &&
        mean(
          past.flatMap(each =>
            each.actual === null ? [] : [pinballLoss('when', valuesOf(each), each.actual)],
          ),
        );
      return {
        count: past.length,
        cannot,
        held,
        pinball: pinball(shown),
        untested: kept ? null : untestedWords(past.length, named.kind, settings),
        plain: { held: null, pinball: pinball(({ plain }) => plain) },
        corrected: { held: null, pinball: null },
        forecasts: past.map(each => ({
          part: each.id,
          asOf: new Date(days.endOf(each.at)).toISOString(),
          ...byLevel(shown(each)),
          actual: each.actual,
        })),
      };
    },
  };
}

/** The same part within a team's issues, without earlier parts. */
export function partOfTeam(
  { spells, ...work }: PartWork,
  isOfTeam: (row: number) => boolean,
): PartDates | null {
  const named = partNamed(work.dataset, work.settings.scope);
  if ('reason' in named) return null;
  const { forecasts } = partsOfTeam(
    {
      ...work,
      spells: filterSpells(spells, isOfTeam),
      counts: row => isOfTeam(row) && work.counts(row),
    },
    named.kind,
  );
  return forecasts.datesOf(named.id);
}

/** A sprint has no date of its own, but an end. */
function sprintEnd(
  { sprints, issues }: Dataset,
  { id, label }: NamedPart,
  { asOf, zone }: ReportContext,
): { readonly days: number | null; readonly reason: string | null } {
  const sprint =
    [...sprints.values()].find(each => String(each.id) === id) ??
    issues.flatMap(issue => issue.sprints).find(each => String(each.id) === id);
  if (sprint?.state === 'closed') return { days: null, reason: `${label} is closed.` };
  if (!sprint?.end) return { days: null, reason: `${label} has no end date.` };
  const days = localDay(sprint.end, zone) - localDay(asOf, zone);
  return days < 1
    ? { days: null, reason: `The end of ${label} is not after the date of the report.` }
    : { days, reason: null };
}

function unclear(
  { order }: ForecastSettings,
  reason: string,
  choices: readonly PartChoice[],
): PartForecast {
  const nothing = { own: null, all: null, chance: null, atOnce: null, line: 'pace' } as const;
  const part: PartResult = {
    kind: 'part',
    id: '',
    label: '',
    choices,
    issues: 0,
    open: 0,
    together: 0,
    order,
    byFourFifths: 0,
    ...nothing,
  };
  return {
    part,
    notes: [],
    reason,
    open: [],
    sample: { days: 0, workingDays: 0, finished: 0 },
    dates: null,
    sprintDays: null,
    isOfPart: () => false,
    trackRecord: () => NO_RECORD,
  };
}

export const NO_RECORD: TrackRecord = {
  count: 0,
  cannot: 0,
  held: null,
  pinball: null,
  untested: 'Not yet testable.',
  plain: { held: null, pinball: null },
  corrected: { held: null, pinball: null },
  forecasts: [],
};

function untestedWords(count: number, kind: PartKind, { order }: ForecastSettings): string {
  if (kind.by === 'query') return 'Not yet testable: a query has no earlier parts of its kind.';
  if (order === 'one-after-another')
    return 'Not yet testable: the order of earlier parts is not known.';
  const word = kindWord(kind);
  return `Not yet testable: ${count} earlier ${count === 1 ? word : `${word}s`} of the team, and ${MIN_PAST} are needed.`;
}
