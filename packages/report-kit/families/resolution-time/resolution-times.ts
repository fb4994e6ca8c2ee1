/** Resolution (lead) time of issues, and its statistics by group: mean, median, 85th percentile and n. */

import { summarize } from '@tallyboard/core/measure/statistics.ts';
import type { IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Definition, Figure, Note } from '@tallyboard/core/model/result.ts';
import type { Milliseconds } from '@tallyboard/core/time/units.ts';
import { countOf, selectRows, statisticOf } from '../../figures/figures.ts';
import { issueNotes } from '../../figures/issue-notes.ts';
import type { DoneInstants } from './done-instants.ts';

/** The resolution time of every issue and its done instant, else NaN. Negative times are excluded and noted. */
export function resolutionTimes({ created, done, notes: doneNotes }: DoneInstants) {
  const took = new Float64Array(done.length).fill(Number.NaN);
  const at = new Float64Array(done.length).fill(Number.NaN);
  for (let row = 0; row < done.length; row++) {
    const time = (done[row] as number) - (created[row] as number);
    // False for NaN too.
    if (!(time >= 0)) continue;
    took[row] = time;
    at[row] = done[row] as number;
  }
  const negative = issueNotes([
    {
      code: 'negative-time',
      words: [
        'issue was resolved before it was created (excluded).',
        'issues were resolved before they were created (excluded).',
      ],
      issues: selectRows(done.length, row => (done[row] as number) < (created[row] as number)),
    },
  ]);
  const notes: readonly Note[] = [...negative, ...doneNotes];
  return { took, at, notes };
}

/** Times in milliseconds; null without issues. */
export interface ResolutionFigures {
  readonly n: Figure;
  /** Each issue's part is its own time. */
  readonly mean: Figure;
  readonly median: Milliseconds | null;
  readonly percentile85: Milliseconds | null;
}

/** All issues must have a resolution time. */
export function resolutionFigures(issues: IssueRows, took: Float64Array): ResolutionFigures {
  const parts = new Float64Array(issues.length);
  for (let index = 0; index < issues.length; index++)
    parts[index] = took[issues[index] as number] as number;
  const { mean, median, percentile85 } = summarize(parts);
  return {
    n: countOf(issues),
    mean: statisticOf('mean', issues, parts, mean),
    median,
    percentile85,
  };
}

export const RESOLUTION_TIME_DEFINITION: Definition = {
  figure: 'Resolution/Lead Time',
  text: 'Elapsed time from creation to resolution of resolved issues, including nights and weekends. The report shows the mean; 85 of 100 issues took no longer than the 85th percentile (nearest rank).',
};
