import { COLUMNS_PATH, type QueryColumns } from '@tallyboard/jira/load/read-columns.ts';
import { type Api, type Call, readBody } from '@tallyboard/replica/rest/api.ts';
import { readSegments } from './segments.ts';

export interface ColumnsReply {
  /** Null where the issues must be read as JSON. */
  readonly columns: QueryColumns | null;
}

/** `POST /rest/tallyboard/1/columns`: a query's issues as Arrow, beside Jira Cloud's REST API. */
export function columns(api: Api): void {
  if (api.flavour !== 'cloud') return;
  api.root.post(
    COLUMNS_PATH,
    async (call): Promise<ColumnsReply> => ({ columns: await queryColumns(api, call) }),
  );
}

/** Columns are for readers who see everything. */
async function queryColumns({ store }: Api, call: Call): Promise<QueryColumns | null> {
  if (!(await call.store.segments.seesAll())) return null;
  const { jql } = readBody(call, ['jql']);
  const revision = await store.segments.revision();
  const search = { jql: String(jql ?? ''), ...call.scope, restricted: true };
  const { ids } = await call.store.jql.search(search);
  const segments = await readSegments(store, ids);
  if (segments === null || (await store.segments.revision()) !== revision) return null;
  return { ids, segments };
}
