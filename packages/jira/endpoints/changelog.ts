import type { JiraClient } from '../client.ts';
import { WireBulkChangelogs as Schema, type WireBulkChangelogs } from '../wire/changelog.ts';
import { parseWire } from '../wire/parse.ts';

/** Limits of one changelog/bulkfetch call. */
export const BULK_CHANGELOG_ISSUES = 1_000;
export const BULK_CHANGELOG_FIELDS = 10;
const BULK_CHANGELOG_HISTORIES = 10_000;

/** Cloud: one page of histories of up to 1,000 issues, of the named fields alone (all fields when none is named). */
export async function fetchBulkChangelogs(
  client: JiraClient,
  query: {
    readonly ids: readonly string[];
    readonly fieldIds?: readonly string[] | undefined;
    readonly token?: string | undefined;
  },
  signal?: AbortSignal,
): Promise<WireBulkChangelogs> {
  const reply = await client.send(
    {
      method: 'POST',
      path: '/rest/api/3/changelog/bulkfetch',
      body: {
        issueIdsOrKeys: query.ids,
        ...(query.fieldIds && { fieldIds: query.fieldIds }),
        maxResults: BULK_CHANGELOG_HISTORIES,
        ...(query.token !== undefined && { nextPageToken: query.token }),
      },
    },
    { signal, reads: true },
  );
  return parseWire(Schema, reply, 'changelog/bulkfetch');
}
