import fc from 'fast-check';
import { expect, it } from 'vitest';
import { onBothEngines } from '../store/testing/engines.ts';
import {
  dayStart,
  historyFields,
  nameOf,
  type RandomIssue,
  randomIssues,
  recordsOf,
  userId,
} from '../store/testing/random-histories.ts';

const values = fc.uniqueArray(fc.nat({ max: 2 }), { minLength: 1, maxLength: 2 });
const day = fc.nat({ max: 3 });
const query = fc.record(
  {
    field: fc.constantFrom(...historyFields),
    isNegated: fc.boolean(),
    from: values,
    to: values,
    by: fc.constantFrom(1, 2),
    date: fc.oneof(
      fc.record({ during: fc.tuple(day, day) }),
      fc.record({ operator: fc.constantFrom('on', 'before', 'after'), day }),
    ),
  },
  { requiredKeys: ['field', 'isNegated'] },
);
type Query = typeof query extends fc.Arbitrary<infer Value> ? Value : never;

const dateOf = (at: number) => `2026-01-0${at + 1}`;

function jqlOf({ field, isNegated, from, to, by, date }: Query): string {
  const list = (numbers: readonly number[]) => `(${numbers.map(each => nameOf(field, each))})`;
  const parts = [isNegated ? 'NOT' : '', field, 'changed'];
  if (from) parts.push('from', list(from));
  if (to) parts.push('to', list(to));
  if (by) parts.push('by', userId(by));
  if (date)
    parts.push(
      'during' in date
        ? `during (${date.during.map(dateOf)})`
        : `${date.operator} ${dateOf(date.day)}`,
    );
  return parts.join(' ');
}

function isInTime(at: number, date: Query['date']): boolean {
  if (!date) return true;
  if ('during' in date) return at >= dayStart(date.during[0]) && at < dayStart(date.during[1] + 1);
  if (date.operator === 'before') return at < dayStart(date.day);
  if (date.operator === 'after') return at > dayStart(date.day);
  return at >= dayStart(date.day) && at < dayStart(date.day + 1);
}

const isFound = ({ histories }: RandomIssue, { field, isNegated, from, to, by, date }: Query) =>
  isNegated !==
  histories.some(
    ({ at, author, changes }) =>
      (by ?? author) === author &&
      isInTime(at, date) &&
      changes.some(
        change =>
          change.field === field &&
          (from?.includes(change.from) ?? true) &&
          (to?.includes(change.to) ?? true),
      ),
  );

onBothEngines('CHANGED over random histories', open => {
  it('finds the issues with a change that matches all predicates', async () => {
    const issues = randomIssues(300);
    const store = await open();
    await store.ingest(recordsOf(issues));
    const viewer = { userId: null, zone: 'UTC' };
    await fc.assert(
      fc.asyncProperty(query, async asked => {
        const expected = issues.flatMap((issue, at) => (isFound(issue, asked) ? at + 1 : []));
        // The keys make the query narrow: it looks at the spans of each issue.
        for (const end of ['', ' AND key in (P-1, P-2, P-3, P-4, P-5, P-6)']) {
          const jql = `${jqlOf(asked)}${end}`;
          const { ids } = await store.jql.search({ jql, viewer, now: dayStart(30) });
          const narrow = expected.filter(id => end === '' || id <= 6);
          expect([jql, ids.map(Number).sort((a, b) => a - b)]).toEqual([jql, narrow]);
        }
      }),
      { numRuns: 500 },
    );
  });
});
