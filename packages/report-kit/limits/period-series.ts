/** Figures of a report by period, oldest first, and the process limits of each. */

import {
  type ProcessBehaviour,
  processBehaviour,
} from '@tallyboard/core/measure/process-behaviour.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import { startOfDay } from '@tallyboard/core/time/zone.ts';
import type { TimeUnit } from '../families/by-date/period-settings.ts';
import type { Period } from '../families/by-date/periods.ts';
import { keyOfRow } from '../table/row-key.ts';
import type { Unit } from '../table/units.ts';
import { MIN_PERIODS } from './limits-setting.ts';

export interface PeriodPoint {
  /** The id of its row in the table of the report, if it has one. */
  readonly row: string;
  /** As programs name it: 'week:2026-03-02'. */
  readonly key: string;
  readonly label: string;
  /** In the unit of the result; null is not available. */
  readonly value: number | null;
  /** False while it runs, and if the range cuts it. */
  readonly whole: boolean;
  /** The issues behind the value. */
  readonly figure?: Figure | undefined;
}

export interface PeriodSeries {
  /** The column of the table with these figures, else a name of its own. */
  readonly id: string;
  /** 'Resolved' */
  readonly label: string;
  /** 'week', 'sprint' */
  readonly period: string;
  /** None for counts. */
  readonly unit?: Unit | undefined;
  readonly points: readonly PeriodPoint[];
  /** The least and largest value that there can be; 0 and none by default. */
  readonly least?: null;
  readonly most?: number;
  /** Values are whole numbers. */
  readonly counts?: true;
  /** A value with its unit: '42', '3.5 days'. */
  format(value: number): string;
  /** '42 resolved' */
  say(text: string): string;
  /** Why its values may be too small, in a sentence. */
  readonly doubt?: string | null;
}

export interface SeriesLimits {
  readonly series: PeriodSeries;
  /** The whole periods with a value. */
  readonly periods: number;
  /** Null below MIN_PERIODS; `at` is a position in the points of the series. */
  readonly behaviour: ProcessBehaviour | null;
  /** The position of the last whole period with a value; -1 without one. */
  readonly last: number;
}

/** An unfinished period is in no limit and signals nothing. */
export function limitsOf(series: PeriodSeries): SeriesLimits {
  const { points, least = 0, most = null } = series;
  const places = points.flatMap(({ value, whole }, at) => (whole && value !== null ? [at] : []));
  const values = places.map(at => points[at]?.value ?? 0);
  const found = values.length < MIN_PERIODS ? null : processBehaviour(values, { least, most });
  const place = (at: number) => places[at] ?? -1;
  return {
    series,
    periods: places.length,
    behaviour: found && {
      ...found,
      signals: found.signals.map(({ at, rule }) => ({ at: place(at), rule })),
    },
    last: places.at(-1) ?? -1,
  };
}

/** Points of consecutive periods; none for hours and weekdays, which are no sequence. */
export function periodPoints<Row extends Period>(
  rows: readonly Row[],
  unit: TimeUnit,
  { asOf, zone }: Pick<ReportContext, 'asOf' | 'zone'>,
  read: (row: Row) => Pick<PeriodPoint, 'value' | 'figure'>,
): readonly PeriodPoint[] {
  return rows.flatMap(row => {
    const { id, label, days, cut } = row;
    if (days === null) return [];
    const whole = !cut && startOfDay(days.to + 1, zone) <= asOf;
    return [{ row: id, key: keyOfRow(unit, id), label, whole, ...read(row) }];
  });
}
