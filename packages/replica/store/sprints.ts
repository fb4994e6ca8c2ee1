import type { Kysely } from 'kysely';
import type { Catalogue, StoredEntity } from './catalogue.ts';
import { saveEntity } from './entities.ts';
import type { Database } from './schema.ts';
import { asObject, asText } from './shapes.ts';
import { StoreError } from './store.ts';

function boardOf(catalogue: Catalogue, boardId: string): StoredEntity {
  const board = catalogue.get('board', boardId);
  if (!board) throw new StoreError('not-found', `The board with id ${boardId} does not exist.`);
  return board;
}

/** A query without its ORDER BY would lose its order; in brackets it could not keep it. So the order is set apart. */
function splitOrder(jql: string): { where: string; order: string } {
  const quoted = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs;
  const bare = jql.replace(quoted, text => ' '.repeat(text.length));
  const at = bare.search(/\border\s+by\b/i);
  return at < 0
    ? { where: jql.trim(), order: '' }
    : { where: jql.slice(0, at).trim(), order: jql.slice(at).trim() };
}

/** The query of a board: its saved filter, or its project when it has none. */
export function boardJql(
  catalogue: Catalogue,
  boardId: string,
  settings: { subQuery?: boolean } = {},
): string {
  const board = boardOf(catalogue, boardId);
  const configuration = asObject(board.document.configuration) ?? {};
  const filterId = asText(asObject(configuration.filter)?.id) ?? asText(board.document.filterId);
  const filter = filterId === null ? undefined : catalogue.get('filter', filterId);
  const location = asObject(board.document.location) ?? asObject(configuration.location);
  const projectKey = asText(location?.projectKey) ?? asText(location?.key);
  const saved =
    asText(filter?.document.jql) ??
    (projectKey === null
      ? 'project is not EMPTY ORDER BY Rank'
      : `project = "${projectKey}" ORDER BY Rank`);
  const subQuery = settings.subQuery ? asText(asObject(configuration.subQuery)?.query) : null;
  const { where, order } = splitOrder(saved);
  if (subQuery === null) return saved;
  const clauses = [where, splitOrder(subQuery).where]
    .filter(clause => clause !== '')
    .map(clause => `(${clause})`);
  return `${clauses.join(' AND ')} ${order}`.trim();
}

const stateOrder = ['closed', 'active', 'future'];

/** Sprints that began on a board: closed, active, future; by sequence within each. */
export function boardSprints(
  catalogue: Catalogue,
  boardId: string,
  states?: string[],
): StoredEntity[] {
  boardOf(catalogue, boardId);
  return catalogue
    .all('sprint')
    .filter(sprint => String(sprint.document.originBoardId) === boardId)
    .filter(sprint => !states?.length || states.includes(String(sprint.document.state)))
    .sort(
      (a, b) =>
        stateOrder.indexOf(String(a.document.state)) -
          stateOrder.indexOf(String(b.document.state)) || a.position - b.position,
    );
}

export async function createSprint(
  trx: Kysely<Database>,
  catalogue: Catalogue,
  fields: {
    name: string;
    originBoardId: number;
    startDate?: string;
    endDate?: string;
    goal?: string;
  },
): Promise<StoredEntity> {
  const board = boardOf(catalogue, String(fields.originBoardId));
  if (board.document.type === 'kanban')
    throw new StoreError('invalid', 'The board does not support sprints');
  return saveEntity(trx, catalogue, 'sprint', null, { ...fields, state: 'future' });
}

/** Changes members of a sprint; see Store.updateSprint. Only future -> active -> closed is a way to go. */
export async function updateSprint(
  trx: Kysely<Database>,
  catalogue: Catalogue,
  id: string,
  changes: Record<string, unknown>,
  at: number,
): Promise<StoredEntity> {
  const sprint = catalogue.get('sprint', id);
  if (!sprint) throw new StoreError('not-found', `Sprint ${id} does not exist.`);
  const document: Record<string, unknown> = { ...sprint.document, ...changes };
  const [before, after] = [String(sprint.document.state), String(document.state)];
  if (before !== after) {
    if (`${before} ${after}` !== 'future active' && `${before} ${after}` !== 'active closed') {
      throw new StoreError('invalid', `A sprint that is ${before} cannot become ${after}.`);
    }
    if (after === 'active' && (!document.startDate || !document.endDate)) {
      throw new StoreError('invalid', 'A sprint needs a start date and an end date to be started.');
    }
    if (after === 'closed') document.completeDate = new Date(at).toISOString();
  }
  for (const key of Object.keys(document))
    if (document[key] === undefined || document[key] === null) delete document[key];
  return saveEntity(trx, catalogue, 'sprint', id, document);
}
