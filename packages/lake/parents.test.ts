/** The queries of docs/lake.md for what is below an issue, over the rows of a lake in SQLite. */
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { descendantsOf, forestOf } from '@tallyboard/core/forest/forest.ts';
import type { IssueId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { context, DONE, dataset } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { levelIssue } from '@tallyboard/core/testing/levels.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deriveFacts } from './facts/derive.ts';
import { columnsOf, type TableName } from './tables.ts';

const doc = readFileSync(fileURLToPath(new URL('../../docs/lake.md', import.meta.url)), 'utf8');
const section = doc.split('## Initiatives, epics and what is below')[1]?.split('\n## ')[0] ?? '';
const [below = '', past = ''] = [...section.matchAll(/```sql\n([^`]+)```/g)].map(([, sql]) => sql);

const USED = ['issue', 'field_span', 'change'] as const satisfies readonly TableName[];

/** SQLite has neither booleans nor instants. */
function plain(value: unknown): string | number | null {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

function lakeOf(issues: readonly Issue[]): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  const columns = (table: TableName) => columnsOf(table).map(({ name }) => name);
  for (const table of USED)
    database.exec(
      `create table ${table} (${columns(table)
        .map(name => `"${name}"`)
        .join(', ')})`,
    );
  deriveFacts(dataset(issues), context(), (table, row) => {
    if (!USED.some(each => each === table)) return;
    const names = columns(table);
    const values: Readonly<Record<string, unknown>> = { ...row, source: 'here' };
    database
      .prepare(`insert into ${table} values (${names.map(() => '?').join(', ')})`)
      .run(...names.map(name => plain(values[name])));
  });
  return database;
}

/** Rows of the query as of all types. */
const rowsBelow = (issues: readonly Issue[], where: string) =>
  lakeOf(issues).prepare(below.replace("where t.type = 'Initiative'", where)).all();

const numbered = (issues: readonly Issue[]) =>
  issues.map((issue, at) => ({ ...issue, id: String(at + 1) as IssueId }));

test('what is below an initiative, with the time spent on all of it', () => {
  const issues = numbered([
    levelIssue('I-1 Initiative', { spentSeconds: 3600 }),
    levelIssue('E-1 Epic ^I-1'),
    levelIssue('A-1 Story ^E-1', { status: DONE, spentSeconds: 7200 }),
    levelIssue('A-2 Sub-task ^A-1', { spentSeconds: 1800 }),
    levelIssue('E-2 Epic ^I-9'),
    levelIssue('I-2 Initiative'),
  ]);
  expect(rowsBelow(issues, "where t.type = 'Initiative'").map(row => ({ ...row }))).toEqual([
    { issue_key: 'I-1', summary: 'Summary of I-1', issues: 3, done: 1, hours_spent: 3.5 },
    { issue_key: 'I-2', summary: 'Summary of I-2', issues: 0, done: 0, hours_spent: 0 },
  ]);
});

test('parents of a past day', () => {
  const { issues } = datasetFromText(
    'A-1 Story ^E-1 created:2026-09-01\nA-2 Story created:2026-09-01\nE-1 Epic created:2026-09-01',
  );
  const moved = numbered(issues).map(issue => ({ ...issue, changes: [] }));
  const at = Date.UTC(2026, 9, 5);
  const change = {
    at,
    author: null,
    field: 'parent',
    fieldId: null,
    fieldName: 'Parent',
    from: '77',
    fromText: 'E-7',
    to: '3',
    toText: 'E-1',
  } as const;
  const [first, ...others] = moved;
  if (!first) throw new Error('The story has three issues.');
  const wasEpic: Issue = {
    ...levelIssue('X-7 Epic'),
    id: '77' as IssueId,
    changes: [{ ...change, at: at + 1, field: 'key', fromText: 'E-7', toText: 'X-7' }],
  };
  const lakes = [[], [wasEpic]].map(more =>
    lakeOf([{ ...first, changes: [change] }, ...others, ...more]),
  );
  const parentsOn = (day: string) =>
    lakes.flatMap(lake =>
      lake
        .prepare(past.replace(/timestamp '2026-10-01 00:00:00'/g, String(Date.parse(day))))
        .all()
        .map(row => `${row.issue_key} ${row.parent_key}`),
    );
  // The second lake has the epic, which was moved to another project since.
  expect(parentsOn('2026-10-01')).toEqual(['A-1 E-7', 'A-1 X-7']);
  expect(parentsOn('2026-10-06')).toEqual(['A-1 E-1', 'A-1 E-1']);
  expect(parentsOn('2026-08-01')).toEqual([]);
});

test('forests of any form have the descendants of the reports', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { minLength: 1, maxLength: 9 }), parents => {
      const issues = numbered(
        parents.map((parent, at) =>
          levelIssue(`P-${at + 1} Story${parent > 0 ? ` ^P-${parent}` : ''}`),
        ),
      ).map(issue => ({
        ...issue,
        parent: issue.parent && { ...issue.parent, id: issue.parent.key.slice(2) as IssueId },
      }));
      const forest = forestOf(issues);
      const expected = Object.fromEntries(
        issues.map(({ key }, row) => [key, descendantsOf(forest, row).length]),
      );
      const found = rowsBelow(issues, 'where true').map(row => [row.issue_key, row.issues]);
      expect(Object.fromEntries(found)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});
