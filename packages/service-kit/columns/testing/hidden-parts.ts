import type { StoreRecord } from '@tallyboard/replica/data/records.ts';

/** Kinds of what a project has of its own. */
export const HIDDEN_PARTS = ['a status', 'a field', 'the Sprint field'] as const;
type HiddenPart = (typeof HIDDEN_PARTS)[number];

/** What only those may see who see the hidden project. */
export const hiddenPart = 'of the hidden project';

const OPEN = { id: '1', key: 'OPEN', name: 'Open' };
const HIDDEN = { id: '2', key: 'HID', name: 'Hidden' };
const SPRINT_FIELD = 'customfield_10020';
const OWN_FIELD = 'customfield_10045';

/** As of a team-managed project. */
const limited = { scope: { type: 'PROJECT', project: { id: HIDDEN.id } } };
const type = { id: '100', name: 'Task', subtask: false, hierarchyLevel: 0 };
const toDo = { id: '1', name: 'To Do', statusCategory: { id: 2, key: 'new', name: 'To Do' } };
const link = { id: '60', name: 'Blocks', inward: 'is blocked by', outward: 'blocks' };

/**
 * Two projects: 'member' sees both, 'guest' the open one. Its issue OPEN-1 was moved from the hidden one and has what
 * belongs to it, OPEN-2 links to OPEN-1, and OPEN-3 has nothing of that.
 */
export function siteOfTwoProjects(part: HiddenPart): readonly StoreRecord[] {
  const status = part === 'a status' ? { id: '7', name: 'Waiting' } : toDo;
  const sprint = { id: 5, name: `Sprint ${hiddenPart}`, state: 'active', originBoardId: 9 };
  const values = {
    status,
    ...(part === 'the Sprint field' && { [SPRINT_FIELD]: [sprint] }),
    ...(part === 'a field' && { [OWN_FIELD]: `Value ${hiddenPart}` }),
  };
  const to = { id: '11', key: 'OPEN-1', fields: { summary: 'Issue', status, issuetype: type } };
  const field = (id: string, name: string, schema: object, isLimited: boolean): StoreRecord => ({
    kind: 'field',
    value: { id, name, custom: true, schema, ...(isLimited && limited) },
  });
  const custom = 'com.pyxis.greenhopper.jira:gh-sprint';
  return [
    { kind: 'site', value: { currentUser: 'guest', timeZone: 'UTC' } },
    ...['guest', 'member'].map(
      (accountId): StoreRecord => ({
        kind: 'user',
        value: {
          accountId,
          displayName: accountId,
          groups: accountId === 'member' ? ['members'] : [],
        },
      }),
    ),
    ...[OPEN, HIDDEN].map((value): StoreRecord => ({ kind: 'project', value })),
    scheme(OPEN.id, { type: 'applicationRole' }),
    scheme(HIDDEN.id, { type: 'group', parameter: 'members' }),
    ...[OPEN, HIDDEN].map(
      ({ id }): StoreRecord => ({
        kind: 'projectAccess',
        value: { id, permissionScheme: id, securityScheme: null, roles: {} },
      }),
    ),
    { kind: 'status', value: toDo },
    // Issues may lack the category of their status, and have an old name of it.
    {
      kind: 'status',
      value: {
        id: '7',
        name: `Status ${hiddenPart}`,
        statusCategory: { id: 3, key: 'done', name: 'Done' },
        ...limited,
      },
    },
    {
      kind: 'board',
      value: {
        id: 9,
        name: 'Board',
        type: 'scrum',
        location: { projectId: Number(OPEN.id), projectKey: OPEN.key },
      },
    },
    { kind: 'sprint', value: sprint },
    field(SPRINT_FIELD, 'Sprint', { type: 'array', custom }, part === 'the Sprint field'),
    field(OWN_FIELD, 'Note', { type: 'string' }, part === 'a field'),
    issue('11', 'OPEN-1', OPEN, values),
    issue('12', 'OPEN-2', OPEN, {
      status: toDo,
      issuelinks: [{ id: '1', type: link, outwardIssue: to }],
    }),
    issue('13', 'OPEN-3', OPEN, { status: toDo }),
    issue('21', 'HID-1', HIDDEN, { status: toDo }),
  ];
}

function changed(
  field: string,
  fromString: string,
  name: string,
  from: string | null = null,
  to: string | null = null,
  fieldId = field.toLowerCase(),
) {
  return { field, fieldtype: 'jira', fieldId, from, fromString, to, toString: name };
}

const scheme = (id: string, holder: object): StoreRecord => ({
  kind: 'permissionScheme',
  value: { id, name: id, permissions: [{ id: 1, holder, permission: 'BROWSE_PROJECTS' }] },
});

/** Jira shows the history of an issue to all who see the issue. */
const move = {
  id: '900',
  author: { accountId: 'member', displayName: 'member' },
  created: '2026-03-03T09:00:00.000+0000',
  items: [
    changed('project', 'Hidden', 'Open', HIDDEN.id, OPEN.id),
    changed('Key', 'HID-7', 'OPEN-1'),
    changed('status', 'Waiting', 'To Do', '7', toDo.id),
    changed('Sprint', 'Former sprint', '', '5', '', SPRINT_FIELD),
    changed('Note', 'Former note', '', null, null, OWN_FIELD),
  ],
};

const issue = (id: string, key: string, project: object, fields: object): StoreRecord => ({
  kind: 'issue',
  value: {
    id,
    key,
    fields: {
      summary: key,
      project,
      issuetype: type,
      created: '2026-03-02T09:00:00.000+0000',
      updated: '2026-03-02T09:00:00.000+0000',
      ...fields,
    },
    changelog: key === 'OPEN-1' ? { total: 1, histories: [move] } : { total: 0, histories: [] },
  },
});
