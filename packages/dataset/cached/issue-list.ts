import {
  fetchOffsetPage,
  fetchTokenPage,
  OFFSET_PAGE_SIZE,
} from '@tallyboard/jira/endpoints/search.ts';
import { andClauses, readableQuery } from '@tallyboard/jira/jql/compose.ts';
import { nextTokenOf, readAllStarts, walkWholeList } from '@tallyboard/jira/paginate.ts';
import { rawIssueId } from '@tallyboard/jira/wire/issue.ts';
import { walkIds } from '../load/cloud-issues.ts';
import type { LoadSession } from '../load/session.ts';

/** The ids of a query. */
export interface IssueList {
  readonly ids: readonly string[];
  /** False when the list is truncated: absent ids may still match. */
  readonly whole: boolean;
  /** The key and the time of update of each, on Data Center and for short lists. */
  readonly rows: ReadonlyMap<string, Row> | null;
}

type Row = { readonly key: string; readonly updated: unknown };

/** Page size of a search with fields. */
const FEW = 100;

/** Whether one call can list so many issues with their times of update. */
export const isFew = (ids: readonly string[]) => ids.length <= FEW;

/**
 * Every id that the query finds, in its order: 5,000 a call on Cloud, 1,000 on Data Center. `few`: 100 a call on Cloud, with
 * their times of update.
 */
export function listIssues(session: LoadSession, few = false): Promise<IssueList> {
  return session.client.flavour === 'cloud' ? listByWalk(session, few) : listByOffset(session);
}

async function listByWalk(session: LoadSession, few: boolean): Promise<IssueList> {
  const rows = few ? new Map<string, Row>() : null;
  const { ids, whole, settle } = await walkIds(
    session,
    fresh => session.progress.expect('issues', fresh.length),
    rows ? { fields: ['updated'], maxResults: FEW, onPage: page => page.forEach(addTo(rows)) } : {},
  );
  session.progress.counted();
  settle(null);
  return { ids, whole, rows };
}

const addTo = (rows: Map<string, Row>) => (item: unknown) => {
  const { id, key, fields } = Object(item);
  rows.set(String(id), { key, updated: fields?.updated });
};

async function listByOffset(session: LoadSession): Promise<IssueList> {
  const { client, jql, signal, progress, warnings } = session;
  const query = readableQuery(jql, client.flavour);
  const pages = new Map<number, readonly unknown[]>();
  const ids = new Set<string | null>();
  let end = 0;
  const read = async (startAt: number) => {
    const asked = { jql: query, startAt, maxResults: OFFSET_PAGE_SIZE, fields: ['updated'] };
    const { items, total, warnings: said } = await fetchOffsetPage(client, asked, signal);
    for (const warning of said) warnings.add(warning);
    pages.set(startAt, items);
    end = Math.max(end, total ?? items.length);
    const before = ids.size;
    for (const item of items) ids.add(rawIssueId(item));
    return ids.size > before;
  };
  await read(0);
  const step = pages.get(0)?.length ?? 0;
  if (step > 0) await readAllStarts({ from: step, to: end, step }, read);
  const rows = new Map<string, Row>();
  for (const [, items] of [...pages].sort((a, b) => a[0] - b[0])) items.forEach(addTo(rows));
  progress.expect('issues', rows.size);
  progress.counted();
  return { ids: [...rows.keys()], whole: rows.size >= end, rows };
}

/**
 * The search index of Jira Cloud lags by minutes: a change shortly before the last list may appear only now. So the
 * search overlaps the last list by ten minutes.
 */
const OVERLAP_MINUTES = 10;
const MINUTE_MS = 60_000;

/**
 * Cloud: the ids of a query updated since an instant, less the overlap, with their times of update where they are few.
 * The clause is relative to Jira's own clock, so that neither the viewer's zone nor this machine's clock matters.
 */
export async function findUpdated(
  session: LoadSession,
  since: number,
  now: number,
): Promise<ReadonlyMap<string, unknown>> {
  const { client, jql, signal } = session;
  const minutes = Math.ceil((now - since) / MINUTE_MS) + OVERLAP_MINUTES;
  const narrowed = readableQuery(andClauses(jql, `updated >= -${minutes}m`), client.flavour);
  const updated = new Map<string, unknown>();
  const add = (raws: readonly unknown[]) => {
    for (const raw of raws) {
      const id = rawIssueId(raw);
      if (id !== null) updated.set(id, (raw as { fields?: { updated?: unknown } }).fields?.updated);
    }
  };
  const few = { jql: narrowed, fields: ['updated'], maxResults: FEW };
  const first = await fetchTokenPage(client, few, signal);
  add(first.items);
  if (nextTokenOf(first) === undefined && first.isLast !== false) return updated;
  // Many: a page of ids alone is fifty times as long.
  await walkWholeList(
    token => fetchTokenPage(client, { jql: narrowed, fields: ['id'], token }, signal),
    add,
  );
  return updated;
}
