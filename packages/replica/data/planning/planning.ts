import { find, findOne, update } from '@tallyboard/database/query.ts';
import { StoreError } from '@tallyboard/database/store-error.ts';
import { sql } from 'kysely';
import type { StoreContext } from '../context.ts';
import { appendEntries, type Changelogs } from '../issues/changelogs.ts';
import { rankOf } from '../issues/derive-issue.ts';
import { highestId } from '../rows.ts';
import type { WriteContext } from '../segment-changes.ts';
import { asText } from '../shapes.ts';
import {
  type Authorship,
  createIssue,
  editIssue,
  type NewIssue,
  type RecordEdit,
  timestamp,
} from './change-issue.ts';
import { moveToSprint, type SprintMove } from './sprints.ts';

interface RankRequest extends Authorship {
  issueIds: string[];
  beforeId?: string;
  afterId?: string;
}

/** Changes of issues, each with its history. */
export function planningStore({ write }: StoreContext) {
  return {
    /** Throws for a closed sprint. */
    moveToSprint: (move: SprintMove) => write(trx => moveToSprint(trx, move)),
    /** Ranks issues, in the given order, directly before or after another. */
    rank: (request: RankRequest) => write(trx => rankIssues(trx, request)),
    /** Any change of an issue, with the history that it returns. */
    edit: (edit: RecordEdit) => write(trx => editIssue(trx, edit)),
    create: (issue: NewIssue) => write(trx => createIssue(trx, issue)),
  };
}

/** Gives each issue a rank between its new neighbours, and a history entry. */
async function rankIssues(trx: WriteContext, request: RankRequest): Promise<void> {
  const { engine, db } = trx;
  const anchorId = request.beforeId ?? request.afterId;
  const anchor = await findOne(trx, 'issues', { id: Number(anchorId) });
  if (!anchor) throw new StoreError('not-found', `The issue ${anchorId} does not exist.`);
  const moving = request.issueIds.map(Number).filter(id => id !== anchor.id);
  const before = request.beforeId !== undefined;
  trx.changes.updated(moving);
  const neighbour = await db
    .selectFrom('issues')
    .select('rank')
    .where('rank', before ? '<' : '>', anchor.rank)
    .where(sql<boolean>`not (${engine.idIn('id', moving)})`)
    .orderBy('rank', before ? 'desc' : 'asc')
    .limit(1)
    .executeTakeFirst();
  const edge = neighbour?.rank ?? null;
  let low = before ? edge : anchor.rank;
  const high = before ? anchor.rank : edge;
  const item = {
    field: 'Rank',
    fieldtype: 'custom',
    from: '',
    fromString: '',
    to: '',
    toString: before ? 'Ranked higher' : 'Ranked lower',
  };
  const entry = { created: timestamp(request.at), items: [item] };
  const entries: Changelogs = new Map();
  let historyId = await highestId(trx, 'histories');
  const stored = new Set(
    (await find(trx, 'issues', engine.idIn('id', moving))).map(({ id }) => id),
  );
  for (const id of moving) {
    if (!stored.has(id)) continue;
    const rank = betweenRanks(low, high) ?? rankOf(id);
    const counted = {
      rank,
      history_count: sql<number>`history_count + 1`,
      history_total: sql<number>`history_total + 1`,
    };
    await update(trx, 'issues', { id }, counted);
    historyId += 1;
    const author = asText(request.author?.accountId);
    const history = { issue_id: id, id: historyId, author, created: request.at };
    await engine.insertMany(db, 'histories', [history]);
    entries.set(id, [{ id: historyId, author, ...entry }]);
    low = rank;
  }
  await appendEntries(trx, entries);
}

/**
 * A rank between two, in Jira's form `bucket|digits:fraction`; null is an open end. The fraction grows only when two
 * neighbours leave no room. Null if the two are not in order.
 */
function betweenRanks(low: string | null, high: string | null): string | null {
  if (low !== null && high !== null && low >= high) return null;
  const parse = (rank: string | null) => /^(\d+\|[0-9a-z]+):([0-9a-z]*)$/.exec(rank ?? '');
  const lowParts = parse(low);
  const highParts = parse(high);
  if (!lowParts) {
    if (!highParts) return null;
    const [bucket = '0', number = 'h'] = String(highParts[1]).split('|');
    return `${bucket}|${between('', number)}:`;
  }
  const head = String(lowParts[1]);
  const fraction = lowParts[2] ?? '';
  const bound = highParts && highParts[1] === head ? (highParts[2] ?? '') : null;
  return `${head}:${between(fraction, bound)}`;
}

const digits = '0123456789abcdefghijklmnopqrstuvwxyz';

/** A base-36 text strictly between two others; `high` null: unbounded. */
function between(low: string, high: string | null): string {
  let prefix = '';
  for (let at = 0; ; at += 1) {
    const left = at < low.length ? digits.indexOf(low.charAt(at)) : 0;
    const right =
      high === null ? digits.length : at < high.length ? digits.indexOf(high.charAt(at)) : 0;
    if (right - left > 1) return prefix + digits.charAt(Math.floor((left + right) / 2));
    prefix += digits.charAt(left);
    if (right - left === 1) return prefix + between(low.slice(at + 1), null);
  }
}
