import type { RecordHistory, RecordIssue, StoreRecord } from '../../data/records.ts';

/** Numbers that repeat with their seed. */
export function randomFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  return {
    chance: (part: number) => next() < part,
    pick: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item,
  };
}

export const now = Date.parse('2026-06-01T12:00:00Z');
const stamp = (day: number) =>
  new Date(now - (200 - day) * 86_400_000).toISOString().replace('Z', '+0000');

export const users = Array.from({ length: 10 }, (_, n) => ({
  accountId: `u${n}`,
  displayName: `Person ${n}`,
}));
const groups: Record<string, readonly string[]> = {
  staff: ['u0', 'u1', 'u2', 'u3'],
  auditors: ['u3', 'u4'],
  partners: ['u5', 'u6'],
};

const OPEN = '1000';
const TEAM = '1001';
const PARTNER = '1002';
const OWN = '1003';
export const projects = [
  { id: OPEN, key: 'OPEN', name: 'Open' },
  { id: TEAM, key: 'TEAM', name: 'Team' },
  { id: PARTNER, key: 'PART', name: 'Partners' },
  { id: OWN, key: 'OWN', name: 'Own work', lead: { accountId: 'u7', displayName: 'Person 7' } },
];
const teamMembers: readonly string[] = ['u1', 'u2', 'u8'];
const levels = ['500', '501', '502'];

const browse = (...holders: Record<string, unknown>[]) =>
  holders.map((holder, at) => ({ id: at + 1, holder, permission: 'BROWSE_PROJECTS' }));
const member = (id: number, holder: Record<string, unknown>) => ({ id, holder });
const actor = (accountId: string) => ({
  type: 'atlassian-user-role-actor',
  actorUser: { accountId },
});

/** One project for each way to grant Browse Projects, and three security levels in two of them. */
const accessRecords: StoreRecord[] = [
  { kind: 'role', value: { id: '90', name: 'Members' } },
  {
    kind: 'permissionScheme',
    value: { id: '0', name: 'Default', permissions: browse({ type: 'applicationRole' }) },
  },
  {
    kind: 'permissionScheme',
    value: { id: '1', name: 'Role', permissions: browse({ type: 'projectRole', parameter: '90' }) },
  },
  {
    kind: 'permissionScheme',
    value: {
      id: '2',
      name: 'Group and reporter',
      permissions: browse({ type: 'group', parameter: 'partners' }, { type: 'reporter' }),
    },
  },
  {
    kind: 'permissionScheme',
    value: {
      id: '3',
      name: 'Fields',
      permissions: browse(
        { type: 'projectLead' },
        { type: 'assignee' },
        { type: 'userCustomField', parameter: 'customfield_10050' },
      ),
    },
  },
  {
    kind: 'securityScheme',
    value: {
      id: '50',
      name: 'Levels',
      levels: [
        { id: '500', name: 'Staff', members: [member(1, { type: 'group', parameter: 'staff' })] },
        {
          id: '501',
          name: 'Role or reporter',
          members: [
            member(2, { type: 'projectRole', parameter: '90' }),
            member(3, { type: 'reporter' }),
          ],
        },
        {
          id: '502',
          name: 'One person or a group of the issue',
          members: [
            member(4, { type: 'user', parameter: 'u4' }),
            member(5, { type: 'groupCustomField', parameter: 'customfield_10051' }),
          ],
        },
      ],
    },
  },
  ...projects.map(
    ({ id }, at): StoreRecord => ({
      kind: 'projectAccess',
      value: {
        id,
        permissionScheme: String(at),
        securityScheme: id === OPEN || id === TEAM ? '50' : null,
        roles: id === TEAM ? { '90': teamMembers.map(actor) } : { '90': [actor('u8')] },
      },
    }),
  ),
];

const inGroup = (user: string, group: unknown) => groups[String(group)]?.includes(user) ?? false;

const isInRole = (user: string, projectId: string | undefined) =>
  projectId === TEAM ? teamMembers.includes(user) : user === 'u8';

const visibilities = [
  undefined,
  { type: 'role', value: 'Members', identifier: 'Members' },
  { type: 'group', value: 'Auditors', identifier: 'auditors' },
  { type: 'group', value: 'deleted' },
];
type Entry = Record<string, unknown> & { visibility?: (typeof visibilities)[number] };

/** The issue with the comments and worklogs that the user may see. */
export function readable(user: string, issue: RecordIssue): RecordIssue {
  const { comment, worklog, project } = issue.fields as {
    comment: { comments: Entry[] };
    worklog: { worklogs: Entry[] };
    project: { id: string };
  };
  const seen = ({ visibility }: Entry) =>
    !visibility ||
    (visibility.type === 'role'
      ? isInRole(user, project.id)
      : inGroup(user, visibility.identifier));
  const fields = {
    ...issue.fields,
    ...listsOf(comment.comments.filter(seen), worklog.worklogs.filter(seen)),
  };
  return { ...issue, fields };
}

const listsOf = (comments: Entry[], worklogs: Entry[]) => ({
  comment: { comments, total: comments.length, maxResults: comments.length, startAt: 0 },
  worklog: { worklogs, total: worklogs.length },
});

/** Whether the schemes above let a user see an issue, in a form of its own. */
export function maySee(user: string, { fields }: RecordIssue): boolean {
  const { reporter, assignee, project, security } = fields as {
    [Field in string]?: { accountId?: string; id?: string } | null;
  };
  const inRole = isInRole(user, project?.id);
  const browses =
    project?.id === OPEN ||
    (project?.id === TEAM && inRole) ||
    (project?.id === PARTNER && (inGroup(user, 'partners') || reporter?.accountId === user)) ||
    (project?.id === OWN &&
      (user === 'u7' ||
        assignee?.accountId === user ||
        (fields.customfield_10050 as { accountId?: string } | null)?.accountId === user));
  if (!browses || !security) return browses;
  if (security.id === '500') return inGroup(user, 'staff');
  if (security.id === '501') return inRole || reporter?.accountId === user;
  return (
    user === 'u4' || inGroup(user, (fields.customfield_10051 as { name?: string } | null)?.name)
  );
}

/** Whether a user may see the project and what belongs to it. */
export const maySeeProject = (user: string, projectId: string): boolean =>
  projectId !== TEAM || teamMembers.includes(user);

const statuses = ['To Do', 'In Progress', 'Done'].map((name, at) => ({
  id: String(at + 1),
  name,
  statusCategory: { id: [2, 4, 3][at], key: ['new', 'indeterminate', 'done'][at], name },
}));
const types = [
  { id: '100', name: 'Epic', subtask: false, hierarchyLevel: 1 },
  { id: '101', name: 'Task', subtask: false, hierarchyLevel: 0 },
];
const blocks = { id: '60', name: 'Blocks', inward: 'is blocked by', outward: 'blocks' };
const custom = (id: string, name: string, schema: Record<string, unknown>): StoreRecord => ({
  kind: 'field',
  value: { id, name, custom: true, schema: { ...schema, customId: Number(id.slice(12)) } },
});

/** All records but issues, for a reader who sees only these projects. */
export function siteRecords(seen: (projectId: string) => boolean): StoreRecord[] {
  const shown = projects.filter(({ id }) => seen(id));
  return [
    { kind: 'site', value: { currentUser: 'u0', timeZone: 'UTC' } },
    ...users.map(
      (user): StoreRecord => ({
        kind: 'user',
        value: {
          ...user,
          groups: Object.keys(groups).filter(group => inGroup(user.accountId, group)),
        },
      }),
    ),
    ...statuses.map((value): StoreRecord => ({ kind: 'status', value })),
    ...types.map((value): StoreRecord => ({ kind: 'issueType', value })),
    custom('customfield_10050', 'Contact', { type: 'user' }),
    custom('customfield_10051', 'Helpers', { type: 'group' }),
    custom('customfield_10052', 'Topic', { type: 'option' }),
    ...shown.map((value): StoreRecord => ({ kind: 'project', value })),
    ...shown.map(
      ({ id, key }): StoreRecord => ({
        kind: 'version',
        value: { id: `7${id}`, name: `${key} 1.0`, projectId: Number(id) },
      }),
    ),
    ...shown.map(
      ({ id, key }): StoreRecord => ({
        kind: 'component',
        value: { id: `8${id}`, name: `${key} core`, projectId: Number(id) },
      }),
    ),
    ...shown.map(
      ({ id, key, name }): StoreRecord => ({
        kind: 'board',
        value: {
          id: Number(id),
          name: `${key} board`,
          type: 'scrum',
          location: { projectId: Number(id), projectKey: key, projectName: name },
          configuration: { filter: { id: `9${id}` } },
        },
      }),
    ),
    ...shown.map(
      ({ id, key }): StoreRecord => ({
        kind: 'sprint',
        value: {
          id: Number(id),
          name: `${key} sprint`,
          state: 'active',
          originBoardId: Number(id),
        },
      }),
    ),
    ...shown.map(
      ({ id, key }): StoreRecord => ({
        kind: 'filter',
        value: {
          id: `9${id}`,
          name: `${key} filter`,
          jql: `project = ${key}`,
          sharePermissions: [{ id: 1, type: 'project', project: { id, key } }],
        },
      }),
    ),
  ];
}

/** The whole site with its permissions. */
export const secretSite = (issues: readonly RecordIssue[]): StoreRecord[] => [
  ...siteRecords(() => true),
  ...accessRecords,
  ...issues.map((value): StoreRecord => ({ kind: 'issue', value })),
];

/** Issues with parents and links across projects; each has a label, a topic and a former status of its own. */
export function secretIssues(count: number, seed: number): RecordIssue[] {
  const { chance, pick } = randomFrom(seed);
  const numbers = new Map<string, number>();
  const issues: RecordIssue[] = [];
  for (let n = 0; n < count; n++) {
    const project = pick(projects);
    const number = (numbers.get(project.key) ?? 0) + 1;
    numbers.set(project.key, number);
    const secured = (project.id === OPEN || project.id === TEAM) && chance(0.5);
    const level = secured ? pick(levels) : null;
    const status = pick(statuses);
    const author = pick(users);
    const histories: RecordHistory[] = [
      {
        id: String(n + 1),
        author,
        created: stamp(n + 20),
        items: [
          {
            field: 'status',
            fieldtype: 'jira',
            fieldId: 'status',
            from: String(300 + n),
            fromString: `Former ${n}`,
            to: status.id,
            toString: status.name,
          },
        ],
      },
    ];
    const entries = () =>
      [undefined, visibilities[n % 4]].map((visibility, at) => {
        const text = `Note${n} ${at === 0 ? 'public' : 'restricted'}`;
        const times = { created: stamp(n + at), updated: stamp(n + at), started: stamp(n + at) };
        const id = String(n + 1 + at * count);
        const by = at === 0 ? author : users[n % 10];
        return {
          id,
          author: by,
          ...times,
          timeSpentSeconds: 60,
          body: text,
          comment: text,
          visibility,
        };
      });
    issues.push({
      id: String(10_000 + n),
      key: `${project.key}-${number}`,
      fields: {
        summary: `Word${n} common`,
        project: { id: project.id, key: project.key, name: project.name },
        issuetype: n < 6 ? types[0] : types[1],
        status,
        reporter: pick(users),
        assignee: chance(0.8) ? pick(users) : null,
        created: stamp(n),
        updated: stamp(n + 20),
        labels: [`label${n}`, pick(['red', 'green'])],
        security: level && { id: level, name: `Level ${level}` },
        fixVersions: [{ id: `7${project.id}`, name: `${project.key} 1.0` }],
        components: [{ id: `8${project.id}`, name: `${project.key} core` }],
        customfield_10050: chance(0.3) ? pick(users) : null,
        customfield_10051: chance(0.5) ? { name: pick(Object.keys(groups)) } : null,
        customfield_10052: { id: String(2000 + n), value: `Topic ${n}` },
        issuelinks: [] as unknown[],
        ...listsOf(entries(), entries()),
      },
      changelog: { histories },
    });
  }
  for (const issue of issues) {
    const reference = ({ id, key }: RecordIssue) => ({ id, key, fields: {} });
    const epic = pick(issues.slice(0, 6));
    if (chance(0.6) && epic !== issue) issue.fields.parent = reference(epic);
    const other = pick(issues);
    if (other === issue || !chance(0.6)) continue;
    const link = (type: object, end: string, to: RecordIssue) => ({ type, [end]: reference(to) });
    (issue.fields.issuelinks as unknown[]).push(link(blocks, 'outwardIssue', other));
    (other.fields.issuelinks as unknown[]).push(link(blocks, 'inwardIssue', issue));
    const [first] = issue.changelog?.histories ?? [];
    // By the same author at the same time: JQL may find issues by who changed them when.
    if (first) issue.changelog?.histories.push(linkHistory(first, count, other));
  }
  return issues;
}

const linkHistory = (like: RecordHistory, count: number, { key }: RecordIssue): RecordHistory => ({
  ...like,
  id: String(count + Number(like.id)),
  items: [
    {
      field: 'Link',
      fieldtype: 'jira',
      from: null,
      fromString: null,
      to: key,
      toString: `This issue blocks ${key}`,
    },
  ],
});

/** The issues as a site would hold them in which only these exist. */
export function onlyThese(issues: readonly RecordIssue[]): RecordIssue[] {
  const keys = new Set(issues.map(({ key }) => key));
  return issues.map(issue => {
    const { parent, issuelinks, ...fields } = issue.fields as Record<string, unknown> & {
      parent?: { key: string };
      issuelinks: { outwardIssue?: { key: string }; inwardIssue?: { key: string } }[];
    };
    const isHere = (end: { key: string } | undefined) => end !== undefined && keys.has(end.key);
    const links = issuelinks.filter(link => isHere(link.outwardIssue ?? link.inwardIssue));
    const histories = (issue.changelog?.histories ?? []).filter(({ items }) =>
      items.every(({ field, to }) => field !== 'Link' || keys.has(String(to))),
    );
    return {
      ...issue,
      changelog: { histories },
      fields: { ...fields, issuelinks: links, ...(isHere(parent) && { parent }) },
    };
  });
}
