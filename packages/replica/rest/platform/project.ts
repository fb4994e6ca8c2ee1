import type { Entity } from '../../data/entity.ts';
import { asObjects } from '../../data/shapes.ts';
import type { Api, Call } from '../api.ts';
import { orNotFound } from '../errors.ts';
import { EMPTY_PAGE, pageBean, readList } from '../paging.ts';
import { avatarUrls } from '../pictures.ts';
import { type Converter, converterFor } from '../shape/converter.ts';
import { contains, countIssues, entitiesOf, findProject, orderEntities } from './entities.ts';
import { shapeListed } from './entity-lists.ts';
import { projectStatuses } from './statuses.ts';
import { shapeVersion } from './version.ts';

export function project(api: Api): void {
  api.cloud.get(
    '/project/search',
    async call => {
      const { query } = call;
      const [ids, keys, types] = [query.id, query.keys, query.typeKey].map(readList);
      const convert = await converterFor(call);
      const found = (await call.store.catalogue.all('project')).filter(({ id, name, document }) => {
        if (ids?.length && !ids.includes(id)) return false;
        if (keys?.length && !keys.includes(String(document.key))) return false;
        if (types?.length && !types.includes(String(document.projectTypeKey))) return false;
        return contains(name, query.query ?? '') || contains(document.key, query.query);
      });
      const ordered = orderEntities(found, query.orderBy, projectOrders, 'key');
      const rows = ordered.map(project => projectSummary(call, project, convert));
      return pageBean(call, rows, { standard: 50, max: 100 });
    },
    { anonymous: EMPTY_PAGE },
  );

  // A bare array: Data Center's only list, also on Cloud.
  api.platform.get(
    '/project',
    async call => {
      const convert = await converterFor(call);
      const projects = await call.store.catalogue.all('project');
      const ordered = orderEntities(projects, undefined, projectOrders, 'name');
      return ordered.map(project => projectSummary(call, project, convert));
    },
    { anonymous: [] },
  );

  api.platform.get('/project/:idOrKey', async call => {
    const found = await findProject(call);
    const convert = await converterFor(call);
    const [versions, components, issueTypes] = await Promise.all([
      entitiesOf(call, 'version', found),
      entitiesOf(call, 'component', found),
      projectIssueTypes(call, found),
    ]);
    return {
      ...projectSummary(call, found, convert),
      description: String(found.document.description ?? ''),
      lead: convert.value(found.document.lead) ?? undefined,
      components: components.map(entity => shapeListed(call, entity, 'component', convert)),
      issueTypes: issueTypes.map(entity => shapeListed(call, entity, 'issuetype', convert)),
      assigneeType: 'UNASSIGNED',
      versions: versions.map(version => shapeVersion(call, version, found.id)),
      roles: {},
    };
  });

  api.platform.get('/project/:idOrKey/statuses', async call => {
    const found = await findProject(call);
    const convert = await converterFor(call);
    const statuses = await projectStatuses(call, found);
    const used = await call.store.issues.statuses(found.id);
    return (await projectIssueTypes(call, found)).map(type => {
      const own = used.filter(({ typeId }) => typeId === type.id).map(pair => pair.statusId);
      const { self, id, name, subtask } = shapeListed(call, type, 'issuetype', convert);
      return {
        self,
        id,
        name,
        subtask: subtask === true,
        statuses: statuses
          .filter(status => own.length === 0 || own.includes(status.id))
          .map(status => shapeListed(call, status, 'status', convert)),
      };
    });
  });

  api.platform.get('/project/:idOrKey/components', async call => {
    const components = await entitiesOf(call, 'component', await findProject(call));
    const convert = await converterFor(call);
    return components.map(entity => shapeListed(call, entity, 'component', convert));
  });

  api.platform.get('/component/:id/relatedIssueCounts', async call => {
    const { id = '' } = call.params;
    const found = await call.store.catalogue.get('component', id);
    orNotFound(found, `The component with id ${id} does not exist.`);
    return { self: call.url, issueCount: await countIssues(call, `component = ${id}`) };
  });

  api.cloud.get('/project/:idOrKey/component', async call => {
    const found = await findProject(call);
    const components = await entitiesOf(call, 'component', found);
    const convert = await converterFor(call);
    const named = components.filter(({ name }) => contains(name, call.query.query));
    const rows = named.map(entity => shapeListed(call, entity, 'component', convert));
    return pageBean(call, rows, { standard: 50, max: 100 });
  });
}

const projectOrders: Record<string, (project: Entity) => string> = {
  key: ({ document }) => String(document.key),
  name: ({ name }) => name,
  category: ({ document }) =>
    (document.projectCategory as { name?: string } | undefined)?.name ?? '',
  owner: ({ document }) =>
    (document.lead as { displayName?: string } | undefined)?.displayName ?? '',
};

/** The project's own types, or all that no other project owns. */
export async function projectIssueTypes(call: Call, project: Entity): Promise<Entity[]> {
  const types = (await call.store.catalogue.all('issueType')).filter(
    ({ projectId }) => projectId === null || projectId === project.id,
  );
  const named = asObjects(project.document.issueTypes).map(({ id }) => String(id));
  return named.length === 0 ? types : types.filter(({ id }) => named.includes(id));
}

export function projectSummary(call: Call, project: Entity, convert: Converter) {
  const { document, id, name } = project;
  const key = String(document.key);
  const cloud = call.flavour === 'cloud';
  const simplified = document.simplified === true;
  return {
    expand: 'description,lead,issueTypes,url,projectKeys,permissions,insight',
    self: `${call.base}/rest/api/${call.version}/project/${id}`,
    id,
    key,
    name,
    avatarUrls: avatarUrls(call.base, 'project', key, key),
    projectCategory: convert.value(document.projectCategory) ?? undefined,
    projectTypeKey: document.projectTypeKey ?? 'software',
    ...(cloud
      ? {
          simplified,
          style: document.style ?? (simplified ? 'next-gen' : 'classic'),
          isPrivate: document.isPrivate === true,
          properties: {},
        }
      : {}),
  };
}
