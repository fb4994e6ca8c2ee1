/** Headlines have figures of the result, and say nothing that a reader cannot read. */
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { datasetAt } from '@tallyboard/core/past/dataset-at.ts';
import { instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { isRecord } from '@tallyboard/core/unknown.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REPORTS } from './catalogue/reports.ts';
import type { AnyComputingReport } from './testing/find-computing-report.ts';
import { findComputingReport } from './testing/find-computing-report.ts';
import { aStory, deskDatasetOf } from './testing/random-stories.ts';
import { NOW, runsOf } from './testing/report-runs.ts';

function contains(whole: unknown, part: unknown): boolean {
  if (whole === part) return true;
  if (Array.isArray(whole)) return whole.some(each => contains(each, part));
  return isRecord(whole) && Object.values(whole).some(each => contains(each, part));
}

/** They need more history, finished issues that waited, or epics with issues. */
const SELDOM = ['forecast', 'flow-efficiency', 'programme'];

/** Records as some sites have them: each changes the issues of a story. */
const ODD: Readonly<Record<string, (issue: Issue, row: number) => Issue>> = {
  whole: issue => issue,
  'without histories': issue => ({ ...issue, changes: [], historyComplete: false }),
  'resolved without a date': issue => ({
    ...issue,
    changes: [],
    historyComplete: false,
    resolved: null,
    statusCategoryChanged: null,
  }),
  'every second one without a history': (issue, row) =>
    row % 2 === 0 ? issue : { ...issue, changes: [], historyComplete: false },
  'without estimates and people': issue => ({
    ...issue,
    points: null,
    assignee: null,
    originalSeconds: null,
    remainingSeconds: null,
    spentSeconds: null,
    worklogs: [],
  }),
};

const anOddDataset = fc
  .record({
    story: aStory,
    odd: fc.constantFrom(...Object.values(ODD)),
    partial: fc.boolean(),
    /** Also one issue alone, and none. */
    most: fc.constantFrom(0, 1, 2, 99),
  })
  .map(({ story, odd, partial, most }) => {
    const whole = deskDatasetOf(story);
    const issues = whole.issues.slice(0, most).map((issue, row) => odd(issue, row));
    const { coverage } = whole;
    return {
      ...whole,
      issues,
      coverage: partial ? { ...coverage, complete: false, reasons: ['Cut.'] } : coverage,
    };
  });

/** The present, a day within the story, and one before its first issue. */
const DAYS_ASKED = ['2026-03-16 12:00', '2026-03-06 20:00', '2026-02-20 12:00'];
const aContext = fc.constantFrom(...DAYS_ASKED).map(text => ({
  ...NOW,
  asOf: instantFromText(text),
  ...(text !== DAYS_ASKED[0] && { past: true as const }),
}));

const UNITS =
  'issue|point|day|hour|week|month|sprint|person|epic|version|part|finish|worklog|forecast';
/** '1 issues', '2 issue', '0 day'. */
const PLURALS = new RegExp(
  `(?<![\\d.,])1 (?:resolved |finished |more |earlier |other )?(?:${UNITS})s\\b|(?<![\\d.,])(?:0|[2-9]|\\d\\d+) (?:resolved |finished |more |earlier |other )?(?:${UNITS})\\b`,
);

/** Numbers of the words themselves: '85%', '2 of 3 weeks', 'the last 30 days', 20 past forecasts. */
const OF_WORDS = new Set(['2', '3', '4', '5', '20', '30', '50', '70', '85', '95', '100']);
const DATES = /\b[A-Z][a-z]{2} \d{1,2}(?:, \d{4})?/g;

const numbersIn = (text: string): readonly string[] =>
  text.replace(DATES, '').match(/\d[\d,]*(?:\.\d+)?/g) ?? [];

/** Members that are long, and no sentence is about: points of charts, issues, positions. */
const UNSAID = new Set([
  'days',
  'moves',
  'ends',
  'points',
  'works',
  'events',
  'forecasts',
  'burnUp',
]);

/** The numbers of a result. */
function valuesIn(result: unknown): readonly number[] {
  const values = new Set<number>([0]);
  const add = (value: unknown): void => {
    if (typeof value === 'number' && Number.isFinite(value)) values.add(Math.abs(value));
    else if (ArrayBuffer.isView(value)) values.add((value as Uint8Array).length);
    else if (Array.isArray(value)) {
      values.add(value.length);
      for (const each of value) add(each);
    } else if (isRecord(value))
      for (const [name, each] of Object.entries(value)) {
        if (!UNSAID.has(name)) add(each);
        else if (Array.isArray(each)) values.add(each.length);
      }
  };
  add(result);
  return [...values];
}

const SCALES = [1, 100, 1 / 60, 1 / 3600, 1 / 86_400, 1e-3 / 3600, 1e-3 / 86_400];

/** Whether a written number is one of these, in another unit, or the difference or share of two, rounded. */
function isOneOf(text: string, values: readonly number[]): boolean {
  const number = Number(text.replaceAll(',', ''));
  const digits = text.split('.')[1]?.length ?? 0;
  const isIt = (value: number) => Math.abs(value - number) <= 0.5 * 10 ** -digits + 1e-6;
  if (values.some(value => SCALES.some(scale => isIt(value * scale)))) return true;
  // Those of totals come first.
  const first = values.slice(0, 60);
  return first.some(one =>
    first.some(other => isIt(Math.abs(one - other)) || (other > 0 && isIt((100 * one) / other))),
  );
}

test.each(REPORTS.filter(({ id }) => id !== 'text'))('$id', async ({ id }) => {
  const report = (await findComputingReport(id)) as AnyComputingReport;
  if (!report.headline) return;
  const answers: unknown[] = [];
  fc.assert(
    fc.property(anOddDataset, aContext, fc.constantFrom(...runsOf(id)), (odd, asked, stored) => {
      const settings = report.settings.parse(stored).value;
      const data = asked.past
        ? datasetAt(odd, asked.asOf, report.requires(settings, asked).history)
        : odd;
      const { result } = report.compute(data, settings, asked);
      const headline = report.headline?.(result, settings, asked);
      if (!headline) return;
      answers.push(headline);
      const { figures, sentence } = headline;
      expect(new Set(figures.map(({ label }) => label)).size).toBe(figures.length);
      for (const { label, text, of, drill } of figures) {
        const words = `${label} ${text} ${of ?? ''}`;
        expect(words).not.toMatch(/NaN|Infinity|null|undefined|\[object/);
        expect(words).not.toMatch(PLURALS);
        // The address of an open drawer names the place of its figure in the result.
        if (drill) expect(contains(result, drill.figure), label).toBe(true);
      }
      if (!sentence) return;
      expect(sentence).toMatch(/^[\p{Lu}\p{Lt}\d<].*\.$/u);
      expect(sentence).not.toMatch(PLURALS);
      expect(sentence).not.toMatch(/NaN|Infinity|null|undefined|\[object/);
      const known = valuesIn(result);
      // How far from the ideal pace is drawn, and the query says why a figure is too low: no members of the result.
      const words = sentence
        .replace(/^S: /, '')
        .replace(/^.*(?:behind|ahead of) the ideal pace/, '')
        .replace(/^Figures may be too low: .*/, '');
      const others = numbersIn(words).filter(each => !OF_WORDS.has(each) && !isOneOf(each, known));
      expect(others, sentence).toEqual([]);
    }),
    { numRuns: 100 },
  );
  if (!SELDOM.includes(id)) expect(answers).not.toEqual([]);
});
