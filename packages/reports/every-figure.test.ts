/** Whatever the issues are, each figure of each report, and each cell of its table, recomputes from its issues. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REPORTS } from './catalogue/reports.ts';
import { findComputingReport } from './testing/find-computing-report.ts';
import { aStory, deskDatasetOf } from './testing/random-stories.ts';
import { recompute } from './testing/recompute.ts';
import { NOW, runsOf } from './testing/report-runs.ts';

test.each(REPORTS)('$id', async ({ id }) => {
  const report = await findComputingReport(id);
  if (!report) throw new Error(`There is no report '${id}'.`);
  fc.assert(
    fc.property(aStory, fc.constantFrom(...runsOf(id)), (story, stored) => {
      expect(recompute(report, deskDatasetOf(story), stored, NOW).faults).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
