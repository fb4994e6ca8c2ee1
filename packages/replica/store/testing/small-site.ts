import type { RecordHistoryItem, RecordUser, StoreRecord } from '../../data/records.ts';

/**
 * A hand-made site for tests. Now is Wednesday 2026-03-11 12:00 in Prague (UTC+1).
 *
 * ```
 * key    type      status       prio  assignee  created (Prague)   what happened
 * APP-1  Epic      In Progress  High  ana       01-05 09:00        To Do > In Progress (ben, 01-12)
 * APP-2  Story     Done         High  ana       02-02 10:00        epic APP-1; 5pt; sprints 1; To Do > In Progress (ana 02-03) > Done (ana 02-10); fix 1.0
 * APP-3  Bug       To Do        Low   -         02-15 23:30        3pt; sprints 1, 2; ben > nobody (02-20); was In Progress 02-18..02-20
 * APP-4  Sub-task  To Do        Med   ben       03-09 08:00        of APP-2; sprint 2
 * APP-5  Story     Done         -     ben       03-10 09:00        epic APP-1; Reopened once: Done 03-10 15:00, To Do 03-10 16:00, Done 03-11 09:00; sprint 3
 * OPS-1  Task      Waiting      High  cid       03-11 11:30        blocks APP-3; SLA running; fix 2.0
 * OPS-2  Bug       Done         Low   cid       2025-12-31 23:30   resolved Won't Do 2026-01-02
 * ```
 */
export const now = Date.parse('2026-03-11T11:00:00Z');
export const zone = 'Europe/Prague';

const user = (
  accountId: string,
  displayName: string,
  more: Partial<RecordUser> = {},
): RecordUser => ({
  accountId,
  displayName,
  emailAddress: `${accountId.replace('acc:', '')}@example.com`,
  active: true,
  ...more,
});

export const ana = user('acc:ana', 'Ana Roy', { groups: ['devs'] });
export const ben = user('acc:ben', 'Ben Oak', { groups: ['devs', 'leads'] });
const cid = user('acc:cid', 'Cid Lake', { active: false });

const category = (id: number, key: string, name: string) => ({ id, key, name, colorName: 'green' });
const toDo = { id: '1', name: 'To Do', statusCategory: category(2, 'new', 'To Do') };
const inProgress = {
  id: '3',
  name: 'In Progress',
  statusCategory: category(4, 'indeterminate', 'In Progress'),
};
const waiting = {
  id: '4',
  name: 'Waiting',
  statusCategory: category(4, 'indeterminate', 'In Progress'),
};
const done = { id: '10', name: 'Done', statusCategory: category(3, 'done', 'Done') };

const high = { id: '2', name: 'High' };
const medium = { id: '3', name: 'Medium' };
const low = { id: '4', name: 'Low' };

const epic = { id: '100', name: 'Epic', subtask: false, hierarchyLevel: 1 };
const story = { id: '101', name: 'Story', subtask: false, hierarchyLevel: 0 };
const bug = { id: '102', name: 'Bug', subtask: false, hierarchyLevel: 0 };
const task = { id: '103', name: 'Task', subtask: false, hierarchyLevel: 0 };
const subtask = { id: '104', name: 'Sub-task', subtask: true, hierarchyLevel: -1 };

const fixed = { id: '20', name: 'Fixed' };
const wontDo = { id: '21', name: "Won't Do" };

const app = {
  id: '1000',
  key: 'APP',
  name: 'Application',
  projectTypeKey: 'software',
  projectCategory: { id: '7', name: 'Products' },
};
const ops = { id: '1001', key: 'OPS', name: 'Operations', projectTypeKey: 'service_desk' };

const v09 = {
  id: '300',
  name: '0.9',
  released: true,
  archived: false,
  projectId: 1000,
  releaseDate: '2026-01-15',
};
const v10 = {
  id: '301',
  name: '1.0',
  released: true,
  archived: false,
  projectId: 1000,
  releaseDate: '2026-02-28',
};
const v11 = { id: '302', name: '1.1', released: false, archived: false, projectId: 1000 };
const v20 = { id: '303', name: '2.0', released: false, archived: false, projectId: 1001 };
const v00 = { id: '304', name: '0.0', released: true, archived: true, projectId: 1000 };

const web = { id: '400', name: 'Web', projectId: 1000, lead: ana };
const server = { id: '401', name: 'Server', projectId: 1000, lead: ben };

const sprint = (id: number, state: string, startDate: string, endDate: string) => ({
  id,
  name: `Sprint ${id}`,
  state,
  originBoardId: 5,
  startDate,
  endDate,
});
const sprint1 = {
  ...sprint(1, 'closed', '2026-02-02T08:00:00.000Z', '2026-02-16T08:00:00.000Z'),
  completeDate: '2026-02-16T09:00:00.000Z',
};
const sprint2 = sprint(2, 'active', '2026-03-02T08:00:00.000Z', '2026-03-16T08:00:00.000Z');
const sprint3 = { id: 3, name: 'Sprint 3', state: 'future', originBoardId: 5 };

const custom = (number: number, name: string, type: string, kind: string, items?: string) => ({
  kind: 'field' as const,
  value: {
    id: `customfield_${number}`,
    key: `customfield_${number}`,
    name,
    custom: true,
    clauseNames: [`cf[${number}]`, name],
    schema: {
      type,
      ...(items ? { items } : {}),
      custom: kind.includes(':')
        ? kind
        : `com.atlassian.jira.plugin.system.customfieldtypes:${kind}`,
      customId: number,
    },
  },
});

export const fields = {
  sprint: 'customfield_10020',
  points: 'customfield_10030',
  estimate: 'customfield_10016',
  flagged: 'customfield_10021',
  team: 'customfield_10040',
  target: 'customfield_10050',
  seen: 'customfield_10051',
  reviewer: 'customfield_10052',
  notes: 'customfield_10053',
  region: 'customfield_10054',
  sla: 'customfield_10060',
  rank: 'customfield_10019',
};

const setup: StoreRecord[] = [
  {
    kind: 'site',
    value: {
      currentUser: ana.accountId,
      title: 'Small site',
      configuration: {
        timeTrackingConfiguration: { workingHoursPerDay: 8, workingDaysPerWeek: 5 },
      },
    },
  },
  ...[ana, ben, cid].map(value => ({ kind: 'user' as const, value })),
  { kind: 'group', value: { name: 'devs', members: [] } },
  { kind: 'group', value: { name: 'leads', members: [String(ben.accountId)] } },
  ...[toDo, inProgress, waiting, done].map(value => ({ kind: 'status' as const, value })),
  ...[high, medium, low].map(value => ({ kind: 'priority' as const, value })),
  ...[fixed, wontDo].map(value => ({ kind: 'resolution' as const, value })),
  ...[epic, story, bug, task, subtask].map(value => ({ kind: 'issueType' as const, value })),
  { kind: 'project', value: { ...app, lead: ana } },
  { kind: 'project', value: { ...ops, lead: ben } },
  ...[v00, v09, v10, v11, v20].map(value => ({ kind: 'version' as const, value })),
  ...[web, server].map(value => ({ kind: 'component' as const, value })),
  {
    kind: 'filter',
    value: { id: '500', name: 'App bugs', jql: 'project = APP AND type = Bug ORDER BY key' },
  },
  { kind: 'filter', value: { id: '501', name: 'Loop', jql: 'filter = Loop OR type = Bug' } },
  {
    kind: 'filter',
    value: { id: '502', name: 'Nested', jql: 'filter = "App bugs" OR key = OPS-1' },
  },
  {
    kind: 'board',
    value: {
      id: 5,
      name: 'APP board',
      type: 'scrum',
      location: { projectId: 1000, projectKey: 'APP' },
      configuration: { filter: { id: '500' }, subQuery: { query: 'fixVersion is EMPTY' } },
    },
  },
  ...[sprint1, sprint2, sprint3].map(value => ({ kind: 'sprint' as const, value })),
  custom(10020, 'Sprint', 'array', 'com.pyxis.greenhopper.jira:gh-sprint', 'json'),
  custom(10030, 'Story Points', 'number', 'float'),
  custom(10016, 'Story point estimate', 'number', 'com.pyxis.greenhopper.jira:jsw-story-points'),
  custom(10021, 'Flagged', 'array', 'multicheckboxes', 'option'),
  custom(10040, 'Team', 'team', 'atlassian-team'),
  custom(10050, 'Target date', 'date', 'datepicker'),
  custom(10051, 'Seen at', 'datetime', 'datetime'),
  custom(10052, 'Reviewer', 'user', 'userpicker'),
  custom(10053, 'Notes', 'string', 'textarea'),
  custom(10054, 'Region', 'option-with-child', 'cascadingselect'),
  custom(
    10060,
    'Time to resolution',
    'sd-servicelevelagreement',
    'com.atlassian.servicedesk:sd-sla-field',
  ),
  custom(10019, 'Rank', 'any', 'com.pyxis.greenhopper.jira:gh-lexo-rank'),
];

let historyId = 0;
function entry(author: RecordUser, created: string, ...items: RecordHistoryItem[]) {
  historyId += 1;
  return { id: String(historyId), author, created, items };
}

function moved(
  from: { id: string; name: string },
  to: { id: string; name: string },
): RecordHistoryItem {
  return {
    field: 'status',
    fieldtype: 'jira',
    fieldId: 'status',
    from: from.id,
    fromString: from.name,
    to: to.id,
    toString: to.name,
  };
}

const resolvedAs = (
  resolution: { id: string; name: string } | null,
  before: { id: string; name: string } | null = null,
): RecordHistoryItem => ({
  field: 'resolution',
  fieldtype: 'jira',
  fieldId: 'resolution',
  from: before?.id ?? null,
  fromString: before?.name ?? null,
  to: resolution?.id ?? null,
  toString: resolution?.name ?? null,
});

const paragraph = (text: string) => ({
  type: 'doc',
  version: 1,
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

function issue(
  id: number,
  key: string,
  fields: Record<string, unknown>,
  histories: ReturnType<typeof entry>[] = [],
  more = {},
): StoreRecord {
  const common = {
    project: key.startsWith('APP') ? app : ops,
    labels: [],
    components: [],
    fixVersions: [],
    versions: [],
    issuelinks: [],
  };
  return {
    kind: 'issue',
    value: {
      id: String(id),
      key,
      fields: { ...common, ...fields },
      changelog: { histories },
      ...more,
    },
  };
}

const blocks = { id: '600', name: 'Blocks', inward: 'is blocked by', outward: 'blocks' };
const link = (direction: 'inwardIssue' | 'outwardIssue', id: string, key: string) => ({
  id: '1',
  type: blocks,
  [direction]: { id, key, fields: {} },
});

/** All records, entities first. */
export function smallSite(): StoreRecord[] {
  historyId = 0;
  return [
    ...setup,
    issue(
      1,
      'APP-1',
      {
        summary: 'Payments for everyone',
        description: paragraph('Customers are paying by card and by invoice.'),
        issuetype: epic,
        status: inProgress,
        priority: high,
        assignee: ana,
        reporter: ben,
        creator: ben,
        created: '2026-01-05T09:00:00.000+0100',
        updated: '2026-03-01T10:00:00.000+0100',
        labels: ['money', 'Roadmap'],
        votes: { votes: 2 },
        [fields.rank]: '0|h00003:',
      },
      [entry(ben, '2026-01-12T10:00:00.000+0100', moved(toDo, inProgress))],
      { watchers: ['acc:ana', 'acc:ben'], voters: ['acc:ben', 'acc:cid'] },
    ),
    issue(
      2,
      'APP-2',
      {
        summary: 'Card form',
        description: paragraph('The card number fails to validate'),
        issuetype: story,
        status: done,
        priority: high,
        resolution: fixed,
        assignee: ana,
        reporter: ana,
        creator: ana,
        created: '2026-02-02T10:00:00.000+0100',
        updated: '2026-02-10T17:00:00.000+0100',
        resolutiondate: '2026-02-10T17:00:00.000+0100',
        duedate: '2026-02-12',
        parent: { id: '1', key: 'APP-1' },
        fixVersions: [v10],
        versions: [v09],
        components: [web],
        labels: ['money'],
        timeoriginalestimate: 28_800,
        timespent: 36_000,
        timeestimate: 0,
        workratio: 125,
        [fields.points]: 5,
        [fields.sprint]: [sprint1],
        [fields.team]: { id: 'team-1', name: 'Blue' },
        [fields.target]: '2026-02-11',
        [fields.seen]: '2026-02-11T08:30:00.000+0100',
        [fields.reviewer]: ben,
        [fields.notes]: 'Reviewed twice, shipped',
        [fields.region]: { id: '71', value: 'Europe', child: { id: '72', value: 'Prague' } },
        [fields.rank]: '0|h00001:',
        comment: {
          comments: [
            { id: '800', body: paragraph('Deployed to staging'), author: ana },
            { id: '801', body: paragraph('Looks fine'), author: ben },
          ],
        },
        worklog: {
          worklogs: [
            {
              id: '900',
              author: ana,
              started: '2026-02-03T09:00:00.000+0100',
              updated: '2026-02-03T12:00:00.000+0100',
              timeSpentSeconds: 7200,
              comment: paragraph('Pairing on the form'),
            },
            {
              id: '901',
              author: ben,
              started: '2026-02-05T23:30:00.000+0100',
              updated: '2026-02-06T09:00:00.000+0100',
              timeSpentSeconds: 28_800,
              comment: paragraph('Review'),
            },
          ],
        },
        attachment: [{ id: '1' }],
      },
      [
        entry(ana, '2026-02-03T09:00:00.000+0100', moved(toDo, inProgress)),
        entry(ana, '2026-02-10T17:00:00.000+0100', moved(inProgress, done), resolvedAs(fixed), {
          field: 'Fix Version',
          fieldtype: 'jira',
          fieldId: 'fixVersions',
          from: null,
          fromString: null,
          to: '301',
          toString: '1.0',
        }),
      ],
    ),
    issue(
      3,
      'APP-3',
      {
        summary: 'Invoice shows a wrong total',
        issuetype: bug,
        status: toDo,
        priority: low,
        assignee: null,
        reporter: ben,
        creator: ben,
        created: '2026-02-15T23:30:00.000+0100',
        updated: '2026-02-20T09:00:00.000+0100',
        duedate: '2026-03-11',
        components: [web, server],
        issuelinks: [link('inwardIssue', '6', 'OPS-1')],
        [fields.points]: 3,
        [fields.sprint]: [sprint1, sprint2],
        [fields.flagged]: [{ id: '10019', value: 'Impediment' }],
        [fields.team]: { id: 'team-2', name: 'Red' },
        [fields.rank]: '0|h00002:',
      },
      [
        entry(ben, '2026-02-18T09:00:00.000+0100', moved(toDo, inProgress)),
        entry(ana, '2026-02-20T09:00:00.000+0100', moved(inProgress, toDo), {
          field: 'assignee',
          fieldtype: 'jira',
          fieldId: 'assignee',
          from: 'acc:ben',
          fromString: 'Ben Oak',
          to: null,
          toString: null,
        }),
      ],
    ),
    issue(4, 'APP-4', {
      summary: 'Write the tests',
      issuetype: subtask,
      status: toDo,
      priority: medium,
      assignee: ben,
      reporter: ana,
      creator: ana,
      created: '2026-03-09T08:00:00.000+0100',
      updated: '2026-03-09T08:00:00.000+0100',
      parent: { id: '2', key: 'APP-2' },
      timeoriginalestimate: 3600,
      [fields.sprint]: [sprint2],
      [fields.estimate]: 2,
      [fields.rank]: '0|h00004:',
    }),
    issue(
      5,
      'APP-5',
      {
        summary: 'Refunds',
        description: 'Money goes back',
        environment: 'Firefox on Linux',
        issuetype: story,
        status: done,
        priority: null,
        resolution: fixed,
        assignee: ben,
        reporter: cid,
        creator: cid,
        created: '2026-03-10T09:00:00.000+0100',
        updated: '2026-03-11T09:00:00.000+0100',
        resolutiondate: '2026-03-11T09:00:00.000+0100',
        parent: { id: '1', key: 'APP-1' },
        fixVersions: [v11],
        [fields.points]: 8,
        [fields.sprint]: [sprint3],
        [fields.rank]: '0|h00005:',
      },
      [
        entry(ben, '2026-03-10T15:00:00.000+0100', moved(toDo, done), resolvedAs(fixed)),
        entry(
          cid,
          '2026-03-10T16:00:00.000+0100',
          moved(done, { id: '1', name: 'Open' }),
          resolvedAs(null, fixed),
        ),
        entry(
          ben,
          '2026-03-11T09:00:00.000+0100',
          moved({ id: '1', name: 'Open' }, done),
          resolvedAs(fixed),
        ),
      ],
    ),
    issue(6, 'OPS-1', {
      summary: 'Mail server is slow',
      description: 'Mails are delayed by hours',
      issuetype: task,
      status: waiting,
      priority: high,
      assignee: cid,
      reporter: cid,
      creator: cid,
      created: '2026-03-11T11:30:00.000+0100',
      updated: '2026-03-11T11:30:00.000+0100',
      duedate: '2026-03-13',
      fixVersions: [v20],
      issuelinks: [link('outwardIssue', '3', 'APP-3')],
      security: { id: '5', name: 'Staff' },
      [fields.sla]: {
        id: '1',
        completedCycles: [],
        ongoingCycle: {
          breachTime: { epochMillis: now + 3 * 3_600_000 },
          breached: false,
          paused: false,
          withinCalendarHours: true,
          elapsedTime: { millis: 1_800_000 },
          remainingTime: { millis: 3 * 3_600_000 },
        },
      },
      [fields.rank]: '0|h00006:',
    }),
    issue(
      7,
      'OPS-2',
      {
        summary: 'Old printer',
        issuetype: bug,
        status: done,
        priority: low,
        resolution: wontDo,
        assignee: cid,
        reporter: ana,
        creator: ana,
        created: '2025-12-31T23:30:00.000+0100',
        updated: '2026-01-02T09:00:00.000+0100',
        resolutiondate: '2026-01-02T09:00:00.000+0100',
        [fields.sla]: {
          id: '1',
          completedCycles: [
            {
              breached: true,
              elapsedTime: { millis: 7_200_000 },
              remainingTime: { millis: -60_000 },
            },
          ],
        },
        [fields.rank]: '0|h00007:',
      },
      [
        entry(ana, '2026-01-02T09:00:00.000+0100', moved(toDo, done), resolvedAs(wontDo), {
          field: 'priority',
          fieldtype: 'jira',
          fieldId: 'priority',
          from: '9',
          fromString: 'Blocker',
          to: '4',
          toString: 'Low',
        }),
      ],
    ),
  ];
}
