import { countOf } from '@tallyboard/core/measure/figures.ts';
import type { IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { CountFigure } from '@tallyboard/core/model/result.ts';

/** Issues at least `from` and less than `to` days old. */
export interface Band {
  readonly from: number;
  readonly to: number;
  /** It has no end: all older issues are in it. */
  readonly open?: true;
  readonly count: CountFigure;
}

/** Widths of bands that readers know, in days: up to a week, a month, a quarter, a year. */
const BAND_DAYS = [1, 2, 7, 14, 30, 60, 90, 180, 365];
const MAX_BANDS = 20;

/** Bands of equal width from 0 to `most` days, and one for older issues up to `oldest`; none if it is null. */
export function bandsOf(
  rows: IssueRows,
  ageOf: (row: number) => number,
  oldest: number | null,
  most = oldest,
): readonly Band[] {
  if (oldest === null || most === null) return [];
  const countOfBands = (width: number) => Math.floor(most / width) + 1;
  const width =
    BAND_DAYS.find(days => countOfBands(days) <= MAX_BANDS) ??
    365 * Math.ceil(countOfBands(365) / MAX_BANDS);
  const bands = countOfBands(width);
  const members = Map.groupBy(rows, row => Math.min(bands, Math.floor(ageOf(row) / width)));
  const bandAt = (index: number) => ({
    from: index * width,
    to: (index + 1) * width,
    count: countOf(Uint32Array.from(members.get(index) ?? [])),
  });
  const closed = Array.from({ length: bands }, (_, index) => bandAt(index));
  return members.has(bands) ? [...closed, { ...bandAt(bands), open: true }] : closed;
}

const MIN_VALUE_BANDS = 5;

/** The width of equal bands of whole numbers in a span, where so many values are counted: 1, 2, 5, 10, 20, ... */
export function wholeWidth(span: number, values = Infinity): number {
  // Few values in many bands show no shape.
  const bands = Math.max(MIN_VALUE_BANDS, Math.min(MAX_BANDS, 2 * Math.sqrt(values)));
  for (let power = 1; ; power *= 10)
    for (const step of [1, 2, 5]) if (span <= step * power * bands) return step * power;
}
