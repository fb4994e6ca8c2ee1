import type { Entity } from '../../data/entity.ts';
import type { Api, Call } from '../api.ts';
import { JiraError, orNotFound } from '../errors.ts';
import { agilePage, EMPTY_PAGE, readList } from '../paging.ts';
import { avatarUrls } from '../pictures.ts';
import { contains, orderEntities } from '../platform/entities.ts';
import { projectSummary } from '../platform/project.ts';
import { shapeVersion } from '../platform/version.ts';
import { converterFor } from '../shape/converter.ts';
import { shapeSprint } from '../shape/sprint.ts';

export function board(api: Api): void {
  api.agile.get('/board', listBoards, { anonymous: EMPTY_PAGE });

  api.agile.get('/board/filter/:filterId', async call => {
    const boards = await call.store.catalogue.all('board');
    const found = boards.filter(entity => filterId(entity) === call.params.filterId);
    const rows = found.map(({ id, name, document }) => ({
      id: Number(id),
      self: `${call.base}/rest/agile/1.0/board/${id}`,
      name,
      type: document.type,
    }));
    return agilePage(call, rows);
  });

  api.agile.get('/board/:boardId', async call => {
    const [entity, projects] = [await findBoard(call), await call.store.catalogue.all('project')];
    return shapeBoard(call, entity, projects);
  });
  api.agile.get('/board/:boardId/configuration', async call =>
    boardConfiguration(call, await findBoard(call)),
  );
  api.agile.get('/board/:boardId/sprint', listSprints);
  api.agile.get('/board/:boardId/project', async call => {
    const entity = await findBoard(call);
    const convert = await converterFor(call);
    const projects = await call.store.catalogue.all('project');
    const project = projectOf(entity, projects);
    return agilePage(call, project ? [projectSummary(call, project, convert)] : []);
  });
  api.agile.get('/board/:boardId/version', async call => {
    const project = projectOf(await findBoard(call), await call.store.catalogue.all('project'));
    const released = call.query.released;
    const rows = (await call.store.catalogue.all('version'))
      .filter(version => version.projectId === project?.id)
      .map(version => shapeVersion(call, version, version.projectId))
      .filter(version => released === undefined || String(version.released) === released);
    return agilePage(call, rows);
  });
  api.agile.get('/board/:boardId/features', async call => {
    const { id, document } = await findBoard(call);
    const isScrum = document.type === 'scrum';
    const feature = (boardFeature: string, enabled: boolean) => ({
      boardFeature,
      boardId: Number(id),
      state: enabled ? 'ENABLED' : 'DISABLED',
      localisedName: boardFeature.charAt(0) + boardFeature.slice(1).toLowerCase(),
      toggleLocked: true,
    });
    return {
      features: [
        feature('BACKLOG', isScrum),
        feature('SPRINTS', isScrum),
        feature('ESTIMATION', isScrum),
        feature('REPORTS', true),
      ],
    };
  });
  api.agile.get('/board/:boardId/quickfilter', async call => {
    const { id, document } = await findBoard(call);
    const stored = Array.isArray(document.quickFilters) ? document.quickFilters : [];
    const rows = stored.map((filter, position) => ({ position, ...filter, boardId: Number(id) }));
    return agilePage(call, rows);
  });
}

async function listBoards(call: Call) {
  const { query } = call;
  const projects = await call.store.catalogue.all('project');
  const types = readList(query.type);
  const place = query.projectKeyOrId ?? query.projectLocation;
  const found = (await call.store.catalogue.all('board')).filter(entity => {
    if (types.length > 0 && !types.includes(String(entity.document.type))) return false;
    if (query.filterId && filterId(entity) !== query.filterId) return false;
    if (!contains(entity.name, query.name ?? '')) return false;
    if (!place) return true;
    const project = projectOf(entity, projects);
    return project !== undefined && (project.id === place || project.document.key === place);
  });
  const orders = {
    name: (entity: Entity) => entity.name,
    id: (entity: Entity) => Number(entity.id),
  };
  const ordered = orderEntities(found, query.orderBy, orders, 'id');
  const rows = ordered.map(entity => shapeBoard(call, entity, projects));
  return agilePage(call, rows);
}

async function listSprints(call: Call) {
  const entity = await findBoard(call);
  const states = readList(call.query.state);
  const unknown = states.find(state => !['future', 'active', 'closed'].includes(state));
  if (unknown) throw new JiraError(400, `Unexpected value '${unknown}' for the state of a sprint.`);
  const sprints = await call.store.boards.sprints(
    entity.id,
    states.length > 0 ? states : undefined,
  );
  const hasSprints = entity.document.type === 'scrum' || sprints.length > 0;
  if (!hasSprints && states.length === 0)
    throw new JiraError(400, 'The board does not support sprints');
  const rows = sprints.map(({ id, document }) => shapeSprint(id, document, call.base));
  // Jira's reply has no total.
  const { total: _, ...page } = agilePage(call, rows);
  return page;
}

const NO_SUCH_BOARD =
  'The requested board cannot be viewed because it either does not exist or you do not have permission to view it.';

export async function findBoard(call: Call): Promise<Entity> {
  const { boardId = '' } = call.params;
  return orNotFound(await call.store.catalogue.get('board', boardId), NO_SUCH_BOARD);
}

const configurationOf = (entity: Entity): Record<string, unknown> =>
  (entity.document.configuration as Record<string, unknown> | undefined) ?? {};

const filterId = (entity: Entity): string | undefined =>
  (configurationOf(entity).filter as { id?: string } | undefined)?.id;

/** From the board's location, or its configuration's. */
function projectOf(entity: Entity, projects: Entity[]): Entity | undefined {
  const location = (entity.document.location ?? {}) as Record<string, unknown>;
  const configured = (configurationOf(entity).location ?? {}) as Record<string, unknown>;
  const id = String(location.projectId ?? configured.id ?? '');
  const key = String(location.projectKey ?? configured.key ?? configured.projectKeyOrId ?? '');
  return projects.find(project => project.id === id || project.document.key === key);
}

function shapeBoard(call: Call, entity: Entity, projects: Entity[]) {
  const { id, name, document } = entity;
  const project = projectOf(entity, projects);
  const key = String(project?.document.key);
  const location = project && {
    projectId: Number(project.id),
    displayName: `${project.name} (${key})`,
    projectName: project.name,
    projectKey: key,
    projectTypeKey: project.document.projectTypeKey ?? 'software',
    avatarURI: avatarUrls(call.base, 'project', key, key)['24x24'],
    name: `${project.name} (${key})`,
  };
  return {
    id: Number(id),
    self: `${call.base}/rest/agile/1.0/board/${id}`,
    name,
    type: document.type,
    location,
    isPrivate: call.flavour === 'cloud' ? document.isPrivate === true : undefined,
  };
}

function boardConfiguration(call: Call, entity: Entity) {
  const { id, name, document } = entity;
  const stored = configurationOf(entity);
  const columns = (stored.columnConfig as { columns?: Column[]; constraintType?: string }) ?? {};
  const api = `${call.base}/rest/api/2`;
  const filter = filterId(entity);
  return {
    ...stored,
    id: Number(id),
    name,
    type: document.type,
    self: `${call.base}/rest/agile/1.0/board/${id}/configuration`,
    filter: filter ? { id: filter, self: `${api}/filter/${filter}` } : undefined,
    columnConfig: {
      constraintType: columns.constraintType ?? 'none',
      columns: (columns.columns ?? []).map(column => ({
        ...column,
        statuses: (column.statuses ?? []).map(status => ({
          id: String(status.id),
          self: `${api}/status/${status.id}`,
        })),
      })),
    },
  };
}

interface Column {
  name: string;
  statuses?: { id: string }[];
}
