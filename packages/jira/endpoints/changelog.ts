import * as v from 'valibot';
import type { JiraClient } from '../client.ts';
import { halved } from '../halved.ts';
import { walkTokenPages } from '../paginate.ts';
import { readByPost } from '../read.ts';
import { textId } from '../wire/parse.ts';

/** Limits of one changelog/bulkfetch call. */
export const BULK_CHANGELOG_ISSUES = 1_000;
export const BULK_CHANGELOG_FIELDS = 10;
const BULK_CHANGELOG_HISTORIES = 10_000;

const PageSchema = v.object({
  issueChangeLogs: v.array(v.object({ issueId: textId(), changeHistories: v.array(v.unknown()) })),
  nextPageToken: v.nullish(v.string(), null),
  isLast: v.nullish(v.boolean(), null),
});

export interface BulkChangelogQuery {
  readonly ids: readonly string[];
  readonly fieldIds?: readonly string[] | undefined;
}

/** Histories of one issue on one page. */
export type IssueHistories = v.InferOutput<typeof PageSchema>['issueChangeLogs'][number];

/** Cloud: one page of histories of up to 1,000 issues, of the named fields or of all. */
export async function fetchBulkChangelogs(
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
  const { issueChangeLogs, ...rest } = await readByPost(client, PageSchema, request, signal);
  return { items: issueChangeLogs, ...rest };
}

/** Cloud: all pages of them; by halves of the issues where they are too many. `cut` is the first end that came early. */
export async function walkBulkChangelogs(
  client: JiraClient,
  query: BulkChangelogQuery,
  onPage: (issues: readonly IssueHistories[]) => void | Promise<void>,
  signal?: AbortSignal,
) {
  const walked = await halved(query.ids, ids =>
    walkTokenPages(
      token => fetchBulkChangelogs(client, { ...query, ids, token }, signal),
      onPage,
      // The histories of an issue go on with the next page.
      ({ issueId, changeHistories }) => `${issueId} ${Object(changeHistories[0]).id}`,
    ),
  );
  return walked.find(({ cut }) => cut !== null) ?? walked[0]!;
}
