import { existsSync, readFileSync } from 'node:fs';
import { context } from '@tallyboard/core/testing/builders.ts';
import { instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { REPORTS } from '../catalogue/reports.ts';

export const NOW = context({ asOf: instantFromText('2026-03-16 12:00') });

/** What the tests of all figures know of a report: the figure-runs.json of its folder. */
interface FigureRuns {
  /** Stored settings that between them show every kind of figure; the defaults alone without them. */
  readonly runs?: readonly Readonly<Record<string, unknown>>[];
  /** The kinds of figures, and of ratios of two, in the order of the alphabet; unknown without them. */
  readonly kinds?: readonly string[];
}

const RUNS: ReadonlyMap<string, FigureRuns> = new Map(
  REPORTS.map(({ id }) => {
    const file = new URL(`../${id}/figure-runs.json`, import.meta.url);
    return [id, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}];
  }),
);

export const runsOf = (id: string) => RUNS.get(id)?.runs ?? [{}];
export const kindsOf = (id: string) => RUNS.get(id)?.kinds;
