import { type Kysely, sql, type Transaction } from 'kysely';
import type { Catalogue } from '../catalogue.ts';
import type { StoreContext } from '../context.ts';
import type { Engine } from '../engine.ts';
import { rankOf } from '../issues/derive-issue.ts';
import { readDocuments } from '../issues/read-documents.ts';
import { findOne, highestId, update } from '../query.ts';
import type { RecordUser } from '../records.ts';
import type { Database } from '../schema.ts';
import { asText } from '../shapes.ts';
import { StoreError } from '../store-error.ts';
import {
  type Change,
  changeIssue,
  createIssue,
  editIssue,
  type FieldChange,
  type NewIssue,
  type RecordEdit,
  timestamp,
} from './change-issue.ts';
import { betweenRanks } from './rank.ts';
import { moveToSprint, type SprintMove } from './sprint-field.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

interface RankRequest {
  issueIds: string[];
  beforeId?: string;
  afterId?: string;
  author: RecordUser | null;
  at: number;
}

interface Assignment {
  issueId: string;
  /** Null: nobody. */
  assigneeId: string | null;
  author: RecordUser | null;
  at: number;
}

export type PlanningStore = ReturnType<typeof planningStore>;

/** Changes of issues, each with its history. */
export function planningStore({ engine, catalogue, write }: StoreContext) {
  return {
    /** Moves issues into a sprint (null: out of active and future ones). Throws for a closed one. */
    moveToSprint: (request: SprintMove) =>
      write(trx => moveToSprint(engine, trx, catalogue, request)),
    /** Ranks issues, in the given order, directly before or after another. */
    rank: (request: RankRequest) => write(trx => rankIssues(engine, trx, request)),
    assign: ({ issueId, assigneeId, author, at }: Assignment) =>
      write(async trx => {
        const change = await assignment(engine, trx, catalogue, issueId, assigneeId);
        await changeIssue(engine, trx, catalogue, { issueId, author, at, changes: [change] });
      }),
    /** Changes fields as one history entry. */
    change: (change: Change) => write(trx => changeIssue(engine, trx, catalogue, change)),
    /** Any change of an issue, with the history that it returns. */
    edit: (edit: RecordEdit) => write(trx => editIssue(engine, trx, catalogue, edit)),
    create: (issue: NewIssue) => write(trx => createIssue(engine, trx, catalogue, issue)),
  };
}

/** The change that assigns an issue, null: to nobody. */
async function assignment(
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

/** Gives each issue a rank between its new neighbours, and a history entry. */
async function rankIssues(engine: Engine, trx: Trx, request: RankRequest): Promise<void> {
  const anchorId = request.beforeId ?? request.afterId;
  const anchor = await findOne(trx, 'issues', { id: Number(anchorId) });
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
  const created = timestamp(request.at);
  let historyId = (await highestId(trx, 'histories')) + 1;
  for (const id of moving) {
    const rank = betweenRanks(low, high) ?? rankOf(id);
    const counted = {
      rank,
      history_count: sql<number>`history_count + 1`,
      history_total: sql<number>`history_total + 1`,
    };
    await update(trx, 'issues', { id }, counted);
    const item = {
      field: 'Rank',
      fieldtype: 'custom',
      from: '',
      fromString: '',
      to: '',
      toString: before ? 'Ranked higher' : 'Ranked lower',
    };
    const history = {
      issue_id: id,
      id: historyId,
      author: asText(request.author?.accountId),
      created: request.at,
      document: JSON.stringify({ created, items: [item] }),
    };
    await engine.insertMany(trx, 'histories', [history]);
    historyId += 1;
    low = rank;
  }
}
