import { type Api, readBody } from '../api.ts';
import { invalidPayload, JiraError } from '../errors.ts';
import { readToken, readWhole, writeToken } from '../paging.ts';
import { shapeHistory } from '../shape/changelog.ts';
import { fittingFor } from '../shape/fit.ts';
import { createTaskQueue } from '../task-queue.ts';

const known = ['issueIdsOrKeys', 'fieldIds', 'maxResults', 'nextPageToken'];

/** Histories of up to 1,000 issues, paged by history: an issue may span pages. */
export function changelogBulkfetch(api: Api): void {
  const enqueue = createTaskQueue();
  api.platform.post('/changelog/bulkfetch', call =>
    enqueue(async () => {
      const body = readBody(call, known);
      const issues = readNames(body.issueIdsOrKeys, 'issues by ID or key', 1000);
      if (issues.length === 0) throw invalidPayload();
      const fieldIds = readNames(body.fieldIds ?? [], 'field IDs', 10);
      const limit = Math.min(Math.max(1, readWhole(body, 'maxResults') ?? 1000), 10_000);
      const offset = Number(readToken(body.nextPageToken)?.offset ?? 0);

      const found = await call.store.issues.ids(issues);
      const issueIds = [...new Set(found.filter(id => id !== null))];
      const page = await call.store.histories.page({
        issueIds,
        ...(fieldIds.length > 0 ? { fieldIds } : {}),
        offset,
        limit,
      });
      const fit = await fittingFor(call);
      const byIssue = Map.groupBy(page.items, history => history.issueId);
      const end = offset + page.items.length;
      return {
        issueChangeLogs: [...byIssue].map(([issueId, histories]) => ({
          issueId,
          changeHistories: histories.map(history => ({
            ...shapeHistory(history, call, fit),
            // A number, unlike elsewhere and unlike the schema: so do real sites.
            created: history.createdMs,
          })),
        })),
        ...(end < page.total ? { nextPageToken: writeToken({ offset: end }) } : {}),
      };
    }),
  );
}

function readNames(value: unknown, what: string, max: number): string[] {
  if (!Array.isArray(value)) throw invalidPayload();
  if (value.length > max) {
    const count = max.toLocaleString('en-US');
    throw new JiraError(
      400,
      `You may only load changelogs for a maximum of ${count} ${what} at a time.`,
    );
  }
  return value.map(String);
}
