import type { Entity } from '../../data/entity.ts';
import { filterIdOf } from '../../data/planning/boards.ts';
import { asObject, asObjects, type JsonObject } from '../../data/shapes.ts';
import type { Api, Call } from '../api.ts';
import { JiraError, orNotFound } from '../errors.ts';
import { agilePage, EMPTY_PAGE, isAsked, readList } from '../paging.ts';
import { avatarUrls } from '../pictures.ts';
import { contains, entitiesOf, orderEntities } from '../platform/entities.ts';
import { projectSummary } from '../platform/project.ts';
import { shapeVersion } from '../platform/version.ts';
import { shapeSprint } from '../shape/sprint.ts';

export function board(api: Api): void {
  api.agile.get('/board', listBoards, EMPTY_PAGE);
  api.agile.get('/board/filter/:filterId', call => {
    const found = call
      .all('board')
      .filter(entity => filterIdOf(entity.document) === call.params.filterId);
    const rows = found.map(entity => boardSummary(call, entity));
    return agilePage(call, rows);
  });
  api.agile.get('/board/:boardId', call => shapeBoard(call, findBoard(call)));
  api.agile.get('/board/:boardId/configuration', boardConfiguration);
  api.agile.get('/board/:boardId/sprint', listSprints);
  api.agile.get('/board/:boardId/project', call => {
    const project = projectOf(call, findBoard(call));
    return agilePage(call, project ? [projectSummary(call, project)] : []);
  });
  api.agile.get('/board/:boardId/version', call => {
    const project = projectOf(call, findBoard(call));
    const { released } = call.query;
    const rows = (project ? entitiesOf(call, 'version', project) : [])
      .map(version => shapeVersion(call, version))
      .filter(version => released === undefined || String(version.released) === released);
    return agilePage(call, rows);
  });
  api.agile.get('/board/:boardId/features', call => {
    const { id, document } = findBoard(call);
    const names = ['Backlog', 'Sprints', 'Estimation', 'Reports'];
    const features = names.map(localisedName => ({
      boardFeature: localisedName.toUpperCase(),
      boardId: Number(id),
      state: localisedName === 'Reports' || document.type === 'scrum' ? 'ENABLED' : 'DISABLED',
      localisedName,
      toggleLocked: true,
    }));
    return { features };
  });
  api.agile.get('/board/:boardId/quickfilter', call => {
    const { id, document } = findBoard(call);
    const stored = asObjects(document.quickFilters);
    const rows = stored.map((filter, position) => ({ position, ...filter, boardId: Number(id) }));
    return agilePage(call, rows);
  });
}

function listBoards(call: Call) {
  const { query } = call;
  const place = query.projectKeyOrId ?? query.projectLocation;
  const found = call.all('board').filter(entity => {
    if (!isAsked(query.type, entity.document.type)) return false;
    if (query.filterId && filterIdOf(entity.document) !== query.filterId) return false;
    if (!contains(entity.name, query.name)) return false;
    if (!place) return true;
    const project = projectOf(call, entity);
    return project !== undefined && (project.id === place || project.document.key === place);
  });
  const orders = { name: ({ name }: Entity) => name, id: ({ id }: Entity) => Number(id) };
  const ordered = orderEntities(found, query.orderBy, orders, 'id');
  const rows = ordered.map(entity => shapeBoard(call, entity));
  return agilePage(call, rows);
}

async function listSprints(call: Call) {
  const { id, document } = findBoard(call);
  const states = readList(call.query.state);
  const unknown = states.find(state => !['future', 'active', 'closed'].includes(state));
  if (unknown) throw new JiraError(400, `Unexpected value '${unknown}' for the state of a sprint.`);
  const sprints = await call.store.boards.sprints(id, states.length > 0 ? states : undefined);
  if (document.type !== 'scrum' && sprints.length === 0 && states.length === 0)
    throw new JiraError(400, 'The board does not support sprints');
  const rows = sprints.map(sprint => shapeSprint(sprint.id, sprint.document, call.base));
  // Jira's reply has no total.
  return { ...agilePage(call, rows), total: undefined };
}

const NO_SUCH_BOARD =
  'The requested board cannot be viewed because it either does not exist or you do not have permission to view it.';

export const findBoard = (call: Call): Entity =>
  orNotFound(call.find('board', call.params.boardId), NO_SUCH_BOARD);

const configurationOf = ({ document }: Entity): JsonObject =>
  asObject(document.configuration) ?? {};

/** From the board's location, or its configuration's. */
function projectOf(call: Call, entity: Entity): Entity | undefined {
  const location = asObject(entity.document.location);
  const configured = asObject(configurationOf(entity).location);
  const id = String(location?.projectId ?? configured?.id ?? '');
  const key = location?.projectKey ?? configured?.key ?? configured?.projectKeyOrId ?? '';
  return call.all('project').find(({ id: own, document }) => own === id || document.key === key);
}

const boardSummary = ({ base }: Call, { id, name, document }: Entity) => ({
  id: Number(id),
  self: `${base}/rest/agile/1.0/board/${id}`,
  name,
  type: document.type,
});

function shapeBoard(call: Call, entity: Entity) {
  const project = projectOf(call, entity);
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
  const isPrivate = call.isCloud ? entity.document.isPrivate === true : undefined;
  return { ...boardSummary(call, entity), location, isPrivate };
}

function boardConfiguration(call: Call) {
  const entity = findBoard(call);
  const summary = boardSummary(call, entity);
  const stored = configurationOf(entity);
  const { columns, constraintType = 'none' } = asObject(stored.columnConfig) ?? {};
  const api = `${call.base}/rest/api/2`;
  const filter = filterIdOf(entity.document);
  const shapeStatus = ({ id }: JsonObject) => ({
    id: String(id),
    self: `${api}/status/${String(id)}`,
  });
  return {
    ...stored,
    ...summary,
    // Jira omits the location of a board in a hidden project.
    location: projectOf(call, entity) && stored.location,
    self: `${summary.self}/configuration`,
    filter: filter ? { id: filter, self: `${api}/filter/${filter}` } : undefined,
    columnConfig: {
      constraintType,
      columns: asObjects(columns).map(column => ({
        ...column,
        statuses: asObjects(column.statuses).map(shapeStatus),
      })),
    },
  };
}
