import { find } from '@tallyboard/database/query.ts';
import { StoreError } from '@tallyboard/database/store-error.ts';
import { type DbContext, writeEntities } from '../catalogue.ts';
import type { StoreContext } from '../context.ts';
import { deleteEntity, saveEntity } from '../entities.ts';
import type { Entity, StoredEntity } from '../entity.ts';
import { References } from '../issues/references.ts';
import type { RecordUser } from '../records.ts';
import type { WriteContext } from '../segment-changes.ts';
import { findBoard } from './boards.ts';
import { type Authorship, editIssue } from './change-issue.ts';

interface NewSprint {
  name: string;
  originBoardId: number;
  startDate?: string;
  endDate?: string;
  goal?: string;
}

export function sprintStore({ catalogue, write }: StoreContext) {
  return {
    create: (fields: NewSprint) =>
      write(async (trx): Promise<Entity> => {
        const board = findBoard(catalogue, String(fields.originBoardId));
        if (board.document.type === 'kanban')
          throw new StoreError('invalid', 'The board does not support sprints');
        return saveEntity(trx, 'sprint', null, { ...fields, state: 'future' });
      }),
    /**
     * Changes the given members; null or undefined removes one. Starting needs both dates; closing sets completeDate.
     * Open issues keep a closed sprint in their field and so return to the backlog, as in Jira.
     */
    update: (id: string, changes: Record<string, unknown>, at: number) =>
      write((trx): Promise<Entity> => updateSprint(trx, id, changes, at)),
    /** Also removes the sprint from all its issues. */
    delete: (id: string, author: RecordUser | null, at: number) =>
      write(async trx => {
        const members = await find(trx, 'issue_values', { field: 'sprint', value: id });
        const issueIds = members.map(({ issue_id }) => String(issue_id));
        const without = (before: StoredEntity[]) => before.filter(sprint => sprint.id !== id);
        await changeSprints(trx, { issueIds, author, at }, without);
        await deleteEntity(trx, 'sprint', id);
      }),
  };
}

/** The only transitions are future to active to closed. */
async function updateSprint(
  trx: WriteContext,
  id: string,
  changes: Record<string, unknown>,
  at: number,
): Promise<StoredEntity> {
  const sprint = findSprint(trx, id);
  const document: Record<string, unknown> = { ...sprint.document, ...changes };
  const [before, after] = [String(sprint.document.state), String(document.state)];
  if (before !== after) {
    if (`${before} ${after}` !== 'future active' && `${before} ${after}` !== 'active closed') {
      throw new StoreError('invalid', `A sprint cannot go from '${before}' to '${after}'.`);
    }
    if (after === 'active' && (!document.startDate || !document.endDate)) {
      throw new StoreError('invalid', 'A sprint needs a start date and an end date to be started.');
    }
    if (after === 'closed') document.completeDate = new Date(at).toISOString();
  }
  const members = Object.entries(document).filter(([, value]) => (value ?? null) !== null);
  return saveEntity(trx, 'sprint', id, Object.fromEntries(members));
}

function findSprint({ catalogue }: DbContext, id: string): StoredEntity {
  const sprint = catalogue.get('sprint', id);
  if (!sprint) throw new StoreError('not-found', `Sprint ${id} does not exist.`);
  return sprint;
}

interface IssuesEdit extends Authorship {
  issueIds: string[];
}

/** `sprintId` null: out of all open sprints. */
export type SprintMove = IssuesEdit & { sprintId: string | null };

/** Moves issues into a sprint, with history. Closed sprints stay in the field, as in Jira. */
export async function moveToSprint(trx: WriteContext, move: SprintMove): Promise<void> {
  const target = move.sprintId === null ? [] : [findSprint(trx, move.sprintId)];
  const isClosed = ({ document }: StoredEntity) => document.state === 'closed';
  if (target.some(isClosed))
    throw new StoreError('invalid', 'Issues can be moved only to an active or future sprint.');
  await changeSprints(trx, move, before => [...before.filter(isClosed), ...target]);
}

/** Changes the Sprint field of issues whose sprints differ after `change`. */
async function changeSprints(
  trx: WriteContext,
  { issueIds, author, at }: IssuesEdit,
  change: (before: StoredEntity[]) => StoredEntity[],
): Promise<void> {
  const refs = new References(trx.catalogue);
  const fieldId = refs.sprintField().id;
  if (refs.changed.size > 0) await writeEntities(trx, refs.changed.values());
  const ids = (sprints: StoredEntity[]) => sprints.map(({ id }) => id).join(', ');
  const names = (sprints: StoredEntity[]) => sprints.map(({ name }) => name).join(', ');
  for (const issueId of issueIds) {
    const ofIssue = { issue_id: Number(issueId), field: 'sprint' };
    const rows = await find(trx, 'issue_values', ofIssue, 'position');
    const before = rows.flatMap(({ value }) => trx.catalogue.get('sprint', value ?? '') ?? []);
    const after = change(before);
    if (ids(before) === ids(after)) continue;
    const item = {
      field: 'Sprint',
      fieldtype: 'custom',
      fieldId,
      from: ids(before),
      fromString: names(before),
      to: ids(after),
      toString: names(after),
    };
    await editIssue(trx, {
      issueId,
      author,
      at,
      edit({ fields }) {
        fields[fieldId] = after.map(sprint => sprint.document);
        return [item];
      },
    });
  }
}
