import type { Kysely, Transaction } from 'kysely';
import { type Catalogue, type StoredEntity, writeEntities } from '../catalogue.ts';
import type { Engine } from '../engine.ts';
import { References } from '../issues/references.ts';
import { find } from '../query.ts';
import type { RecordHistoryItem, RecordUser } from '../records.ts';
import type { Database } from '../schema.ts';
import { StoreError } from '../store-error.ts';
import { changeIssue, type FieldChange } from './change-issue.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

/** The change to exactly these sprints; null if there is none. */
function sprintChange(
  fieldId: string,
  before: readonly StoredEntity[],
  after: readonly StoredEntity[],
): FieldChange | null {
  const list = (sprints: readonly StoredEntity[]) => sprints.map(sprint => sprint.id).join(', ');
  if (list(before) === list(after)) return null;
  const names = (sprints: readonly StoredEntity[]) => sprints.map(sprint => sprint.name).join(', ');
  const item: RecordHistoryItem = {
    field: 'Sprint',
    fieldtype: 'custom',
    fieldId,
    from: list(before),
    fromString: names(before),
    to: list(after),
    toString: names(after),
  };
  return { fieldId, value: after.map(sprint => sprint.document), item };
}

async function sprintsOf(db: Db, catalogue: Catalogue, issueId: string): Promise<StoredEntity[]> {
  const sprintsOfIssue = { issue_id: Number(issueId), field: 'sprint' };
  const rows = await find(db, 'issue_values', sprintsOfIssue, 'position');
  return rows.flatMap(row => catalogue.get('sprint', row.value ?? '') ?? []);
}

export interface SprintMove {
  issueIds: string[];
  sprintId: string | null;
  author: RecordUser | null;
  at: number;
}

/** Moves issues into a sprint (null: out of all open ones), with history. Closed sprints stay in the field, as in Jira. */
export async function moveToSprint(
  engine: Engine,
  trx: Trx,
  catalogue: Catalogue,
  request: SprintMove,
): Promise<void> {
  const target = request.sprintId === null ? null : catalogue.get('sprint', request.sprintId);
  if (target === undefined)
    throw new StoreError('not-found', `Sprint ${request.sprintId} does not exist.`);
  if (target?.document.state === 'closed') {
    throw new StoreError('invalid', 'Issues can be moved only to an active or future sprint.');
  }
  const refs = new References(catalogue, new Map(), '');
  const fieldId = refs.sprintField().id;
  if (refs.changed.size > 0) await writeEntities(trx, catalogue, refs.changed.values());
  for (const issueId of request.issueIds) {
    const before = await sprintsOf(trx, catalogue, issueId);
    const closed = before.filter(sprint => sprint.document.state === 'closed');
    const change = sprintChange(fieldId, before, target ? [...closed, target] : closed);
    if (change) {
      await changeIssue(engine, trx, catalogue, {
        issueId,
        author: request.author,
        at: request.at,
        changes: [change],
      });
    }
  }
}

/** Removes a sprint from all its issues. */
export async function emptySprint(
  engine: Engine,
  trx: Trx,
  catalogue: Catalogue,
  sprintId: string,
  author: RecordUser | null,
  at: number,
): Promise<void> {
  const fieldId = new References(catalogue, new Map(), '').sprintField().id;
  const members = await find(trx, 'issue_values', { field: 'sprint', value: sprintId });
  for (const { issue_id } of members) {
    const issueId = String(issue_id);
    const before = await sprintsOf(trx, catalogue, issueId);
    const after = before.filter(sprint => sprint.id !== sprintId);
    const change = sprintChange(fieldId, before, after);
    if (change)
      await changeIssue(engine, trx, catalogue, { issueId, author, at, changes: [change] });
  }
}
