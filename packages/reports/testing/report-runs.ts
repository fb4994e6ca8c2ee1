import { context } from '@tallyboard/core/testing/builders.ts';
import { instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { REPORTS } from '../catalogue/reports.ts';

export const NOW = context({ asOf: instantFromText('2026-03-16 12:00') });

/** What the tests of all figures know of a report, in the figure-runs.json of its folder. */
export interface FigureRuns {
  /** Stored settings that between them show every kind of figure. */
  readonly runs: readonly Readonly<Record<string, unknown>>[];
  /** The kinds of figures, and of ratios of two, in the order of the alphabet. */
  readonly kinds: readonly string[];
}

const RUNS = new Map(
  await Promise.all(
    REPORTS.map(async ({ id }): Promise<[string, FigureRuns]> => {
      return [id, (await import(`../${id}/figure-runs.json`)).default];
    }),
  ),
);

function figureRuns(id: string): FigureRuns {
  const found = RUNS.get(id);
  if (!found) throw new Error(`There is no report '${id}'.`);
  return found;
}

export const runsOf = (id: string) => figureRuns(id).runs;
export const kindsOf = (id: string) => figureRuns(id).kinds;
