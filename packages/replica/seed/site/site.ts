import type { StoreRecord } from '../../data/records.ts';
import { SITE_ZONE } from '../clock.ts';
import { accessRecords } from './access.ts';
import { PRIORITIES, RESOLUTION, STATUS, TYPE } from './catalog.ts';
import { FIELD, fieldDocuments } from './fields.ts';
import { OUTLINES, type ProjectDef, versionDocument } from './organisation.ts';
import type { Person } from './people.ts';
import source from './projects.json' with { type: 'json' };

/** All records but issues. */
export function* siteRecords(
  people: readonly Person[],
  projects: readonly ProjectDef[],
  asOf: number,
): Generator<StoreRecord> {
  const me = people[0];
  const { title, ...settings } = source.site;
  const currentUser = me && { currentUser: me.accountId };
  yield { kind: 'site', value: { title, timeZone: SITE_ZONE, ...currentUser, ...settings } };
  for (const value of fieldDocuments()) yield { kind: 'field', value };
  for (const { id, name, document } of Object.values(STATUS))
    yield { kind: 'status', value: { ...document, id, name } };
  for (const { id, name, document } of Object.values(TYPE))
    yield { kind: 'issueType', value: { ...document, id, name } };
  for (const value of PRIORITIES) yield { kind: 'priority', value };
  for (const value of Object.values(RESOLUTION)) yield { kind: 'resolution', value };
  yield* peopleRecords(people);
  yield* accessRecords(projects);
  for (const project of projects) yield* projectRecords(project, asOf);
  if (me) yield* filterRecords(projects, me);
}

function* peopleRecords(people: readonly Person[]): Generator<StoreRecord> {
  for (const { ref, emailAddress, groups } of people)
    yield { kind: 'user', value: { ...ref, emailAddress, groups } };
  const names = new Set(people.flatMap(({ groups }) => groups));
  for (const [at, name] of [...names].entries()) {
    const groupId = `5d8e2f10-0000-4000-8000-${String(at + 1).padStart(12, '0')}`;
    const members = people.flatMap(({ accountId, groups }) =>
      groups.includes(name) ? accountId : [],
    );
    yield { kind: 'group', value: { name, groupId, members } };
  }
}

function* projectRecords(project: ProjectDef, asOf: number): Generator<StoreRecord> {
  const { id, key, name, lead } = project;
  const managed = project.kind === 'team-managed';
  yield {
    kind: 'project',
    value: {
      id,
      key,
      name,
      description: '',
      projectTypeKey: project.ref.projectTypeKey,
      simplified: managed,
      style: managed ? 'next-gen' : 'classic',
      isPrivate: false,
      lead: lead.ref,
      issueTypes: project.process.types.map(type => type.document),
    },
  };
  for (const component of project.components)
    yield { kind: 'component', value: { ...component, projectId: Number(id) } };
  for (const version of project.versions)
    yield { kind: 'version', value: versionDocument(version, id, asOf) };
  if (project.boardId !== null) yield* boardRecords(project, project.boardId);
  for (const sprint of project.sprints)
    yield { kind: 'sprint', value: { ...sprint.document, id: sprint.id, state: sprint.state } };
}

function* boardRecords(project: ProjectDef, boardId: number): Generator<StoreRecord> {
  const { id, key, name } = project;
  const type = project.kind === 'team-managed' ? 'simple' : project.kind;
  // The demo's own filters begin at 10200.
  const filterId = String((boardId < 100 ? 10_100 : 11_000) + boardId);
  const jql = `project = ${key} ORDER BY Rank ASC`;
  const owner = project.lead.ref;
  yield {
    kind: 'filter',
    value: {
      id: filterId,
      name: `Filter for ${key} board`,
      jql,
      owner,
      favourite: false,
      sharePermissions: [{ id: 600 + boardId, type: 'project', project: project.ref }],
    },
  };
  const managed = project.kind === 'team-managed';
  const estimation = managed
    ? { fieldId: FIELD.storyPointEstimate, displayName: 'Story point estimate' }
    : { fieldId: FIELD.storyPoints, displayName: 'Story Points' };
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
          columns: project.process.columns.map(({ name: column, statuses }) => ({
            name: column,
            statuses: statuses.map(statusId => ({ id: statusId })),
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

function* filterRecords(projects: readonly ProjectDef[], me: Person): Generator<StoreRecord> {
  let id = 10200;
  for (const { name, jql, favourite, favouritedCount } of source.filters) {
    const owner = favourite ? me.ref : (projects[id % OUTLINES.length]?.lead.ref ?? me.ref);
    const sharePermissions = [{ id: id + 500, type: 'loggedin' }];
    const shared = { favourite, favouritedCount, sharePermissions };
    const value = { id: String(id), name, description: '', jql, owner, ...shared };
    yield { kind: 'filter', value };
    id += 1;
  }
}
