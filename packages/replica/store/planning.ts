import { type Kysely, sql } from 'kysely';
import { type Catalogue, type StoredEntity, writeEntities } from './catalogue.ts';
import { deriveIssue, rankOf } from './derive-issue.ts';
import type { Engine } from './engine.ts';
import { readDocuments } from './issue-reads.ts';
import { replaceIssues } from './issue-rows.ts';
import { betweenRanks } from './rank.ts';
import type { RecordHistory, RecordHistoryItem, RecordIssue, RecordUser } from './records.ts';
import { References } from './references.ts';
import type { Database } from './schema.ts';
import { asText } from './shapes.ts';
import { type Change, type FieldChange, type RankRequest, StoreError } from './store.ts';

type Db = Kysely<Database>;
type Trx = Parameters<typeof replaceIssues>[1];

async function issueRecord(
  engine: Engine,
  trx: Db,
  catalogue: Catalogue,
  issueId: string,
): Promise<RecordIssue & Required<Pick<RecordIssue, 'changelog'>>> {
  const [document] = await readDocuments(engine, trx, catalogue, [issueId]);
  if (!document) throw new StoreError('not-found', `The issue ${issueId} does not exist.`);
  const id = Number(issueId);
  const histories = await trx
    .selectFrom('histories')
    .selectAll()
    .where('issue_id', '=', id)
    .orderBy('created')
    .orderBy('id')
    .execute();
  const worklogs = await trx
    .selectFrom('worklogs')
    .select('document')
    .where('issue_id', '=', id)
    .orderBy('started')
    .orderBy('id')
    .execute();
  return {
    id: issueId,
    key: document.key,
    fields: {
      ...document.fields,
      worklog: {
        total: document.worklogTotal,
        worklogs: worklogs.map(row => JSON.parse(row.document)),
      },
    },
    changelog: {
      total: document.historyTotal,
      histories: histories.map(
        (row): RecordHistory => ({
          ...JSON.parse(row.document),
          id: String(row.id),
          author: catalogue.get('user', row.author ?? '')?.document as unknown as RecordUser,
        }),
      ),
    },
    watchers: document.watchers,
    voters: document.voters,
  };
}

async function nextHistoryId(trx: Db): Promise<number> {
  const row = await trx
    .selectFrom('histories')
    .select(({ fn }) => fn.max<number | null>('id').as('highest'))
    .executeTakeFirst();
  return Number(row?.highest ?? 0) + 1;
}

/** Changes fields of an issue as one history entry. The whole issue is written anew, so every table agrees. */
export async function changeIssue(
  engine: Engine,
  trx: Trx,
  catalogue: Catalogue,
  change: Change,
): Promise<void> {
  const record = await issueRecord(engine, trx, catalogue, change.issueId);
  for (const { fieldId, value } of change.changes) record.fields[fieldId] = value;
  record.fields.updated = new Date(change.at).toISOString().replace('Z', '+0000');
  const { changelog } = record;
  if (typeof changelog.total === 'number') changelog.total += 1;
  changelog.histories.push({
    id: String(await nextHistoryId(trx)),
    author: change.author,
    created: new Date(change.at).toISOString().replace('Z', '+0000'),
    items: change.changes.map(({ item }) => item),
  });
  const refs = new References(catalogue, new Map(), '');
  const highest = await trx
    .selectFrom('texts')
    .select(({ fn }) => fn.max<number | null>('id').as('highest'))
    .executeTakeFirst();
  let textId = Number(highest?.highest ?? 0);
  const rows = deriveIssue(record, Number(change.issueId), refs, () => ++textId);
  if (refs.changed.size > 0) await writeEntities(trx, catalogue, refs.changed.values());
  await replaceIssues(engine, trx, [rows]);
}

/** The change that assigns an issue to a user, or to nobody. */
export async function assignment(
  engine: Engine,
  db: Db,
  catalogue: Catalogue,
  issueId: string,
  assigneeId: string | null,
): Promise<FieldChange> {
  const user = assigneeId === null ? undefined : catalogue.get('user', assigneeId);
  if (assigneeId !== null && !user)
    throw new StoreError('invalid', `User '${assigneeId}' does not exist.`);
  const [before] = await readDocuments(engine, db, catalogue, [issueId]);
  const old = (before?.fields.assignee ?? null) as RecordUser | null;
  const { groups: _groups, ...document } = user?.document ?? {};
  return {
    fieldId: 'assignee',
    value: user ? document : null,
    item: {
      field: 'assignee',
      fieldtype: 'jira',
      fieldId: 'assignee',
      from: old?.accountId ?? old?.key ?? null,
      fromString: old?.displayName ?? null,
      to: assigneeId,
      toString: user?.name ?? null,
    },
  };
}

/** The change that leaves an issue in exactly these sprints; null when it is in them already. */
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
  const rows = await db
    .selectFrom('issue_values')
    .select('value')
    .where('issue_id', '=', Number(issueId))
    .where('field', '=', 'sprint')
    .orderBy('position')
    .execute();
  return rows.flatMap(row => catalogue.get('sprint', row.value ?? '') ?? []);
}

/** Puts issues into a sprint, or into none that still runs. Sprints that are closed stay in the field, as in Jira. */
export async function moveToSprint(
  engine: Engine,
  trx: Trx,
  catalogue: Catalogue,
  request: { issueIds: string[]; sprintId: string | null; author: RecordUser | null; at: number },
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

/** Takes a sprint out of every issue that has it. */
export async function emptySprint(
  engine: Engine,
  trx: Trx,
  catalogue: Catalogue,
  sprintId: string,
  author: RecordUser | null,
  at: number,
): Promise<void> {
  const fieldId = new References(catalogue, new Map(), '').sprintField().id;
  const members = await trx
    .selectFrom('issue_values')
    .select('issue_id')
    .where('field', '=', 'sprint')
    .where('value', '=', sprintId)
    .execute();
  for (const { issue_id } of members) {
    const issueId = String(issue_id);
    const before = await sprintsOf(trx, catalogue, issueId);
    const change = sprintChange(
      fieldId,
      before,
      before.filter(sprint => sprint.id !== sprintId),
    );
    if (change)
      await changeIssue(engine, trx, catalogue, { issueId, author, at, changes: [change] });
  }
}

/** Ranks issues next to another; each gets a rank between its new neighbours and a line of history. */
export async function rankIssues(engine: Engine, trx: Trx, request: RankRequest): Promise<void> {
  const anchorId = request.beforeId ?? request.afterId;
  const anchor = await trx
    .selectFrom('issues')
    .select(['id', 'rank'])
    .where('id', '=', Number(anchorId))
    .executeTakeFirst();
  if (!anchor) throw new StoreError('not-found', `The issue ${anchorId} does not exist.`);
  const moving = request.issueIds.map(Number).filter(id => id !== anchor.id);
  const before = request.beforeId !== undefined;
  const neighbour = await trx
    .selectFrom('issues')
    .select('rank')
    .where('rank', before ? '<' : '>', anchor.rank)
    .where(sql<boolean>`not (${engine.idIn(sql.ref('id'), moving)})`)
    .orderBy('rank', before ? 'desc' : 'asc')
    .limit(1)
    .executeTakeFirst();
  const edge = neighbour?.rank ?? null;
  let low = before ? edge : anchor.rank;
  const high = before ? anchor.rank : edge;
  const created = new Date(request.at).toISOString().replace('Z', '+0000');
  let historyId = await nextHistoryId(trx);
  for (const id of moving) {
    const rank = betweenRanks(low, high) ?? rankOf(id);
    await trx
      .updateTable('issues')
      .set({
        rank,
        history_count: sql<number>`history_count + 1`,
        history_total: sql<number>`history_total + 1`,
      })
      .where('id', '=', id)
      .execute();
    const said = before ? 'Ranked higher' : 'Ranked lower';
    const item = {
      field: 'Rank',
      fieldtype: 'custom',
      from: '',
      fromString: '',
      to: '',
      toString: said,
    };
    await trx
      .insertInto('histories')
      .values({
        issue_id: id,
        id: historyId,
        author: asText(request.author?.accountId),
        created: request.at,
        document: JSON.stringify({ created, items: [item] }),
      })
      .execute();
    historyId += 1;
    low = rank;
  }
}
