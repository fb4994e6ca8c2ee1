import type { Edit, EditedIssue } from '@tallyboard/core/model/edit.ts';
import type { BoardId, FieldId, IssueKey, SprintId } from '@tallyboard/core/model/ids.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import type { ZoneId } from '@tallyboard/core/time/units.ts';
import { expect, test } from 'vitest';
import { createJiraClient } from '../client.ts';
import { findSpecialFields } from '../fields.ts';
import type { HttpReply, HttpRequest } from '../http.ts';
import { createFakeHost, failure, on, reply } from '../testing/fake-jira.ts';
import { writeEdit } from './write-edit.ts';

const POINTS = 'customfield_10016' as FieldId;
const SPRINT = 'customfield_10020';
const special = findSpecialFields([
  {
    id: SPRINT,
    name: 'Sprint',
    custom: true,
    schema: { type: 'array', items: 'json', custom: 'com.pyxis.greenhopper.jira:gh-sprint' },
  },
]);

const issue = (number: number) =>
  ({ id: String(number), key: `OPS-${number}` }) as unknown as EditedIssue;
const keys = (...numbers: number[]) => numbers.map(number => `OPS-${number}` as IssueKey);
const board = 84 as BoardId;

/** Writes an edit to a Jira that has these fields of each issue, and answers writes by `answer`, else with 204. */
async function write(
  edit: Edit,
  fields: Readonly<Record<string, object>>,
  answer: (request: HttpRequest) => HttpReply | undefined = () => undefined,
) {
  const host = createFakeHost([
    on('POST', '/rest/api/3/issue/bulkfetch', ({ body }) => {
      const { issueIdsOrKeys } = body as { issueIdsOrKeys: string[] };
      const issues = issueIdsOrKeys.map(key => ({ id: key.slice(4), key, fields: fields[key] }));
      return reply(200, { issues });
    }),
    answer,
    () => reply(204, undefined),
  ]);
  const client = createJiraClient({ flavour: 'cloud', request: host.request });
  const outcome = await writeEdit(client, special, edit);
  const sent = host.requests
    .filter(({ path }) => !path.endsWith('/bulkfetch'))
    .map(({ method, path, query, body }) => ({ call: `${method} ${path}`, query, body }));
  return { ...outcome, sent };
}

/**
 * OPS-1  Sprint 3, after closed Sprint 1
 * OPS-2  backlog
 * OPS-3  Sprint 3
 */
const SPRINTS = {
  'OPS-1': {
    [SPRINT]: [
      { id: 1, name: 'Sprint 1', state: 'closed', boardId: 84 },
      { id: 3, name: 'Sprint 3', state: 'active', boardId: 84 },
    ],
  },
  'OPS-2': { [SPRINT]: null },
  'OPS-3': { [SPRINT]: [{ id: 3, name: 'Sprint 3', state: 'active', boardId: 84 }] },
};

test('a move is undone to the open sprint of each issue, by what Jira says', async () => {
  const to = { id: 4 as SprintId, name: 'Sprint 4' };
  const edit: Edit = { kind: 'sprint', issues: [issue(1), issue(2), issue(3)], to };
  const { sent, refused, inverse } = await write(edit, SPRINTS);
  expect(sent).toEqual([
    { call: 'POST /rest/agile/1.0/sprint/4/issue', body: { issues: keys(1, 2, 3) } },
  ]);
  expect(refused).toEqual([]);
  expect(inverse).toEqual([
    { kind: 'sprint', issues: [issue(1), issue(3)], to: { id: 3, name: 'Sprint 3' } },
    { kind: 'sprint', issues: [issue(2)], to: null },
  ]);
});

test('due dates and fix versions are undone to what each issue had', async () => {
  const version = (id: string) => ({ id, name: `Release ${id}` });
  const states = {
    'OPS-1': { duedate: '2026-02-01', fixVersions: [version('1'), version('2')] },
    'OPS-2': { duedate: null, fixVersions: [] },
  };
  const issues = [issue(1), issue(2)];
  const due = await write({ kind: 'due', issues, to: parseDay('2026-03-05') }, states);
  expect(due.sent).toEqual(
    keys(1, 2).map(key => ({
      call: `PUT /rest/api/2/issue/${key}`,
      body: { fields: { duedate: '2026-03-05' } },
    })),
  );
  expect(due.inverse).toEqual([
    { kind: 'due', issues: [issue(1)], to: parseDay('2026-02-01') },
    { kind: 'due', issues: [issue(2)], to: null },
  ]);
  const none = await write({ kind: 'fix-versions', issues, to: [] }, states);
  expect(none.sent.map(({ body }) => body)).toEqual([
    { fields: { fixVersions: [] } },
    { fields: { fixVersions: [] } },
  ]);
  expect(none.inverse).toMatchObject([
    { issues: [issue(1)], to: [{ id: '1' }, { id: '2' }] },
    { issues: [issue(2)], to: [] },
  ]);
});

test('at most 50 issues are moved in one call', async () => {
  const issues = Array.from({ length: 120 }, (_, index) => issue(index + 1));
  const fields = Object.fromEntries(issues.map(({ key }) => [key, {}]));
  const { sent } = await write({ kind: 'sprint', issues, to: null }, fields);
  expect(sent.map(({ body }) => (body as { issues: string[] }).issues.length)).toEqual([
    50, 50, 20,
  ]);
});

test('a refused issue is named with the reason, and is not undone', async () => {
  const edit: Edit = {
    kind: 'assign',
    issues: [issue(1), issue(2)],
    to: { login: 'u-bo', user: { name: 'Bo' } as never },
  };
  const ana = { assignee: { accountId: 'u-ana', displayName: 'Ana Roy' } };
  const { sent, refused, inverse } = await write(edit, { 'OPS-1': ana, 'OPS-2': ana }, request =>
    request.path.includes('OPS-2') ? failure(403, 'No permission.') : undefined,
  );
  expect(sent[0]).toEqual({
    call: 'PUT /rest/api/3/issue/OPS-1/assignee',
    body: { accountId: 'u-bo' },
  });
  expect(refused).toEqual([{ key: 'OPS-2', message: 'No permission.' }]);
  expect(inverse).toMatchObject([{ issues: [issue(1)], to: { login: 'u-ana' } }]);
});

test('an issue whose write got no answer is neither written nor refused', async () => {
  const edit: Edit = { kind: 'assign', issues: [issue(1), issue(2), issue(3)], to: null };
  const states = { 'OPS-1': {}, 'OPS-2': {}, 'OPS-3': {} };
  const { sent, refused, unknown, inverse } = await write(edit, states, ({ path }) => {
    if (path.includes('OPS-2')) return reply(0, undefined);
    return path.includes('OPS-3') ? reply(504, undefined) : undefined;
  });
  expect(sent).toHaveLength(3);
  expect(refused).toEqual([]);
  expect(unknown).toEqual(['OPS-2', 'OPS-3']);
  expect(inverse.flatMap(({ issues }) => issues)).toEqual([issue(1)]);
});

test('an edit is refused whole where the present state cannot be read', async () => {
  const edit: Edit = { kind: 'sprint', issues: [issue(1)], to: null };
  const host = createFakeHost([() => failure(401, 'Who are you?')]);
  const client = createJiraClient({ flavour: 'cloud', request: host.request });
  expect(await writeEdit(client, special, edit)).toEqual({
    refused: [{ key: 'OPS-1', message: 'Who are you?' }],
    unknown: [],
    inverse: [],
  });
  expect(host.requests).toHaveLength(1);
});

test('an estimate is undone to its value, or cleared', async () => {
  const edit = { kind: 'estimate', boardId: board, fieldId: POINTS, value: 8 } as const;
  const issues = [issue(1), issue(2)];
  const { sent, inverse } = await write(
    { ...edit, issues },
    { 'OPS-1': { [POINTS]: 5 }, 'OPS-2': {} },
  );
  expect(sent[0]).toEqual({
    call: 'PUT /rest/agile/1.0/issue/OPS-1/estimation',
    query: { boardId: 84 },
    body: { value: '8' },
  });
  expect(inverse).toEqual([
    { ...edit, issues: [issue(1)], value: 5 },
    { ...edit, issues: [issue(2)], value: null },
  ]);
  const cleared = await write({ ...edit, issues: [issue(2)], value: null }, { 'OPS-2': {} });
  expect(cleared.sent).toEqual([
    { call: 'PUT /rest/api/2/issue/OPS-2', body: { fields: { [POINTS]: null } } },
  ]);
});

test('work is logged in the zone of the reader, and undone with the remaining estimate of before', async () => {
  const issues = [issue(1)];
  const edit: Edit = {
    kind: 'log-work',
    issues,
    started: Date.UTC(2026, 10, 27, 11),
    zone: 'Europe/Berlin' as ZoneId,
    spentSeconds: 9000,
    comment: 'Review',
    remaining: { how: 'auto' },
  };
  const { sent, inverse } = await write(edit, { 'OPS-1': { timeestimate: 3600 } }, ({ method }) =>
    method === 'POST' ? reply(201, { id: '71' }) : undefined,
  );
  expect(sent).toEqual([
    {
      call: 'POST /rest/api/2/issue/OPS-1/worklog',
      query: { adjustEstimate: 'auto' },
      body: {
        started: '2026-11-27T12:00:00.000+0100',
        timeSpentSeconds: 9000,
        comment: 'Review',
      },
    },
  ]);
  const [undo] = inverse as [Edit];
  expect(undo).toMatchObject({ kind: 'delete-worklog', issues, worklogId: '71' });
  expect((await write(undo, {})).sent).toEqual([
    {
      call: 'DELETE /rest/api/2/issue/OPS-1/worklog/71',
      query: { adjustEstimate: 'new', newEstimate: '60m' },
    },
  ]);
});

test.each([
  ['to the top', [3, 1, 2, 4], [3], [{ issues: keys(3), rankBeforeIssue: 'OPS-1' }]],
  ['to the end', [1, 3, 4, 2], [2], [{ issues: keys(2), rankAfterIssue: 'OPS-4' }]],
  ['together', [1, 4, 2, 3], [4, 2], [{ issues: keys(4, 2), rankAfterIssue: 'OPS-1' }]],
  [
    'back to where they were',
    [1, 2, 3, 4],
    [1, 3],
    [
      { issues: keys(1), rankBeforeIssue: 'OPS-2' },
      { issues: keys(3), rankAfterIssue: 'OPS-2' },
    ],
  ],
])('issues are ranked %s', async (_, order, moved, calls) => {
  const edit: Edit = {
    kind: 'rank',
    issues: moved.map(issue),
    from: keys(1, 2, 3, 4),
    to: keys(...order),
  };
  const { sent, inverse } = await write(edit, {});
  expect(sent.map(({ body }) => body)).toEqual(calls);
  expect(inverse).toEqual([{ ...edit, from: edit.to, to: edit.from }]);
});
