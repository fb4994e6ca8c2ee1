/** A row of a level has issues of several levels: of estimates of the same work, those below count. */
import { supersededRows } from '@tallyboard/core/forest/superseded.ts';
import type { Estimation } from '@tallyboard/core/measure/estimate.ts';
import { isLevelGrouping } from '@tallyboard/core/measure/level-grouping.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { IssueColumns } from '../../figures/issue-columns.ts';

const NONE: IssueRows = new Uint32Array(0);

/** The issues whose own estimates do not count where issues are grouped so. */
export function notCounted(
  { issues, above }: Pick<Dataset, 'issues' | 'above'>,
  { points, unestimated }: IssueColumns,
  groupBy: unknown,
  estimation: Estimation,
): IssueRows {
  if (!isLevelGrouping(groupBy) || estimation === 'count') return NONE;
  const own =
    estimation === 'time'
      ? Float64Array.from(issues, ({ remainingSeconds }) => remainingSeconds ?? Number.NaN)
      : points.map((value, row) => (unestimated[row] === 1 ? Number.NaN : value));
  // Without 0 the sum is the same.
  return supersededRows({ issues, above }, own).filter(row => own[row] !== 0);
}

/** The columns without the estimates of `rows`; time spent is counted wherever it was logged. */
export function withoutEstimates(columns: IssueColumns, rows: IssueRows): IssueColumns {
  if (rows.length === 0) return columns;
  const [points, remaining, actual] = [columns.points, columns.remaining, columns.actual].map(
    values => values.slice(),
  ) as [Float64Array<ArrayBuffer>, Float64Array<ArrayBuffer>, Float64Array<ArrayBuffer>];
  for (const row of rows) {
    points[row] = 0;
    remaining[row] = 0;
    actual[row] = columns.spent[row] ?? 0;
  }
  return { ...columns, points, remaining, actual };
}
