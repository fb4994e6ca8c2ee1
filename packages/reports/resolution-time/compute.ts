/**
 * Elapsed time from creation to done of resolved issues, by the date on which they were done.
 *
 *   issue   created        done             day      n  mean  median  85th percentile
 *   A-1     2 March 09:00  3 March 09:00    3 March  2  36 h  36 h    48 h
 *   A-2     1 March 12:00  3 March 12:00
 */

import { doneInForce } from '@tallyboard/core/measure/done-in-force.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Computed } from '@tallyboard/core/model/result.ts';
import type { PeriodSettings } from '@tallyboard/report-kit/families/by-date/period-settings.ts';
import {
  dayExtent,
  type Period,
  type PeriodResult,
  periodsOf,
  placeRows,
} from '@tallyboard/report-kit/families/by-date/periods.ts';
import {
  doneDefinition,
  doneInstants,
  RESOLUTION_TIME_DEFINITION,
  type ResolutionFigures,
  resolutionFigures,
  resolutionTimes,
} from '@tallyboard/report-kit/families/resolution-time/resolution-times.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { type ElapsedUnit, elapsedUnit } from '@tallyboard/report-kit/figures/elapsed.ts';
import { limitsDefinition } from '@tallyboard/report-kit/limits/limits-setting.ts';

export interface ResolutionTimeRow extends Period, ResolutionFigures {}

export interface ResolutionPoints {
  readonly rows: IssueRows;
  /** When each was done. */
  readonly at: Float64Array;
  /** How long it took, in milliseconds. */
  readonly took: Float64Array;
}

export interface ResolutionTimeResult extends PeriodResult {
  /** Unit of elapsed time in tables and charts. */
  readonly elapsed: ElapsedUnit;
  /** Every period of the range, empty ones too. */
  readonly rows: readonly ResolutionTimeRow[];
  readonly total: ResolutionFigures;
  readonly points: ResolutionPoints;
}

/** Returns the resolution times of each period of the settings, in milliseconds. */
export default function computeResolutionTime(
  dataset: Dataset,
  settings: PeriodSettings,
  context: ReportContext,
): Computed<ResolutionTimeResult> {
  const done = doneInForce(dataset, settings, context);
  const { took, at, notes } = resolutionTimes(doneInstants(dataset, done));
  const periods = periodsOf(settings, context);
  const placed = placeRows(at, periods);
  const total = resolutionFigures(placed.all, took);
  const result: ResolutionTimeResult = {
    unit: periods.unit,
    range: periods.range,
    shortened: periods.shortened,
    elapsed: elapsedUnit(total.percentile85),
    rows: periods.list.map((period, index) => ({
      ...period,
      ...resolutionFigures(placed.byPeriod[index] ?? NO_ROWS, took),
    })),
    total,
    points: {
      rows: placed.all,
      at: Float64Array.from(placed.all, row => at[row]!),
      took: Float64Array.from(placed.all, row => took[row]!),
    },
    extent: dayExtent([at], context),
  };
  return {
    result,
    notes,
    definitions: [
      RESOLUTION_TIME_DEFINITION,
      doneDefinition(done.inForce.rule),
      ...DEFINITIONS,
      ...limitsDefinition(settings),
    ],
    done: done.inForce,
  };
}

const NO_ROWS = new Uint32Array(0);

const DEFINITIONS = definitions({
  Periods:
    'An issue counts in the period in which it was resolved, in your time zone. Hours and days of the week take all issues, whatever their date.',
});
