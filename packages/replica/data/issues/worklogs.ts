import { idNumbers } from '@tallyboard/database/engine.ts';
import { find } from '@tallyboard/database/query.ts';
import { sql } from 'kysely';
import { isUnrestricted, ofVisibleIssues } from '../access/reader.ts';
import type { StoreContext } from '../context.ts';
import type { Row } from '../tables.ts';
import type { Page } from './issue-document.ts';

export function worklogStore(context: StoreContext) {
  const { engine, db, refresh } = context;
  const isVisible = async () => {
    await refresh();
    return sql<boolean>`${ofVisibleIssues(context, 'worklogs')} and ${isUnrestricted(context, 'worklogs')}`;
  };
  return {
    /** Worklogs of one issue, oldest `started` first. */
    async page(request: {
      issueId: string;
      startedAfter?: number;
      startedBefore?: number;
      offset?: number;
      limit?: number;
    }): Promise<Page<StoredWorklog>> {
      const { issueId, startedAfter, startedBefore, offset = 0, limit } = request;
      let query = db
        .selectFrom('worklogs')
        .selectAll()
        .where('issue_id', '=', Number(issueId))
        .where(await isVisible());
      if (startedAfter !== undefined) query = query.where('started', '>', startedAfter);
      if (startedBefore !== undefined) query = query.where('started', '<', startedBefore);
      const rows = await query.orderBy('started').orderBy('id').execute();
      const page = rows.slice(offset, offset + (limit ?? rows.length));
      return { items: page.map(worklogOf), total: rows.length };
    },

    /** The first worklogs of many issues (as Jira inlines them), by issue id. */
    async first(issueIds: readonly string[], limit: number): Promise<Map<string, StoredWorklog[]>> {
      const ids = idNumbers(issueIds);
      const isOfThese = sql`${engine.idIn('issue_id', ids)} and ${await isVisible()}`;
      const rows = await find(context, 'worklogs', isOfThese, 'issue_id', 'started', 'id');
      for (const watcher of context.watchers) watcher.onRows('worklogs', ids, rows);
      const byIssue = Map.groupBy(rows, row => String(row.issue_id));
      return new Map([...byIssue].map(([id, list]) => [id, list.slice(0, limit).map(worklogOf)]));
    },

    async byIds(ids: readonly string[]): Promise<StoredWorklog[]> {
      const isNamed = sql`${engine.idIn('id', idNumbers(ids))} and ${await isVisible()}`;
      const rows = await find(context, 'worklogs', isNamed, 'id');
      return rows.map(worklogOf);
    },

    /** Worklogs updated at or after `since`, oldest first. */
    async updatedSince(since: number, limit: number): Promise<{ id: string; updatedMs: number }[]> {
      const rows = await db
        .selectFrom('worklogs')
        .select(['id', 'updated'])
        .where('updated', '>=', since)
        .where(await isVisible())
        .orderBy('updated')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(row => ({ id: String(row.id), updatedMs: row.updated }));
    },
  };
}

export type StoredWorklog = ReturnType<typeof worklogOf>;

function worklogOf(row: Row<'worklogs'>) {
  return {
    id: String(row.id),
    issueId: String(row.issue_id),
    startedMs: row.started,
    updatedMs: row.updated,
    document: JSON.parse(row.document) as Record<string, unknown>,
  };
}
