/**
 * Issues under the nearest one of a level, which the name of an issue type stands for.
 *
 *   I-1 Initiative      of the level 'Initiative' are I-1, and below it E-1, A-1 and A-2
 *     E-1 Epic
 *
 *
 *   A-3                 below none
 */

import { allIssues } from '../measure/rows.ts';
import type { Dataset } from '../model/dataset.ts';
import type { Issue } from '../model/issue.ts';
import { type Forest, forestOf, nearestAbove } from './forest.ts';
import { isTopOf } from './tops.ts';

export interface Levels {
  /** By row, with those above the issues of the query. */
  readonly issues: readonly Issue[];
  readonly forest: Forest;
  /** The name of the issue type as the site has it. */
  readonly name: string;
  isTop(row: number): boolean;
  /** The row of the nearest issue of the level, at or above a row; NO_PARENT without one. */
  topOf(row: number): number;
}

export function levelsOf(dataset: Pick<Dataset, 'issues' | 'above'>, level: string): Levels {
  const issues = allIssues(dataset);
  const type = level.toLowerCase();
  const forest = forestOf(issues);
  const tops = Uint8Array.from(issues, toFlag(isTopOf({ type }, issues)));
  const isTop = (row: number) => tops[row] === 1;
  return {
    issues,
    forest,
    name: issues.find(issue => issue.type.name.toLowerCase() === type)?.type.name ?? level,
    isTop,
    topOf: row => nearestAbove(forest, row, isTop),
  };
}

const toFlag = (test: (issue: Issue) => boolean) => (issue: Issue) => (test(issue) ? 1 : 0);
