/**
 * How many issues were created and how many were resolved in each period, over the same set of issues.
 *
 *   issue   created     done            day     created  resolved  net  net so far
 *   A-1     2 March     3 March         2       2        0         2    2
 *   A-2     2 March                     3       1        1         0    2
 *   A-3     3 March     4 March         4       0        1         -1   1
 */

import { doneInForce } from '@tallyboard/core/measure/done-in-force.ts';
import { countOf } from '@tallyboard/core/measure/figures.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Computed, Figure } from '@tallyboard/core/model/result.ts';
import type { Interval } from '@tallyboard/core/time/interval.ts';
import { startOfDay } from '@tallyboard/core/time/zone.ts';
import type { PeriodSettings } from '@tallyboard/report-kit/families/by-date/period-settings.ts';
import {
  type DayRange,
  dayExtent,
  type Period,
  type PeriodResult,
  type Periods,
  periodsOf,
  placeRows,
} from '@tallyboard/report-kit/families/by-date/periods.ts';
import {
  doneDefinition,
  doneInstants,
} from '@tallyboard/report-kit/families/resolution-time/resolution-times.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { limitsDefinition } from '@tallyboard/report-kit/limits/limits-setting.ts';

export interface CreatedResolvedRow extends Period {
  readonly created: Figure;
  readonly resolved: Figure;
  /** Created - resolved; null if issues of unknown date may have been resolved in the period. */
  readonly net: number | null;
  /** Cumulative net from the start of the range; null for hours and weekdays, and from the first unknown one on. */
  readonly netSoFar: number | null;
}

export interface CreatedResolvedResult extends PeriodResult {
  /** Every period of the range, empty ones too. */
  readonly rows: readonly CreatedResolvedRow[];
  readonly total: {
    readonly created: Figure;
    readonly resolved: Figure;
    readonly net: number | null;
    /** Resolved at an unknown time that may lie in the range. */
    readonly undated: Figure;
  };
}

/** Returns the counts of each period of the settings in the viewer's zone, in issues. */
export default function computeCreatedResolved(
  dataset: Dataset,
  settings: PeriodSettings,
  context: ReportContext,
): Computed<CreatedResolvedResult> {
  const rule = doneInForce(dataset, settings, context);
  const { created, done, withoutDate, notes } = doneInstants(dataset, rule);
  const periods = periodsOf(settings, context);
  const placedCreated = placeRows(created, periods);
  const placedDone = placeRows(done, periods);
  // An update of an issue is not before its resolution.
  const mayBeIn = ({ from, to }: Interval, row: number) =>
    dataset.issues[row]!.updated >= from && created[row]! < to;
  const spanOf = (days: DayRange | null): Interval =>
    days === null
      ? { from: -Infinity, to: Infinity }
      : { from: startOfDay(days.from, context.zone), to: startOfDay(days.to + 1, context.zone) };
  const undatedIn = (days: DayRange | null) => {
    const span = spanOf(days);
    return withoutDate.filter(row => mayBeIn(span, row));
  };
  const undated = countOf(undatedIn(periods.range));
  let sum: number | null = 0;
  const rows = periods.list.map((period, index): CreatedResolvedRow => {
    const createdHere = countOf(placedCreated.byPeriod[index] ?? NO_ROWS);
    const resolvedHere = countOf(placedDone.byPeriod[index] ?? NO_ROWS);
    const isKnown = undated.value === 0 || undatedIn(period.days).length === 0;
    const net = isKnown ? createdHere.issues.length - resolvedHere.issues.length : null;
    sum = sum === null || net === null ? null : sum + net;
    const netSoFar = periods.range === null ? null : sum;
    return { ...period, created: createdHere, resolved: resolvedHere, net, netSoFar };
  });
  const result: CreatedResolvedResult = {
    unit: periods.unit,
    range: periods.range,
    shortened: periods.shortened,
    rows,
    total: {
      created: countOf(placedCreated.all),
      resolved: countOf(placedDone.all),
      net: undated.value === 0 ? sum : null,
      undated,
    },
    extent: dayExtent([created, done], context),
  };
  return {
    result,
    notes,
    definitions: [
      ...CREATED,
      doneDefinition(rule.inForce.rule),
      ...net(periods),
      ...limitsDefinition(settings),
    ],
    done: rule.inForce,
  };
}

const NO_ROWS = new Uint32Array(0);

const CREATED = definitions({
  Created: 'Issues of the query by the date of their creation, in your time zone.',
});

const net = ({ range }: Periods) =>
  definitions({
    Net:
      range === null
        ? 'Created less resolved. Hours and days of the week take all issues, whatever their date.'
        : 'Created less resolved; the running total adds it up from the start of the range. Periods that the range cuts count their days inside it.',
  });
