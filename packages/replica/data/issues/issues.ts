import { sql } from 'kysely';
import type { StoreContext } from '../context.ts';
import { idNumbers } from '../engine.ts';
import { find } from '../query.ts';
import { readGaps } from './gaps.ts';
import type { IssueDocument } from './issue-document.ts';
import { deleteIssues } from './issue-rows.ts';
import { readDocuments } from './read-documents.ts';

export type IssueStore = ReturnType<typeof issueStore>;

export function issueStore({ engine, db, catalogue, write, refresh }: StoreContext) {
  const store = {
    /** Issues in the order of `ids`; unknown ones are left out. */
    async documents(ids: readonly string[]): Promise<IssueDocument[]> {
      await refresh();
      return readDocuments(engine, db, catalogue, ids);
    },

    /** Ids in the given order, null where there is no such issue. Keys are case-insensitive. */
    async ids(idsOrKeys: readonly string[]): Promise<(string | null)[]> {
      const keys = idsOrKeys.map(name => name.toUpperCase());
      const isNamed = sql`${engine.idIn(sql.ref('key'), keys)} or ${engine.idIn(sql.ref('id'), idNumbers(idsOrKeys))}`;
      const rows = await find(db, 'issues', isNamed);
      const byName = new Map(
        rows.flatMap(({ id, key }) => [key, String(id)].map(name => [name, String(id)] as const)),
      );
      return keys.map(key => byName.get(key) ?? null);
    },

    async byKeyOrId(idOrKey: string): Promise<IssueDocument | null> {
      const [id] = await store.ids([idOrKey]);
      const [document] = await store.documents(id ? [id] : []);
      return document ?? null;
    },

    async count(projectId?: string): Promise<number> {
      const all = db.selectFrom('issues').select(({ fn }) => fn.countAll().as('count'));
      const query = projectId === undefined ? all : all.where('project_id', '=', projectId);
      return Number((await query.executeTakeFirst())?.count ?? 0);
    },

    async gaps() {
      await refresh();
      return readGaps(engine, db, catalogue);
    },

    /** Deletes issues with their histories and worklogs. Unknown keys are ignored; returns the number deleted. */
    delete: (keys: string[]) => write(trx => deleteIssues(engine, trx, keys)),
  };
  return store;
}
