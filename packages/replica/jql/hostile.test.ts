import { wordsOf } from '@tallyboard/database/text/words.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import { onBothEngines } from '../store/testing/engines.ts';
import { now, smallSite, zone } from '../store/testing/small-site.ts';
import { JqlError } from './api.ts';
import { systemFields } from './fields/system-fields.ts';
import { jqlFunctions } from './functions/functions.ts';
import { parseQuery } from './parse.ts';

const repeat = (count: number, write: (at: number) => string, separator = ', ') =>
  Array.from({ length: count }, (_, at) => write(at)).join(separator);

const complex = /^Error in the JQL Query: The query is too complex: /;
const invalidDate = /is invalid\. Valid formats include/;

/** Number of issues found, or the message of the refusal. */
const attacks: [string, string, number | RegExp][] = [
  ['110,000 keys', `key in (${repeat(110_000, at => `APP-${at}`)})`, /An issue with key 'APP-0'/],
  ['100,000 names', `status in (${repeat(100_000, at => `s${at}`)})`, /The value 's0' does not/],
  ['100,000 labels', `labels in (${repeat(100_000, at => `s${at}`)})`, 0],
  ['100,000 numbers', `"Story Points" in (${repeat(100_000, at => `${at}`)})`, 3],
  ['100,000 repeats', `status in (${repeat(100_000, () => 'Done')})`, 3],
  ['100,000 dates', `created in (${repeat(100_000, at => `-${at}d`)})`, complex],
  ['50,000 predicates', `status changed ${repeat(50_000, at => `after -${at}d`, ' ')}`, 0],
  ['300,000 values', `labels in (${repeat(300_000, () => 'x')})`, complex],
  ['3 MB', `summary ~ "${'a'.repeat(3_000_000)}"`, complex],
  ['1,000 clauses with OR', repeat(1000, () => 'project = APP', ' OR '), 5],
  ['1,000 clauses with AND', repeat(1000, () => 'project = APP', ' AND '), 5],
  ['1,000 times CHANGED', repeat(1000, () => 'status changed to Done', ' OR '), 3],
  ['1,000 text searches', repeat(1000, at => `text ~ "w${at}"`, ' OR '), 0],
  ['3,000 clauses', repeat(3000, () => 'project = APP', ' OR '), complex],
  ['3,000 functions', `key in (${repeat(3000, () => 'linkedIssues(APP-1)')})`, complex],
  ['400 parentheses', `${'('.repeat(400)}project = APP${')'.repeat(400)}`, 5],
  ['1,000 parentheses', `${'('.repeat(1000)}project = APP${')'.repeat(1000)}`, complex],
  ['10,000 lists', `key in ${'('.repeat(10_000)}`, complex],
  ['10,000 NOT', `${'NOT '.repeat(10_000)}project = APP`, complex],
  [
    '200 levels of AND and OR',
    `${'(project = APP AND (status = Done OR '.repeat(200)}key = APP-1${'))'.repeat(200)}`,
    3,
  ],
  ['a word of 400 kB', `summary ~ "${'a'.repeat(400_000)}"`, 0],
  ['a word of 1 MB', `summary ~ "${'a'.repeat(1_000_000)}"`, complex],
  ['1,000 words', `summary ~ "${repeat(1000, at => `word${at}`, ' ')}"`, 0],
  ['20,000 words', `summary ~ "${repeat(20_000, at => `word${at}`, ' ')}"`, complex],
  ['a field name of brackets', `"${'['.repeat(500_000)}" = 1`, /does not exist/],
  ['100,000 sort fields', `ORDER BY ${repeat(100_000, at => `f${at}`)}`, /at most 7 fields/],
  ['weeks before time', 'updated >= -99999999999999w', invalidDate],
  ['days before time', 'created >= startOfDay("-99999999999w")', /should have the format/],
  ['weeks after time', 'status changed AFTER "99999999999999w"', invalidDate],
  ['minutes after time', 'due != 9999999999999999999999', invalidDate],
  ['an instant after time', 'created > 99999999999999999999', invalidDate],
  ['the last day', 'created < 9999-12-31 AND created > 0001-01-01', 7],
  ['an endless duration', `timespent > ${'9'.repeat(400)}w`, /positive duration format/],
  ['a duration of ages', 'timespent > 99999999999999999999999w', 0],
  ['a count above all', 'votes > 99999999999999999999999', 0],
  ['a fraction of a whole number', 'workRatio = 1.5', 0],
  ['a key above all', 'key > APP-99999999999999999999999', 0],
  ['a NUL', 'labels = "a\\u0000" OR summary ~ "a\0b"', 0],
];

const names = systemFields.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
const operator = fc.constantFrom(
  ...'= != < <= > >= ~ !~ in is was changed'.split(' '),
  ...['not in', 'is not', 'was not', 'was in', 'was not in'],
);
const value = fc.oneof(
  fc.constantFrom('APP', 'Done', 'APP-1', 'EMPTY', '-1w', '"2d 4h"', '2026-01-31', '1.5', '""'),
  fc.integer().map(String),
  fc.bigInt().map(String),
  fc.bigInt().map(count => `"-${count}w"`),
  fc.string({ unit: 'binary' }).map(text => JSON.stringify(text)),
  fc.constantFrom(...jqlFunctions).map(({ name }) => `${name}()`),
  fc
    .tuple(fc.constantFrom(...jqlFunctions), fc.constantFrom('ana', '"-9999999999y"', 'APP-1', '1'))
    .map(([{ name }, argument]) => `${name}(${argument})`),
);
const operand = fc.oneof(
  value,
  fc.array(value, { minLength: 1, maxLength: 5 }).map(list => `(${list.join(', ')})`),
);
const predicate = fc
  .tuple(fc.constantFrom('after', 'before', 'on', 'during', 'by', 'from', 'to'), operand)
  .map(parts => ` ${parts.join(' ')}`);
const field = fc.constantFrom(...names, '"Story Points"', 'Team', 'Rank', 'cf[10030]', 'filter');
const clause = fc
  .tuple(field, operator, operand, fc.option(predicate, { nil: '' }))
  .map(([name, sign, right, more]) => `${name} ${sign} ${right}${more}`);
const grammatical = fc
  .tuple(
    fc.array(clause, { minLength: 1, maxLength: 4 }),
    fc.constantFrom(' AND ', ' OR NOT '),
    field,
  )
  .map(([clauses, join, sort]) => `${clauses.join(join)} ORDER BY ${sort}`);
const mutated = fc
  .tuple(grammatical, fc.nat(200), fc.nat(20), fc.string({ unit: 'grapheme' }))
  .map(([jql, at, length, put]) => jql.slice(0, at) + put + jql.slice(at + length));
const anyQuery = fc.oneof(grammatical, mutated, fc.string({ unit: 'binary', maxLength: 60 }));

onBothEngines('Hostile JQL', (open, engine) => {
  const viewer = { userId: 'acc:ana', zone };
  let store: Store;
  beforeAll(async () => {
    store = await open();
    await store.ingest(smallSite());
  });

  it.each(attacks)('%s', async (_, jql, expected) => {
    const found = await store.jql.count({ jql, viewer, now }).catch((error: unknown) => {
      if (error instanceof JqlError) return error.message;
      throw error;
    });
    if (typeof expected === 'number') expect(found).toBe(expected);
    else expect(found).toMatch(expected);
  });

  it('filters that name each other are counted as one query', async () => {
    const filter = (id: number, jql: string) => ({
      kind: 'filter' as const,
      value: { id: String(id), name: `Level ${id}`, jql },
    });
    await store.ingest([
      filter(900, 'project = APP'),
      ...Array.from({ length: 20 }, (_, at) =>
        filter(901 + at, `filter = ${900 + at} OR filter = "Level ${900 + at}"`),
      ),
    ]);
    const count = (jql: string) => store.jql.count({ jql, viewer, now });
    expect(await count('filter = 903')).toBe(5);
    await expect(count('filter = 920')).rejects.toThrow(complex);
  });

  it('any query is answered or refused', async () => {
    const answered = async (jql: string) => {
      const settings = { viewer, now, limit: 50, total: true };
      await store.jql.search({ jql, ...settings }).catch((error: unknown) => {
        if (!(error instanceof JqlError)) throw error;
      });
    };
    await fc.assert(fc.asyncProperty(anyQuery, answered), {
      numRuns: Number(process.env.TALLYBOARD_FUZZ ?? (engine === 'sqlite' ? 2000 : 500)),
    });
  });
});

describe('time of parsing', () => {
  const cpuMs = (run: () => void) => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };

  it.each([
    ['values', (size: number) => parseQuery(`key in (${repeat(size, at => `APP-${at}`)})`)],
    ['escapes', (size: number) => parseQuery(`summary ~ "${'\\n'.repeat(size)}"`)],
    ['a word', (size: number) => wordsOf(`${'a'.repeat(size * 8)}`)],
  ])('grows with the length: %s', (_, run) => {
    run(10_000);
    const best = (size: number) => Math.min(...[1, 2, 3].map(() => cpuMs(() => run(size))));
    // Eight times the length: 64 times the work if it were quadratic.
    expect(best(80_000)).toBeLessThan(24 * Math.max(best(10_000), 5));
  });
});
