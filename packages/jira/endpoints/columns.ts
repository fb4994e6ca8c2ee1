import * as v from 'valibot';
import type { JiraClient } from '../client.ts';
import { readByPost } from '../read.ts';

/** Our own server alone. */
export const COLUMNS_PATH = '/rest/tallyboard/1/columns';

const ColumnsSchema = v.object({
  columns: v.nullable(
    v.object({
      // Our own server's: not checked one by one.
      ids: v.custom<readonly string[]>(Array.isArray),
      segments: v.custom<readonly Uint8Array[]>(Array.isArray),
    }),
  ),
});

/** The ids of a query's issues, in order, and Arrow streams that have them among others. */
export type QueryColumns = NonNullable<v.InferOutput<typeof ColumnsSchema>['columns']>;

/** Null where the host sends the issues of this query as JSON alone. */
export async function fetchColumns(
  client: JiraClient,
  jql: string,
  signal?: AbortSignal,
): Promise<QueryColumns | null> {
  const request = { path: COLUMNS_PATH, body: { jql } };
  return (await readByPost(client, ColumnsSchema, request, signal)).columns;
}
