/** Whatever the issues are, each figure of each report recomputes by its kind from the issues that it opens. */
import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findReport, REPORTS } from './registry.ts';
import { faultOf, figuresOf } from './testing/recompute.ts';

const NOW = context({ asOf: instantFromText('2026-03-16 12:00') });

const DAYS = ['03-03', '03-05', '03-06', '03-10', '03-12'];
const EVENTS = [
  ...['added S', 'removed S', '8pt', '@ben', 'started', 'done', 'reopened', '> ?Gone'],
  ...['2h by Ana "x"', 'est 8h'],
];
const anIssue = fc.record({
  words: fc.constantFrom('5pt in:S @ana', 'in:S', '@ana #x #y', '3pt @ben', '2pt Bug in:S'),
  events: fc.array(fc.option(fc.constantFrom(...EVENTS)), { minLength: 5, maxLength: 5 }),
});
const aStory = fc
  .array(anIssue, { minLength: 1, maxLength: 6 })
  .map(issues =>
    [
      'sprint S = 2026-03-02 09:00 .. 2026-03-13 17:00 closed',
      ...issues.map(({ words, events }, n) =>
        [
          `P-${n + 1} ${words} created:2026-02-27`,
          ...events.flatMap((event, day) => (event ? [`2026-${DAYS[day]} ${event}`] : [])),
        ].join(' | '),
      ),
    ].join('\n'),
  );

test.each(Object.keys(REPORTS))('%s', async id => {
  const report = await findReport(id);
  if (!report) throw new Error(`There is no report '${id}'.`);
  let seen = 0;
  fc.assert(
    fc.property(aStory, fc.constantFrom(0, 1, 2), (story, estimationType) => {
      const data = datasetFromText(story);
      const stored = { estimationType, eType: estimationType, chartStartDate: '2026-02-01' };
      const { result } = report.compute(data, report.settings.parse(stored).value, NOW);
      for (const figure of figuresOf(result)) {
        seen += 1;
        expect(faultOf(figure), JSON.stringify(figure)).toBeNull();
        expect(figure.issues.at(-1) ?? 0).toBeLessThan(data.issues.length);
      }
    }),
    { numRuns: 30 },
  );
  expect(seen > 0).toBe(id !== 'text');
});
