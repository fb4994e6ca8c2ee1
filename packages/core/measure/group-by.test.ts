import { describe, expect, test } from 'vitest';
import type { FieldId, IssueKey, ProjectId, StatusId, VersionId } from '../model/ids.ts';
import type { Issue } from '../model/issue.ts';
import { DONE, issue, project, sprint, status, TO_DO, user } from '../testing/builders.ts';
import { authorKey, compareLabels, type GroupBy, groupIssues } from './group-by.ts';
import { NAMED_GROUPINGS } from './grouping.ts';

const SIZE = 'customfield_7' as FieldId;
const named = (name: string) => ({ id: `id of ${name}`, name });
const version = (id: string, name: string) => ({
  id: id as VersionId,
  name,
  released: false,
  archived: false,
  releaseDay: null,
});

const full = issue({
  key: 'PROJ-1',
  summary: 'Fix it',
  assignee: user('Ana'),
  creator: user('Ben'),
  reporter: user('Cy'),
  project: { id: '10' as ProjectId, key: 'PROJ', name: 'The project' },
  sprints: [sprint({ id: 4, name: 'Four' }), sprint({ id: 5, name: 'Five' })],
  epic: { id: null, key: 'PROJ-9' as IssueKey, summary: 'Epic summary', level: 1 },
  priority: { id: '2', name: 'High', iconUrl: null },
  resolution: named('Done'),
  fixVersions: [version('1', '1.0')],
  team: named('Team A'),
  components: [named('UI'), named('API')],
  labels: ['red', 'red', 'blue'],
  requestType: 'Get help',
  organizations: ['Acme', 'Bolt'],
  custom: new Map([[SIZE, ['S', 'M']]]),
});
const empty = issue({ key: 'PROJ-2' });

describe('every grouping, for an issue with and without a value', () => {
  test.each<[GroupBy, string[], string[]]>([
    ['worklog-author', ['Unknown author'], ['Unknown author']],
    ['assignee', ['Ana'], ['Unassigned']],
    ['project', ['The project'], ['PROJ']],
    ['sprint', ['Four', 'Five'], ['Not in Sprint']],
    ['epic', ['(PROJ-9) Epic summary'], ['None']],
    ['issue-type', ['Task'], ['Task']],
    ['priority', ['High'], ['None']],
    ['status', ['To Do'], ['To Do']],
    ['resolution', ['Done'], ['Not Resolved']],
    ['fix-version', ['1.0'], ['None']],
    ['team', ['Team A'], ['None']],
    ['creator', ['Ben'], ['None']],
    ['reporter', ['Cy'], ['None']],
    ['issue-key', ['PROJ-1'], ['PROJ-2']],
    ['issue-summary', ['(PROJ-1) Fix it'], ['(PROJ-2) Summary of PROJ-2']],
    ['component', ['UI', 'API'], ['None']],
    ['label', ['red', 'blue'], ['None']],
    ['request-type', ['Get help'], ['None']],
    ['organization', ['Acme', 'Bolt'], ['None']],
    ['account-type', ['Unknown account type'], ['Unassigned']],
    [{ field: SIZE }, ['S', 'M'], ['None']],
  ])('%j', (groupBy, has, hasNot) => {
    const labels = (each: Issue) =>
      groupIssues({ issues: [each] }, groupBy).map(group => group.label);
    expect([labels(full), labels(empty)]).toEqual([has, hasNot]);
    const groups = groupIssues({ issues: [full, empty] }, groupBy);
    expect(new Set(groups.map(group => group.label))).toEqual(new Set([...has, ...hasNot]));
    // Rows of all groups together hold each issue once per value.
    expect(groups.reduce((sum, group) => sum + group.rows.length, 0)).toBe(
      has.length + hasNot.length,
    );
  });

  test('there are 20 by name', () => expect(NAMED_GROUPINGS.length).toBe(20));
});

test('rows ascend, groups come as they first occur, a subset keeps its positions', () => {
  const issues = ['a', 'b', 'a', '', 'b'].map((label, i) =>
    issue({ key: `P-${i}`, labels: label ? [label] : [] }),
  );
  const rows = (subset?: Uint32Array) =>
    groupIssues({ issues }, 'label', subset).map(group => [group.label, ...group.rows]);
  expect(rows()).toEqual([
    ['a', 0, 2],
    ['b', 1, 4],
    ['None', 3],
  ]);
  expect(rows(Uint32Array.of(2, 3, 4))).toEqual([
    ['a', 2],
    ['None', 3],
    ['b', 4],
  ]);
  expect(groupIssues({ issues: [] }, 'label')).toEqual([]);
});

test('ids of one name are one group; an id without a name is unknown', () => {
  const other = { ...TO_DO, id: '77' as StatusId };
  const gone = { ...status('x', 'none'), name: 'Unknown status', known: false };
  const groups = groupIssues(
    { issues: [TO_DO, other, DONE, gone].map((each, i) => issue({ key: `P-${i}`, status: each })) },
    'status',
  );
  expect(groups.map(group => [group.label, group.rows.length])).toEqual([
    ['To Do', 2],
    ['Done', 1],
    ['Unknown status', 1],
  ]);
});

test("the label of an epic is its epic name, from the epic's own record", () => {
  const epic = issue({ key: 'PROJ-9', epicName: 'Checkout' });
  const [, group] = groupIssues({ issues: [epic, full] }, 'epic');
  expect(group?.label).toBe('(PROJ-9) Checkout');
  const bare = issue({ epic: { id: null, key: 'X-1' as IssueKey, summary: null, level: 1 } });
  expect(groupIssues({ issues: [bare] }, 'epic')[0]?.label).toBe('(X-1) X-1');
});

test('order by label: numbers by value, the missing group last', () => {
  const groups = groupIssues(
    {
      issues: ['Sprint 10', 'Sprint 9', '', 'sprint 1'].map((name, i) =>
        issue({
          key: `P-${i}`,
          project: project('P'),
          sprints: name ? [sprint({ id: i + 1, name })] : [],
        }),
      ),
    },
    'sprint',
  );
  expect(groups.toSorted(compareLabels).map(group => group.label)).toEqual([
    'sprint 1',
    'Sprint 9',
    'Sprint 10',
    'Not in Sprint',
  ]);
});

test('authors of worklogs', () => {
  expect([authorKey(user('Ana')).label, authorKey(null).label]).toEqual(['Ana', 'Unknown author']);
});
