import { countOf, sumOfEntries } from '@tallyboard/core/measure/figures.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import { instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { expect, test } from 'vitest';
import { programmeHeadline } from './headline.ts';
import type { ProgrammeResult, ProgrammeRow } from './result.ts';

const NONE = countOf(new Uint32Array(0));
const NO_CHANGE = sumOfEntries([]);

const FIGURES = {
  count: NONE,
  total: NONE,
  done: NONE,
  progress: null,
  unestimated: NONE,
  leftOut: NONE,
  added30: NO_CHANGE,
  removed30: NO_CHANGE,
  reestimated30: NO_CHANGE,
};

const row = (key: string, more: Partial<ProgrammeRow>): ProgrammeRow => ({
  ...FIGURES,
  id: key,
  kind: 'issue',
  key,
  name: key,
  own: null,
  status: 'in-progress',
  start: null,
  due: null,
  target: '2026-05-01',
  isReleased: false,
  isOverdue: false,
  date50: null,
  date85: null,
  kept50: null,
  kept85: null,
  keptOf: null,
  chance: null,
  cannot: null,
  fever: null,
  noFever: null,
  blocked: null,
  dependencies: [],
  isPart: false,
  ...more,
});

const WHEN = context({ asOf: instantFromText('2026-04-01'), dateFormat: 'MMM D, YYYY' });

function said(...rows: ProgrammeRow[]) {
  const result = { rows, all: FIGURES, measure: 'issues' } as unknown as ProgrammeResult;
  const { figures = [], sentence } = programmeHeadline(result, null, WHEN) ?? {};
  const late = figures.find(({ id }) => id === 'late');
  return [late && `${late.text} ${late.of}`, sentence];
}

test('without targets nothing is said of dates, and without rows nothing at all', () => {
  expect(said(row('A-1', { target: null }))).toEqual([undefined, undefined]);
  expect(said()).toEqual([undefined, undefined]);
});

test('a target without dates is unknown, not in time', () => {
  expect(said(row('A-1', {}))).toEqual([undefined, '1 row with a target has no dates.']);
  expect(said(row('A-1', { chance: 50 }), row('A-2', {}), row('A-3', {}))).toEqual([
    '0 of 1 that can be judged by a target',
    'By its pace, the row with a target and dates is over by then at least as likely as not. Too few earlier ones to tell how often such dates were kept. 2 rows with a target have no dates.',
  ]);
  expect(said(row('A-1', { status: 'done' }), row('A-2', { chance: 80 }))[1]).not.toContain(
    'no dates',
  );
});

test('of late rows one is named, and how many more there are', () => {
  const [late, sentence] = said(row('A-1', { chance: 10 }), row('A-2', { chance: 10 }));
  expect(late).toBe('2 of 2 that can be judged by a target');
  expect(sentence).toMatch(
    /^By its pace, A-1 is over by its target with a chance of 10%, and 1 more is less likely than not\. Too few/,
  );
});

test('a target that has passed was missed, with dates or without: it has no chance', () => {
  const past = { target: '2026-03-31', isOverdue: true, chance: 0 };
  expect(said(row('A-1', past))).toEqual([
    '1 of 1 that can be judged by a target',
    'A-1 is open after its target, Mar 31, 2026.',
  ]);
  expect(said(row('A-1', { target: '2026-04-01', chance: 0 }))[1]).toMatch(/^By its pace, A-1/);
  expect(
    said(
      row('A-1', past),
      row('A-2', { target: '2026-02-03', isOverdue: true }),
      row('A-3', { chance: 80 }),
    )[1],
  ).toBe(
    '2 rows are open after their targets, the earliest of which was Feb 3, 2026 (A-2). By its pace, the other row with a target and dates is over by then at least as likely as not. Too few earlier ones to tell how often such dates were kept.',
  );
  // Late without dates as well.
  expect(said(row('A-1', { ...past, chance: null }), row('A-2', { chance: 60 }))[0]).toBe(
    '1 of 2 that can be judged by a target',
  );
  expect(said(row('A-1', past), row('A-2', past), row('A-3', { target: '2026-04-02' }))[1]).toBe(
    '2 rows are open after their targets, the earliest of which was Mar 31, 2026 (A-1 and 1 more). 1 row with a target has no dates.',
  );
  const kept = (kept50: number) => ({ chance: 99, kept50, kept85: 20, keptOf: 40 });
  const ahead = (...each: number[]) =>
    said(row('A-1', past), ...each.map((share, at) => row(`B-${at}`, kept(share))))[1];
  expect(ahead(30, 15)).toMatch(
    / By its pace, each of the 2 other rows .* as likely as not\. Of earlier ones, 15% to 30%, by row, were over by their 50% date\.$/,
  );
  expect(ahead(15, 15)).toMatch(/\. Of 40 earlier ones, 15% were over by their 50% date\.$/);
  expect(said(row('A-1', { ...past, status: 'done', isOverdue: false }))[1]).toBe(undefined);
});

test('rows of which not all was read say so', () => {
  expect(said(row('A-1', { chance: 80, isPart: true }))[1]).toMatch(
    /Not all issues below 1 row were read: progress and dates may be wrong\.$/,
  );
});
