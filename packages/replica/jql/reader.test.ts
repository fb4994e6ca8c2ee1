import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '../store/store.ts';
import { openStore } from '../store/testing/open-store.ts';
import { now, smallSite, zone } from '../store/testing/small-site.ts';
import { jqlFunctions } from './functions/functions.ts';
import { dependsOnReader } from './reader.ts';

let store: Store;
beforeAll(async () => {
  store = await openStore({ memory: true });
  await store.ingest(smallSite());
});
afterAll(() => store.close());

const readers = ['acc:ana', 'acc:ben', null];
const scopeOf = (userId: string | null) => ({ viewer: { userId, zone }, now });

test.each([
  ['assignee = currentUser()', true],
  ['project = APP or not (reporter in (acc:ana, CURRENTUSER()))', true],
  ['status changed by currentUser()', true],
  ['issue in watchedIssues()', true],
  ['project in projectsLeadByUser()', true],
  ['project in projectsLeadByUser(acc:ana)', false],
  ['filter = 1', true],
  ['assignee was acc:ana and summary ~ "current user history"', false],
  ['summary ~ "currentUser()"', false],
  ['created > startOfDay(-1w)', false],
  ['assignee in membersOf(devs)', false],
  ['', false],
  ['week', null],
  ['"Ana Roy", currentUser()', null],
] as const)('%s: %s', (jql, expected) => {
  expect(dependsOnReader(jql)).toBe(expected);
});

const ARGUMENTS = ['', 'acc:ana', 'devs', 'APP', 'APP-3', '"Browse Projects"', 'Developers'];
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  user: ['assignee', 'reporter', 'worklogAuthor'],
  project: ['project'],
  issue: ['issue'],
  component: ['component'],
  date: ['created'],
  issueType: ['type'],
};
const called = fc
  .record({
    named: fc.constantFrom(...jqlFunctions),
    at: fc.nat(2),
    argument: fc.oneof(fc.constant(''), fc.constantFrom(...ARGUMENTS)),
    isNegative: fc.boolean(),
  })
  .map(({ named: { name, type, list }, at, argument, isNegative }) => {
    const fields = FIELDS[type] ?? ['assignee'];
    const operator = list ? (isNegative ? 'not in' : 'in') : isNegative ? '!=' : '=';
    return `${fields[at % fields.length]} ${operator} ${name}(${argument})`;
  });
const plain = fc.constantFrom(
  ...['project = APP', 'status was Done by acc:ana', 'lastViewed is not EMPTY', 'watchers >= 1'],
);
const term = fc.oneof({ weight: 3, arbitrary: called }, plain);
const query = fc
  .tuple(term, fc.constantFrom('AND', 'OR', 'AND NOT'), term)
  .map(([one, operator, other]) => `${one} ${operator} ${other}`);

test('a query that does not depend on its reader finds the same for all who see the same', async () => {
  const found = async (userId: string | null, jql: string) =>
    store.jql.search({ jql, ...scopeOf(userId) }).then(
      ({ ids }) => ids,
      (error: Error) => error.message,
    );
  const counts = { same: 0, other: 0 };
  await fc.assert(
    fc.asyncProperty(fc.oneof(query, called), async jql => {
      const answers = await Promise.all(readers.map(userId => found(userId, jql)));
      const isSame = answers.every(answer => JSON.stringify(answer) === JSON.stringify(answers[0]));
      if (typeof answers[0] !== 'string') counts[isSame ? 'same' : 'other'] += 1;
      if (!dependsOnReader(jql)) expect(answers).toEqual(answers.map(() => answers[0]));
    }),
    { numRuns: 2_000 },
  );
  // Both kinds were found.
  expect(counts.same).toBeGreaterThan(50);
  expect(counts.other).toBeGreaterThan(20);
});
