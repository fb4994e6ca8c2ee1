import type { Kysely } from 'kysely';
import type { Catalogue, StoredEntity } from '../catalogue.ts';
import type { StoreContext } from '../context.ts';
import { deleteEntity, saveEntity } from '../entities.ts';
import type { Entity } from '../entity.ts';
import type { RecordUser } from '../records.ts';
import type { Database } from '../schema.ts';
import { StoreError } from '../store-error.ts';
import { findBoard } from './boards.ts';
import { emptySprint } from './sprint-field.ts';

interface NewSprint {
  name: string;
  originBoardId: number;
  startDate?: string;
  endDate?: string;
  goal?: string;
}

export type SprintStore = ReturnType<typeof sprintStore>;

export function sprintStore({ engine, catalogue, write }: StoreContext) {
  return {
    create: (fields: NewSprint) =>
      write(async (trx): Promise<Entity> => {
        const board = findBoard(catalogue, String(fields.originBoardId));
        if (board.document.type === 'kanban')
          throw new StoreError('invalid', 'The board does not support sprints');
        return saveEntity(trx, catalogue, 'sprint', null, { ...fields, state: 'future' });
      }),
    /**
     * Changes the given members; null or undefined removes one. Starting needs both dates; closing sets completeDate.
     * Open issues keep a closed sprint in their field and so return to the backlog, as in Jira.
     */
    update: (id: string, changes: Record<string, unknown>, at: number) =>
      write((trx): Promise<Entity> => updateSprint(trx, catalogue, id, changes, at)),
    delete: (id: string, author: RecordUser | null, at: number) =>
      write(async trx => {
        await emptySprint(engine, trx, catalogue, id, author, at);
        await deleteEntity(trx, catalogue, 'sprint', id);
      }),
  };
}

/** The only transitions are future to active to closed. */
async function updateSprint(
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
