import { allRows } from '../measure/figures.ts';
import { allIssues } from '../measure/rows.ts';
import type { Dataset, IssueRows } from '../model/dataset.ts';
import { forestOf } from './forest.ts';
import { rollUp } from './roll-up.ts';

/**
 * Issues of the query that have a value, and others below them with some: by 'children, else own' theirs does not count.
 * @param own by row; NaN for none.
 */
export function supersededRows(
  dataset: Pick<Dataset, 'issues' | 'above'>,
  own: Float64Array,
): IssueRows {
  const forest = forestOf(allIssues(dataset));
  return rollUp(forest, allRows(dataset.issues.length), own, 'children-else-own').both;
}
