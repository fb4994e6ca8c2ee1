import type { Entity } from '../../data/entity.ts';
import type { JsonObject } from '../../data/shapes.ts';
import type { Api, Call } from '../api.ts';
import { orNotFound } from '../errors.ts';
import { isAsked, pageBean } from '../paging.ts';
import { contains, countIssues, entitiesOf, findProject, orderEntities, pick } from './entities.ts';

export function version(api: Api): void {
  api.platform.get('/project/:idOrKey/version', call => {
    const { status, query, orderBy } = call.query;
    const found = entitiesOf(call, 'version', findProject(call)).filter(
      ({ name, document }) => contains(name, query) && isAsked(status, stateOf(document)),
    );
    const ordered = orderEntities(found, orderBy, orders, 'sequence');
    const versions = ordered.map(entity => shapeVersion(call, entity));
    return pageBean(call, versions, 100);
  });
  api.platform.get('/project/:idOrKey/versions', call =>
    entitiesOf(call, 'version', findProject(call)).map(entity => shapeVersion(call, entity)),
  );
  api.platform.get('/version/:id', call => shapeVersion(call, findVersion(call)));

  api.platform.get('/version/:id/relatedIssueCounts', async call => {
    const { id } = findVersion(call);
    return {
      self: call.url,
      issuesFixedCount: await countIssues(call, `fixVersion = ${id}`),
      issuesAffectedCount: await countIssues(call, `affectedVersion = ${id}`),
      issueCountWithCustomFieldsShowingVersion: 0,
      customFieldUsage: [],
    };
  });
  api.platform.get('/version/:id/unresolvedIssueCount', async call => {
    const { id } = findVersion(call);
    return {
      self: call.url,
      issuesCount: await countIssues(call, `fixVersion = ${id}`),
      issuesUnresolvedCount: await countIssues(call, `fixVersion = ${id} AND resolution is EMPTY`),
    };
  });
}

const findVersion = (call: Call): Entity =>
  orNotFound(
    call.find('version', call.params.id),
    `Could not find version for id '${call.params.id}'`,
  );

const orders: Record<string, (version: Entity) => string | number> = {
  sequence: ({ position }) => position,
  name: ({ name }) => name,
  description: ({ document }) => String(document.description ?? ''),
  releaseDate: ({ document }) => String(document.releaseDate ?? ''),
  startDate: ({ document }) => String(document.startDate ?? ''),
};

function stateOf({ archived, released }: JsonObject): string {
  if (archived === true) return 'archived';
  return released === true ? 'released' : 'unreleased';
}

export function shapeVersion(call: Call, { document, id, name, projectId }: Entity) {
  const { releaseDate, archived, released } = document;
  const today = new Date(call.now()).toISOString().slice(0, 10);
  const isOpen = stateOf(document) === 'unreleased';
  return {
    self: call.address(`version/${id}`),
    id,
    ...pick(document, ['description']),
    name,
    archived: archived === true,
    released: released === true,
    ...pick(document, ['startDate', 'releaseDate', 'userStartDate', 'userReleaseDate']),
    overdue: typeof releaseDate === 'string' && isOpen ? releaseDate < today : undefined,
    projectId: projectId ? Number(projectId) : undefined,
  };
}
