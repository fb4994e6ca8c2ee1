import type { Entity } from '../../data/entity.ts';
import { asObject, asObjects, asText } from '../../data/shapes.ts';
import type { Api, Call } from '../api.ts';
import { orNotFound } from '../errors.ts';
import { EMPTY_PAGE, isAsked, pageBean } from '../paging.ts';
import { avatarUrls } from '../pictures.ts';
import { contains, countIssues, entitiesOf, findProject, orderEntities } from './entities.ts';
import { shapeListed } from './entity-lists.ts';
import { shapeVersion } from './version.ts';

export function project(api: Api): void {
  api.cloud.get('/project/search', searchProjects, EMPTY_PAGE);
  // A bare array: Data Center's only list, also on Cloud.
  api.platform.get('/project', call => listProjects(call, call.all('project'), 'name'), []);

  api.platform.get('/project/:idOrKey', call => {
    const found = findProject(call);
    const { description, lead } = found.document;
    return {
      ...projectSummary(call, found),
      description: String(description ?? ''),
      lead: call.convert.value(lead) ?? undefined,
      components: componentsOf(call, found),
      issueTypes: projectIssueTypes(call, found).map(type => shapeListed(call, type, 'issuetype')),
      assigneeType: 'UNASSIGNED',
      versions: entitiesOf(call, 'version', found).map(version => shapeVersion(call, version)),
      roles: {},
    };
  });

  api.platform.get('/project/:idOrKey/statuses', async call => {
    const found = findProject(call);
    const statuses = await projectStatuses(call, found);
    const used = await call.store.issues.statuses(found.id);
    return projectIssueTypes(call, found).map(type => {
      const own = used.filter(({ typeId }) => typeId === type.id).map(pair => pair.statusId);
      const { self, id, name, subtask } = shapeListed(call, type, 'issuetype');
      const listed = statuses.filter(status => own.length === 0 || own.includes(status.id));
      return {
        self,
        id,
        name,
        subtask: subtask === true,
        statuses: listed.map(status => shapeListed(call, status, 'status')),
      };
    });
  });

  api.platform.get('/project/:idOrKey/components', call => componentsOf(call, findProject(call)));
  api.cloud.get('/project/:idOrKey/component', call => {
    const isListed = ({ name }: Entity) => contains(name, call.query.query);
    return pageBean(call, componentsOf(call, findProject(call), isListed), 100);
  });

  api.platform.get('/component/:id/relatedIssueCounts', async call => {
    const { id } = call.params;
    orNotFound(call.find('component', id), `The component with id ${id} does not exist.`);
    return { self: call.url, issueCount: await countIssues(call, `component = ${id}`) };
  });
}

function searchProjects(call: Call) {
  const { id, keys, typeKey, query, orderBy } = call.query;
  const found = call
    .all('project')
    .filter(
      each =>
        isAsked(id, each.id) &&
        isAsked(keys, each.document.key) &&
        isAsked(typeKey, each.document.projectTypeKey) &&
        (contains(each.name, query) || contains(each.document.key, query)),
    );
  return pageBean(call, listProjects(call, found, 'key', orderBy), 100);
}

const listProjects = (
  call: Call,
  projects: readonly Entity[],
  standard: string,
  orderBy?: unknown,
) =>
  orderEntities(projects, orderBy, projectOrders, standard).map(each => projectSummary(call, each));

const componentsOf = (call: Call, of: Entity, isListed = (_: Entity) => true) =>
  entitiesOf(call, 'component', of)
    .filter(isListed)
    .map(entity => shapeListed(call, entity, 'component'));

const projectOrders: Record<string, (project: Entity) => string> = {
  key: ({ document }) => String(document.key),
  name: ({ name }) => name,
  category: ({ document }) => asText(asObject(document.projectCategory)?.name) ?? '',
  owner: ({ document }) => asText(asObject(document.lead)?.displayName) ?? '',
};

/** The project's own types, or all that no other project owns. */
export function projectIssueTypes(call: Call, project: Entity): Entity[] {
  const named = asObjects(project.document.issueTypes).map(({ id }) => String(id));
  return call
    .all('issueType')
    .filter(
      ({ id, projectId }) =>
        (projectId === null || projectId === project.id) &&
        (named.length === 0 || named.includes(id)),
    );
}

/** Statuses of the project: those in use and those of its boards, from new to done. */
export async function projectStatuses(call: Call, project: Entity): Promise<Entity[]> {
  const columns = call
    .all('board')
    .filter(({ document }) => asText(asObject(document.location)?.projectId) === project.id)
    .map(({ document }) => asObject(asObject(document.configuration)?.columnConfig)?.columns)
    .flatMap(asObjects);
  const used = await call.store.issues.statuses(project.id);
  const ids = new Set([
    ...used.map(pair => pair.statusId),
    ...columns.flatMap(({ statuses }) => asObjects(statuses)).map(({ id }) => String(id)),
  ]);
  const order = ({ document }: Entity) =>
    ['new', 'indeterminate', 'done'].indexOf(String(asObject(document.statusCategory)?.key));
  return call
    .all('status')
    .filter(({ id }) => ids.has(id))
    .sort((a, b) => order(a) - order(b));
}

export function projectSummary(call: Call, { document, id, name }: Entity) {
  const key = String(document.key);
  const simplified = document.simplified === true;
  const cloudMembers = {
    simplified,
    style: document.style ?? (simplified ? 'next-gen' : 'classic'),
    isPrivate: document.isPrivate === true,
    properties: {},
  };
  return {
    expand: 'description,lead,issueTypes,url,projectKeys,permissions,insight',
    self: call.address(`project/${id}`),
    id,
    key,
    name,
    avatarUrls: avatarUrls(call.base, 'project', key, key),
    projectCategory: call.convert.value(document.projectCategory) ?? undefined,
    projectTypeKey: document.projectTypeKey ?? 'software',
    ...(call.isCloud && cloudMembers),
  };
}
