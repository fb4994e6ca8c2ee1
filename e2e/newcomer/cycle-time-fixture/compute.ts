/**
 * How long resolved issues took, by issue type.
 *
 *   PROJ-1  created 2 March, done 4 March    Task   2 issues, median 3 d
 *   PROJ-2  created 2 March, done 6 March
 */

import { doneInForce } from '@tallyboard/core/measure/done-in-force.ts';
import { countOf, selectRows, statisticOf } from '@tallyboard/core/measure/figures.ts';
import { groupIssues } from '@tallyboard/core/measure/group-by.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Computed, Figure } from '@tallyboard/core/model/result.ts';
import {
  doneDefinition,
  doneInstants,
  resolutionTimes,
} from '@tallyboard/report-kit/families/resolution-time/resolution-times.ts';
import type { CycleTimeSettings } from './settings.ts';

/** Times in milliseconds. */
export interface CycleTimeFigures {
  readonly count: Figure;
  readonly median: Figure;
  readonly percentile85: Figure;
}

export interface CycleTimeRow extends CycleTimeFigures {
  readonly id: string;
  readonly label: string;
}

export interface CycleTimeResult {
  readonly rows: readonly CycleTimeRow[];
  readonly total: CycleTimeFigures;
  /** When the issues of the total were done, and how long they took, in their order. */
  readonly at: Float64Array;
  readonly took: Float64Array;
}

export default function computeCycleTime(
  dataset: Dataset,
  settings: CycleTimeSettings,
  context: ReportContext,
): Computed<CycleTimeResult> {
  const done = doneInForce(dataset, settings, context);
  const { took, at, notes } = resolutionTimes(doneInstants(dataset, done));
  const resolved = selectRows(took.length, row => !Number.isNaN(took[row]));
  const figuresOf = (rows: IssueRows): CycleTimeFigures => {
    const parts = Float64Array.from(rows, row => took[row] ?? 0);
    return {
      count: countOf(rows),
      median: statisticOf('median', rows, parts),
      percentile85: statisticOf('percentile85', rows, parts),
    };
  };
  return {
    result: {
      rows: groupIssues(dataset, 'issue-type', resolved).map(({ id, label, rows }) => ({
        id,
        label,
        ...figuresOf(rows),
      })),
      total: figuresOf(resolved),
      at: Float64Array.from(resolved, row => at[row] ?? 0),
      took: Float64Array.from(resolved, row => took[row] ?? 0),
    },
    notes,
    definitions: [
      { figure: 'Cycle time', text: 'From creation to resolution in elapsed time.' },
      doneDefinition(done.inForce.rule),
    ],
    done: done.inForce,
  };
}
