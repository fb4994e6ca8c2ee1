import * as v from 'valibot';
import type { JiraClient } from '../client.ts';
import { readByPost } from '../read.ts';
import { maybe, textId } from '../wire/parse.ts';

/** Limits of one changelog/bulkfetch call. */
export const BULK_CHANGELOG_ISSUES = 1_000;
export const BULK_CHANGELOG_FIELDS = 10;
const BULK_CHANGELOG_HISTORIES = 10_000;

const PageSchema = v.object({
  issueChangeLogs: maybe(
    v.array(v.object({ issueId: textId(), changeHistories: maybe(v.array(v.unknown())) })),
  ),
  nextPageToken: maybe(v.string()),
});

export interface BulkChangelogQuery {
  readonly ids: readonly string[];
  readonly fieldIds?: readonly string[] | undefined;
}

/** Cloud: one page of histories of up to 1,000 issues, of the named fields or of all. */
export function fetchBulkChangelogs(
  client: JiraClient,
  query: BulkChangelogQuery & { readonly token?: string | undefined },
  signal?: AbortSignal,
) {
  const body = {
    issueIdsOrKeys: query.ids,
    ...(query.fieldIds && { fieldIds: query.fieldIds }),
    maxResults: BULK_CHANGELOG_HISTORIES,
    ...(query.token !== undefined && { nextPageToken: query.token }),
  };
  const request = { path: '/rest/api/3/changelog/bulkfetch', body };
  return readByPost(client, PageSchema, request, signal);
}
