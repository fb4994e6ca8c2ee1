/** Headlines have figures of the result, and say nothing that a reader cannot read. */
import { isRecord } from '@tallyboard/core/unknown.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REPORTS } from './catalogue/reports.ts';
import type { AnyComputingReport } from './testing/find-computing-report.ts';
import { findComputingReport } from './testing/find-computing-report.ts';
import { aStory, datasetOf } from './testing/random-stories.ts';
import { NOW, runsOf } from './testing/report-runs.ts';

function contains(whole: unknown, part: unknown): boolean {
  if (whole === part) return true;
  if (Array.isArray(whole)) return whole.some(each => contains(each, part));
  return isRecord(whole) && Object.values(whole).some(each => contains(each, part));
}

/** They need more history, or finished issues that waited. */
const SELDOM = ['forecast', 'flow-efficiency'];

test.each(REPORTS.filter(({ id }) => id !== 'text'))('$id', async ({ id }) => {
  const report = (await findComputingReport(id)) as AnyComputingReport;
  if (!report.headline) return;
  const answers: unknown[] = [];
  fc.assert(
    fc.property(aStory, fc.constantFrom(...runsOf(id)), (story, stored) => {
      const settings = report.settings.parse(stored).value;
      const { result } = report.compute(datasetOf(story), settings, NOW);
      const headline = report.headline?.(result, settings, NOW);
      if (!headline) return;
      answers.push(headline);
      const { figures, sentence } = headline;
      expect(new Set(figures.map(({ label }) => label)).size).toBe(figures.length);
      for (const { label, text, of, drill } of figures) {
        expect(`${label} ${text} ${of}`).not.toMatch(/NaN|Infinity|null|\[object/);
        // The address of an open drawer names the place of its figure in the result.
        if (drill) expect(contains(result, drill.figure), label).toBe(true);
      }
      if (sentence) expect(sentence).toMatch(/^[\p{Lu}\p{Lt}\d<].*\.$/u);
    }),
    { numRuns: 60 },
  );
  if (!SELDOM.includes(id)) expect(answers).not.toEqual([]);
});
