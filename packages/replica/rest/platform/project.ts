import type { Entity } from '../../data/entity.ts';
import type { Api, Call } from '../api.ts';
import { EMPTY_PAGE, pageBean, readList } from '../paging.ts';
import { avatarUrls } from '../pictures.ts';
import { type Converter, converterFor } from '../shape/converter.ts';
import { contains, findProject, orderEntities, pick, shapeEntity } from './entities.ts';
import { shapeListed } from './entity-lists.ts';
import { shapeVersion, versionsOf } from './version.ts';

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
      versionsOf(call, found.id),
      call.store.catalogue.all('component'),
      call.store.catalogue.all('issueType'),
    ]);
    const own = (entity: Entity) => entity.projectId === found.id;
    const general = (entity: Entity) => entity.projectId === null || own(entity);
    const listed = projectIssueTypes(found, issueTypes.filter(general));
    return {
      ...projectSummary(call, found, convert),
      description: String(found.document.description ?? ''),
      lead: convert.value(found.document.lead) ?? undefined,
      components: components
        .filter(own)
        .map(entity =>
          pick(shapeEntity(call, entity, 'component', convert), [
            'self',
            'id',
            'name',
            'description',
          ]),
        ),
      issueTypes: listed.map(entity => shapeListed(call, entity, 'issuetype', convert)),
      assigneeType: 'UNASSIGNED',
      versions: versions.map(version => shapeVersion(call, version, found.id)),
      roles: {},
    };
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
function projectIssueTypes(project: Entity, types: Entity[]): Entity[] {
  const named = project.document.issueTypes;
  if (!Array.isArray(named) || named.length === 0) return types;
  const ids = new Set(named.map((type: { id?: unknown }) => String(type.id)));
  return types.filter(({ id }) => ids.has(id));
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
