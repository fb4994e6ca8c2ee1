import type { StoreRecord } from '../../data/records.ts';
import { DAY } from '../clock.ts';
import { PRIORITIES, RESOLUTION, STATUS, type StatusDef, TYPE } from './catalog.ts';
import { FIELD, fieldDocuments } from './fields.ts';
import { type ProjectDef, versionDocument } from './organisation.ts';
import { groupsWithMembers, type Person } from './people.ts';

/** The zone in which the site writes its timestamps. */
export const SITE_ZONE = 'Europe/Berlin';

/** All records but issues. */
export function* siteRecords(
  people: readonly Person[],
  projects: readonly ProjectDef[],
  asOf: number,
): Generator<StoreRecord> {
  const me = people[0];
  yield {
    kind: 'site',
    value: {
      title: 'Lumen Freight',
      timeZone: SITE_ZONE,
      ...(me && { currentUser: me.accountId }),
      favouriteFilters: ['10200', '10202', '10203'],
      configuration: {
        timeTrackingConfiguration: {
          workingHoursPerDay: 8,
          workingDaysPerWeek: 5,
          timeFormat: 'pretty',
          defaultUnit: 'hour',
        },
      },
    },
  };
  for (const value of fieldDocuments()) yield { kind: 'field', value };
  for (const { id, name, document } of Object.values(STATUS) as StatusDef[])
    yield { kind: 'status', value: { ...document, id, name } };
  for (const { id, name, document } of Object.values(TYPE))
    yield { kind: 'issueType', value: { ...document, id, name } };
  for (const value of PRIORITIES) yield { kind: 'priority', value };
  for (const value of Object.values(RESOLUTION)) yield { kind: 'resolution', value };
  yield* peopleRecords(people);
  for (const project of projects) yield* projectRecords(project, asOf);
  if (me) yield* filterRecords(projects, me);
}

function* peopleRecords(people: readonly Person[]): Generator<StoreRecord> {
  for (const person of people) {
    yield {
      kind: 'user',
      value: {
        accountId: person.accountId,
        accountType: 'atlassian',
        displayName: person.displayName,
        emailAddress: person.emailAddress,
        active: person.leftDaysAgo === null,
        timeZone: person.clock.zone,
        groups: [...person.groups],
      },
    };
  }
  let n = 0;
  for (const [name, members] of groupsWithMembers(people)) {
    n += 1;
    const groupId = `5d8e2f10-0000-4000-8000-${String(n).padStart(12, '0')}`;
    yield { kind: 'group', value: { name, groupId, members } };
  }
}

function* projectRecords(project: ProjectDef, asOf: number): Generator<StoreRecord> {
  const { id, key, name, lead } = project;
  const managed = project.kind === 'team-managed';
  const types =
    project.kind === 'desk'
      ? [TYPE.request, TYPE.incident, TYPE.problem, TYPE.subtask]
      : managed
        ? [TYPE.siteEpic, TYPE.siteTask, TYPE.siteBug, TYPE.siteSubtask]
        : [TYPE.epic, TYPE.story, TYPE.task, TYPE.bug, TYPE.subtask];
  yield {
    kind: 'project',
    value: {
      id,
      key,
      name,
      description: '',
      projectTypeKey: project.kind === 'desk' ? 'service_desk' : 'software',
      simplified: managed,
      style: managed ? 'next-gen' : 'classic',
      isPrivate: false,
      lead: lead.ref,
      issueTypes: types.map(type => type.document),
    },
  };
  for (const component of project.components)
    yield { kind: 'component', value: { ...component, projectId: Number(id) } };
  const asOfDay = Math.floor(asOf / DAY);
  for (const version of project.versions)
    yield { kind: 'version', value: versionDocument(version, id, asOfDay) };
  if (project.boardId !== null) yield* boardRecords(project, project.boardId);
  for (const sprint of project.sprints)
    yield { kind: 'sprint', value: { ...sprint.document, id: sprint.id, state: sprint.state } };
}

const COLUMNS: Readonly<Record<string, readonly (readonly [string, readonly StatusDef[]])[]>> = {
  scrum: [
    ['To Do', [STATUS.toDo]],
    ['In Progress', [STATUS.inProgress]],
    ['Review', [STATUS.inReview]],
    ['Testing', [STATUS.inTesting]],
    ['Done', [STATUS.done]],
  ],
  kanban: [
    ['Backlog', [STATUS.backlog]],
    ['Next', [STATUS.selected]],
    ['In Progress', [STATUS.inProgress]],
    ['Review', [STATUS.inReview]],
    ['Done', [STATUS.done]],
  ],
  'team-managed': [
    ['To Do', [STATUS.siteToDo]],
    ['In Progress', [STATUS.siteDoing, STATUS.siteReady]],
    ['Done', [STATUS.siteDone]],
  ],
};

function* boardRecords(project: ProjectDef, boardId: number): Generator<StoreRecord> {
  const { id, key, name } = project;
  const type = project.kind === 'team-managed' ? 'simple' : project.kind;
  const filterId = String(10100 + boardId);
  const jql = `project = ${key} ORDER BY Rank ASC`;
  const owner = project.lead.ref;
  yield {
    kind: 'filter',
    value: { id: filterId, name: `Filter for ${key} board`, jql, owner, favourite: false },
  };
  const managed = project.kind === 'team-managed';
  const estimation = managed
    ? { fieldId: FIELD.storyPointEstimate, displayName: 'Story point estimate' }
    : { fieldId: FIELD.storyPoints, displayName: 'Story Points' };
  const columns = COLUMNS[project.kind] ?? [];
  const boardName = `${key} board`;
  yield {
    kind: 'board',
    value: {
      id: boardId,
      name: boardName,
      type,
      isPrivate: false,
      location: {
        projectId: Number(id),
        projectKey: key,
        projectName: name,
        displayName: `${name} (${key})`,
        name: `${name} (${key})`,
        projectTypeKey: 'software',
      },
      configuration: {
        id: boardId,
        name: boardName,
        type,
        location: { type: 'project', key, id, name },
        filter: { id: filterId },
        ...(type === 'kanban' && {
          subQuery: { query: 'fixVersion in unreleasedVersions() OR fixVersion is EMPTY' },
        }),
        columnConfig: {
          columns: columns.map(([column, statuses]) => ({
            name: column,
            statuses: statuses.map(status => ({ id: status.id })),
            ...(type === 'kanban' && column === 'In Progress' && { max: 12 }),
          })),
          constraintType: type === 'kanban' ? 'issueCount' : 'none',
        },
        ...(type !== 'kanban' && { estimation: { type: 'field', field: estimation } }),
        ranking: { rankCustomFieldId: 10019 },
      },
    },
  };
}

/** Name, query, favourite, number of favourites. */
const FILTERS: readonly (readonly [string, string, boolean, number])[] = [
  [
    'My open issues',
    'assignee = currentUser() AND resolution = Unresolved ORDER BY priority DESC',
    true,
    14,
  ],
  ['Reported by me', 'reporter = currentUser() ORDER BY created DESC', false, 3],
  ['Running sprints', 'sprint in openSprints() ORDER BY Rank ASC', true, 9],
  [
    'Open incidents',
    'project = HELP AND issuetype = Incident AND resolution = Unresolved',
    true,
    6,
  ],
  ['Bugs of the portal', 'project = WEB AND issuetype = Bug ORDER BY created DESC', false, 2],
  ['Done this month', 'resolved >= startOfMonth() ORDER BY resolved DESC', false, 4],
  ['Overdue', 'due < startOfDay() AND resolution = Unresolved ORDER BY due ASC', false, 5],
  ['All software work', 'project in (WEB, APP, PLAT) ORDER BY key ASC', false, 1],
];

function* filterRecords(projects: readonly ProjectDef[], me: Person): Generator<StoreRecord> {
  let id = 10200;
  for (const [name, jql, favourite, favouritedCount] of FILTERS) {
    const owner = favourite ? me.ref : (projects[id % projects.length]?.lead.ref ?? me.ref);
    const sharePermissions = [{ id: id + 500, type: 'loggedin' }];
    const value = {
      id: String(id),
      name,
      description: '',
      jql,
      owner,
      favourite,
      favouritedCount,
      sharePermissions,
    };
    yield { kind: 'filter', value };
    id += 1;
  }
}
