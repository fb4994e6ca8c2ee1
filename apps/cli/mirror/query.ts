import {
  fetchFirstIssues,
  fetchIssuesById,
  fetchOffsetPage,
  fetchTokenPage,
  OFFSET_PAGE_SIZE,
} from '@tallyboard/jira/endpoints/search.ts';
import { CutListError, HttpError, WireError } from '@tallyboard/jira/errors.ts';
import { andClauses, readableQuery, stripOrderBy } from '@tallyboard/jira/jql/compose.ts';
import { MAX_EMPTY_PAGES, NOTHING_NEW, walkWholeList } from '@tallyboard/jira/paginate.ts';
import {
  asInstant,
  asObject,
  asObjects,
  asText,
  type JsonObject,
} from '@tallyboard/replica/data/shapes.ts';
import { CommandError } from '../command.ts';
import { batchesOf, type Mirror } from './context.ts';

/** Updated times by issue id; null if not requested. */
export type IssueTimes = Map<string, number | null>;

/** Jira rejects the query of the mirror. */
export class RefusedQueryError extends CommandError {}

/**
 * Ids of all issues of the query. With times only on Data Center: Cloud's pages would shrink from 5,000 to 100. Throws
 * RefusedQueryError.
 */
export async function findAll(mirror: Mirror): Promise<IssueTimes> {
  const { client, state, signal } = mirror;
  try {
    return await find(mirror, state.jql, client.flavour === 'data-center');
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // One 400 may be of a gateway, or of a later page.
    const jql = readableQuery(state.jql, client.flavour);
    const again = fetchFirstIssues(client, { jql, fields: ['id'], max: 1 }, signal);
    const refused = await again.then(
      () => null,
      (failure: unknown) => failure,
    );
    if (!isRefusal(refused)) throw error;
    throw new RefusedQueryError(`Jira rejects the query of --jql. ${refused.words}`, {
      cause: refused,
    });
  }
}

/** In Jira's own form of errors. */
const isRefusal = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.status === 400 && error.messages.length > 0;

/** For a delayed index, and because JQL cuts times to minutes. */
const OVERLAP_MINUTES = 10;

/**
 * Cloud: issues updated since an instant of Jira's clock, with their times of update. Relative to now, so that time
 * zones do not matter.
 */
export function findUpdated(mirror: Mirror, sinceMs: number, nowMs: number): Promise<IssueTimes> {
  const minutes = Math.max(0, Math.ceil((nowMs - sinceMs) / 60_000)) + OVERLAP_MINUTES;
  return find(mirror, andClauses(mirror.state.jql, `updated >= -${minutes}m`), true);
}

/** Ids per query. */
const CHECKED_AT_ONCE = 100;

/** The ids that were deleted, hidden, or left the query. Lists can skip issues that change while they are paged. */
export async function confirmGone(mirror: Mirror, ids: readonly string[]): Promise<string[]> {
  const { client, signal, state } = mirror;
  const gone: string[] = [];
  mirror.onProgress(`checking ${ids.length} issues that are no longer listed`);
  for (const some of batchesOf(ids, CHECKED_AT_ONCE)) {
    const { issues } = await fetchIssuesById(client, some, { fields: ['updated'] }, signal);
    const there = asObjects(issues).map(({ id }) => String(id));
    // Jira rejects queries with unknown ids.
    const jql = andClauses(state.jql, `id in (${there.join(', ')})`);
    const stay: IssueTimes = there.length === 0 ? new Map() : await find(mirror, jql, false);
    gone.push(...some.filter(id => !stay.has(id)));
  }
  return gone;
}

/** Ids of the query in rank order. Issues that are ranked meanwhile can be missing. */
export function findInRankOrder(mirror: Mirror): Promise<IssueTimes> {
  const jql = `${stripOrderBy(mirror.state.jql)} ORDER BY Rank ASC`;
  return list(mirror, jql.trim(), ['id']);
}

function find(mirror: Mirror, jql: string, withTimes: boolean): Promise<IssueTimes> {
  const readable = readableQuery(jql, mirror.client.flavour);
  return list(mirror, readable, [withTimes ? 'updated' : 'id']);
}

async function list(mirror: Mirror, jql: string, fields: string[]): Promise<IssueTimes> {
  return listFields(mirror, jql, fields, ({ updated }) => asInstant(updated));
}

/**
 * The SLA fields of issues whose clock runs, by issue id: they change without `updated`. Null if Jira refuses the query,
 * as without Service Management.
 */
export async function findRunning(
  mirror: Mirror,
  slas: readonly string[],
): Promise<ReadonlyMap<string, JsonObject> | null> {
  const clauses = slas.map(id => `cf[${id.replace(CUSTOM, '')}] = running()`);
  const jql = readableQuery(
    andClauses(mirror.state.jql, `(${clauses.join(' OR ')})`),
    mirror.client.flavour,
  );
  try {
    return await listFields(mirror, jql, slas, fields => fields);
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

const CUSTOM = 'customfield_';

async function listFields<Value>(
  mirror: Mirror,
  jql: string,
  fields: readonly string[],
  read: (fields: JsonObject) => Value,
): Promise<Map<string, Value>> {
  const found = new Map<string, Value>();
  const take = (items: readonly unknown[]) => {
    for (const item of items) {
      const { id, fields } = asObject(item) ?? {};
      if (asText(id) === null) throw new WireError('search issues', 'issues with ids', item);
      found.set(String(id), read(asObject(fields) ?? {}));
    }
    mirror.onProgress(`${found.size} issues listed`);
  };
  if (mirror.client.flavour === 'cloud') {
    const { client, signal } = mirror;
    await walkWholeList(token => fetchTokenPage(client, { jql, fields, token }, signal), take);
  } else {
    await walkOffsetPages(mirror, jql, fields, found, take);
  }
  return found;
}

async function walkOffsetPages(
  { client, signal }: Mirror,
  jql: string,
  fields: readonly string[],
  found: ReadonlyMap<string, unknown>,
  take: (items: readonly unknown[]) => void,
): Promise<void> {
  for (let startAt = 0, emptyPages = 0; ; ) {
    const query = { jql, startAt, maxResults: OFFSET_PAGE_SIZE, fields };
    const { items, total } = await fetchOffsetPage(client, query, signal);
    if (total === null) throw new WireError('search total', 'a number', total);
    const known = found.size;
    take(items);
    startAt += items.length;
    if (items.length === 0 || startAt >= total) return;
    emptyPages = found.size === known ? emptyPages + 1 : 0;
    // A host that ignores startAt would never end.
    if (emptyPages >= MAX_EMPTY_PAGES) throw new CutListError(NOTHING_NEW);
  }
}
