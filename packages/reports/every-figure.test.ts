/** Whatever the issues are, each figure of each report recomputes from the issues that it opens. */
import type { Figure } from '@tallyboard/core/model/result.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findReport, REPORTS } from './registry.ts';

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

function* figuresOf(at: unknown): Generator<Figure> {
  if (typeof at !== 'object' || at === null || ArrayBuffer.isView(at)) return;
  if ('value' in at && 'issues' in at && at.issues instanceof Uint32Array) yield at as Figure;
  else for (const below of Object.values(at)) yield* figuresOf(below);
}

const near = (a: number, b: number) => Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(a));

/** A count, a sum, a mean over issues or over periods, or a value that one of the issues has. */
function recomputes({ value, issues, parts }: Figure): boolean {
  if (value === null) return true;
  if (!parts) return value === issues.length;
  if (parts.length !== issues.length) return false;
  const sum = [...parts].reduce((all, part) => all + part, 0);
  const sorted = Float64Array.from(parts).sort();
  const half = sorted.length / 2;
  const median = ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
  const may = [sum, sum / Math.max(1, issues.length), median, ...parts];
  return may.some(one => near(one, value));
}

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
        expect(recomputes(figure), JSON.stringify(figure)).toBe(true);
        const { issues } = figure;
        for (let i = 0; i < issues.length; i++) {
          expect(issues[i]).toBeGreaterThanOrEqual(i === 0 ? 0 : (issues[i - 1] as number) + 1);
          expect(issues[i]).toBeLessThan(data.issues.length);
        }
      }
    }),
    { numRuns: 30 },
  );
  expect(seen > 0).toBe(id !== 'text');
});
