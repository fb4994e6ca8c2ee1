import type { Entity } from '../../data/entity.ts';
import type { Api, Call } from '../api.ts';
import { orNotFound } from '../errors.ts';
import { pageBean, readList } from '../paging.ts';
import { contains, countIssues, entitiesOf, findProject, orderEntities, pick } from './entities.ts';

export function version(api: Api): void {
  api.platform.get('/project/:idOrKey/version', async call => {
    const project = await findProject(call);
    const states = readList(call.query.status);
    const found = (await entitiesOf(call, 'version', project)).filter(
      ({ name, document }) =>
        contains(name, call.query.query ?? '') &&
        (states.length === 0 || states.includes(stateOf(document))),
    );
    const ordered = orderEntities(found, call.query.orderBy, orders, 'sequence');
    const rows = ordered.map(entity => shapeVersion(call, entity, project.id));
    return pageBean(call, rows, { standard: 50, max: 100 });
  });

  api.platform.get('/project/:idOrKey/versions', async call => {
    const project = await findProject(call);
    const found = await entitiesOf(call, 'version', project);
    return found.map(entity => shapeVersion(call, entity, project.id));
  });

  api.platform.get('/version/:id', async call => {
    const entity = await findVersion(call);
    return shapeVersion(call, entity, entity.projectId);
  });

  api.platform.get('/version/:id/relatedIssueCounts', async call => {
    const { id } = await findVersion(call);
    return {
      self: call.url,
      issuesFixedCount: await countIssues(call, `fixVersion = ${id}`),
      issuesAffectedCount: await countIssues(call, `affectedVersion = ${id}`),
      issueCountWithCustomFieldsShowingVersion: 0,
      customFieldUsage: [],
    };
  });

  api.platform.get('/version/:id/unresolvedIssueCount', async call => {
    const { id } = await findVersion(call);
    return {
      self: call.url,
      issuesCount: await countIssues(call, `fixVersion = ${id}`),
      issuesUnresolvedCount: await countIssues(call, `fixVersion = ${id} AND resolution is EMPTY`),
    };
  });
}

async function findVersion(call: Call): Promise<Entity> {
  const { id = '' } = call.params;
  const found = await call.store.catalogue.get('version', id);
  return orNotFound(found, `Could not find version for id '${id}'`);
}

const orders: Record<string, (version: Entity) => string | number> = {
  sequence: ({ position }) => position,
  name: ({ name }) => name,
  description: ({ document }) => String(document.description ?? ''),
  releaseDate: ({ document }) => String(document.releaseDate ?? ''),
  startDate: ({ document }) => String(document.startDate ?? ''),
};

function stateOf(document: Record<string, unknown>): string {
  if (document.archived === true) return 'archived';
  return document.released === true ? 'released' : 'unreleased';
}

export function shapeVersion(call: Call, entity: Entity, projectId: string | null) {
  const { document, id, name } = entity;
  const today = new Date(call.now()).toISOString().slice(0, 10);
  const due = typeof document.releaseDate === 'string' ? document.releaseDate : null;
  const open = document.released !== true && document.archived !== true;
  return {
    self: `${call.base}/rest/api/${call.version}/version/${id}`,
    id,
    ...pick(document, ['description']),
    name,
    archived: document.archived === true,
    released: document.released === true,
    ...pick(document, ['startDate', 'releaseDate', 'userStartDate', 'userReleaseDate']),
    overdue: due && open ? due < today : undefined,
    projectId: projectId ? Number(projectId) : undefined,
  };
}
