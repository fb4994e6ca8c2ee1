/** A Jira of either kind with issues below each other, and what was asked of it. */
import { createJiraClient } from '@tallyboard/jira/client.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import type { HttpRequest } from '@tallyboard/jira/http.ts';
import type { StoreRecord } from '@tallyboard/replica/data/records.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { openInnerJira } from '@tallyboard/service-kit/columns/inner-jira.ts';

export const NOW = Date.parse('2026-04-01T12:00:00Z');
const CREATED = '2026-03-01T09:00:00.000+0000';

const TYPES = {
  Goal: { id: '6', name: 'Goal', subtask: false, hierarchyLevel: 4 },
  Theme: { id: '5', name: 'Theme', subtask: false, hierarchyLevel: 3 },
  Initiative: { id: '1', name: 'Initiative', subtask: false, hierarchyLevel: 2 },
  Epic: { id: '2', name: 'Epic', subtask: false, hierarchyLevel: 1 },
  Story: { id: '3', name: 'Story', subtask: false, hierarchyLevel: 0 },
  'Sub-task': { id: '4', name: 'Sub-task', subtask: true, hierarchyLevel: -1 },
} as const;
type TypeName = keyof typeof TYPES;
const TYPE_NAMES = ['Goal', 'Theme', 'Initiative', 'Epic', 'Story', 'Sub-task'] as const;

/** Data Center tells no levels. */
const typeOf = (name: TypeName, flavour: Flavour) =>
  flavour === 'cloud' ? TYPES[name] : { ...TYPES[name], hierarchyLevel: undefined };

const STATUSES = {
  'To Do': { id: '1', name: 'To Do', statusCategory: { id: 2, key: 'new', name: 'To Do' } },
  Done: { id: '3', name: 'Done', statusCategory: { id: 3, key: 'done', name: 'Done' } },
} as const;

const EPIC_LINK = 'customfield_10055';
const PARENT_LINK = 'customfield_10052';
const custom = (id: string, name: string, type: string): StoreRecord => ({
  kind: 'field',
  value: {
    id,
    key: id,
    name,
    custom: true,
    clauseNames: [name],
    schema: { type: 'any', custom: type },
  },
});

/** A board over the issues of a query, which estimates by a field. */
export const boardRecords = (
  id: number,
  name: string,
  jql: string,
  fieldId: string | null = null,
): StoreRecord[] => [
  {
    kind: 'filter',
    value: {
      id: String(900 + id),
      name: `Filter of ${name}`,
      jql,
      sharePermissions: [{ type: 'global' }],
    },
  },
  {
    kind: 'board',
    value: {
      id,
      name,
      type: 'kanban',
      configuration: {
        filter: { id: String(900 + id) },
        ...(fieldId !== null && { estimation: { type: 'field', field: { fieldId } } }),
      },
    },
  },
];

/** An issue and the key of its parent; `HID` is a project that readers may not browse. */
export interface Planted {
  readonly key: string;
  readonly type: TypeName;
  readonly parent?: string | undefined;
  readonly summary?: string;
  readonly done?: boolean;
  /** Was its parent before the present one. */
  readonly former?: string;
  readonly blocker?: string;
  /** Named by Epic Link besides the parent. */
  readonly epicLink?: string;
}

const BLOCKS = { id: '60', name: 'Blocks', inward: 'is blocked by', outward: 'blocks' };

/** By a text of lines such as 'ST-1 Story EP-1'. */
export const planted = (text: string): readonly Planted[] =>
  text
    .trim()
    .split('\n')
    .map(line => {
      const [key = '', type = '', parent] = line.trim().split(/\s+/);
      return { key, type: typeNamed(type), parent };
    });

function typeNamed(name: string): TypeName {
  const found = TYPE_NAMES.find(each => each === name);
  if (!found) throw new Error(`No type '${name}'.`);
  return found;
}

const projectOf = (key: string) => key.replace(/-\d+$/, '');

export function forestRecords(issues: readonly Planted[], flavour: Flavour): StoreRecord[] {
  const ids = new Map(issues.map(({ key }, at) => [key, String(at + 1)]));
  const byKey = new Map(issues.map(issue => [issue.key, issue]));
  const keys = [...new Set(issues.map(({ key }) => projectOf(key)))];
  const grants = (id: string, holder: object): StoreRecord => ({
    kind: 'permissionScheme',
    value: { id, name: id, permissions: [{ id: 1, permission: 'BROWSE_PROJECTS', holder }] },
  });
  return [
    { kind: 'site', value: { currentUser: 'admin', timeZone: 'UTC', title: 'Site' } },
    ...['admin', 'reader'].map((accountId): StoreRecord => {
      return { kind: 'user', value: { accountId, displayName: accountId, active: true } };
    }),
    { kind: 'group', value: { name: 'admins', members: ['admin'] } },
    grants('1', { type: 'applicationRole' }),
    grants('2', { type: 'group', parameter: 'admins' }),
    ...TYPE_NAMES.map((name): StoreRecord => {
      return { kind: 'issueType', value: typeOf(name, flavour) };
    }),
    ...Object.values(STATUSES).map((value): StoreRecord => ({ kind: 'status', value })),
    custom(EPIC_LINK, 'Epic Link', 'com.pyxis.greenhopper.jira:gh-epic-link'),
    custom(PARENT_LINK, 'Parent Link', 'com.atlassian.jpo:jpo-custom-field-parent'),
    ...keys.flatMap((key, at): StoreRecord[] => [
      { kind: 'project', value: { id: String(100 + at), key, name: key } },
      {
        kind: 'projectAccess',
        value: {
          id: String(100 + at),
          permissionScheme: key === 'HID' ? '2' : '1',
          securityScheme: null,
          roles: {},
        },
      },
    ]),
    ...issues.map((issue): StoreRecord => {
      const { key, type, summary = key, parent, done = false, former, blocker, epicLink } = issue;
      const fields = {
        summary,
        project: { id: String(100 + keys.indexOf(projectOf(key))), key: projectOf(key) },
        issuetype: typeOf(type, flavour),
        status: STATUSES[done ? 'Done' : 'To Do'],
        created: CREATED,
        updated: CREATED,
        ...(parent !== undefined && linkTo(issue, parent)),
        ...(epicLink !== undefined && { [EPIC_LINK]: epicLink }),
        ...(blocker !== undefined && { issuelinks: [linkFrom(blocker)] }),
      };
      const histories = former === undefined ? [] : [moveFrom(issue, former)];
      const changelog = { total: histories.length, histories };
      return { kind: 'issue', value: { id: ids.get(key) ?? '', key, fields, changelog } };
    }),
  ];

  function linkFrom(blocker: string) {
    const { type = 'Story', summary = blocker } = byKey.get(blocker) ?? {};
    const fields = { summary, issuetype: typeOf(type, flavour), status: STATUSES['To Do'] };
    return { id: '1', type: BLOCKS, inwardIssue: { id: ids.get(blocker), key: blocker, fields } };
  }

  function moveFrom({ key, parent = '' }: Planted, former: string) {
    return {
      id: `9${ids.get(key)}`,
      created: '2026-03-20T09:00:00.000+0000',
      items: [
        {
          field: 'IssueParentAssociation',
          fieldtype: 'jira',
          from: ids.get(former) ?? null,
          fromString: former,
          to: ids.get(parent) ?? null,
          toString: parent,
        },
      ],
    };
  }

  /** Data Center has an Epic Link below epics and a Parent Link above them. */
  function linkTo({ type }: Planted, parent: string) {
    const { summary = parent, type: above = 'Epic' } = byKey.get(parent) ?? {};
    if (flavour === 'data-center' && type !== 'Sub-task')
      return { [above === 'Epic' ? EPIC_LINK : PARENT_LINK]: parent };
    const fields = { summary, issuetype: typeOf(above, flavour), status: STATUSES['To Do'] };
    return { parent: { id: ids.get(parent), key: parent, fields } };
  }
}

/** A client of a Jira over a store, with the calls for issues and the keys of the issues in its replies. */
export function jiraOver(
  store: Store,
  flavour: Flavour,
  { reader = 'admin', ...own }: { readonly reader?: string; readonly isReplica?: boolean } = {},
) {
  const inner = openInnerJira({
    store,
    flavour,
    now: () => NOW,
    view: () => ({ store: store.as(reader), why: null }),
  });
  const calls: HttpRequest[] = [];
  const received: string[] = [];
  const request = async (asked: HttpRequest) => {
    const reply = await inner.request(asked);
    if (!/search|bulkfetch/.test(asked.path)) return reply;
    calls.push(asked);
    const list: unknown = Object(reply.value).issues;
    // A page of ids alone reads no issue.
    for (const each of Array.isArray(list) ? list : [])
      if (Object(each).fields?.summary !== undefined) received.push(String(Object(each).key));
    return reply;
  };
  return { client: createJiraClient({ flavour, request, ...own }), calls, received };
}

export async function openForest(
  issues: readonly Planted[],
  flavour: Flavour,
  options?: Parameters<typeof jiraOver>[2],
) {
  const store = await openStore({ memory: true });
  const { problems } = await store.ingest(forestRecords(issues, flavour));
  if (problems[0]) throw new Error(problems[0].message);
  return { ...jiraOver(store, flavour, options), store, close: () => store.close() };
}
