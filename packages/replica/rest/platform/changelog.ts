import { asInstant } from '../../data/shapes.ts';
import { type Api, readBody } from '../api.ts';
import { READ_ISSUES } from '../call-rights.ts';
import { invalidPayload, JiraError } from '../errors.ts';
import { nextPageUrl, readToken, readWhole, readWindow, writeToken } from '../paging.ts';
import { shapeHistory, withoutHiddenHistories } from '../shape/issue.ts';
import { createTaskQueue, findIssue } from './issue.ts';

const BULK_BODY = ['issueIdsOrKeys', 'fieldIds', 'maxResults', 'nextPageToken'];

/** Histories of issues, on Cloud. */
export function changelog(api: Api): void {
  const enqueue = createTaskQueue();

  api.cloud.get('/issue/:idOrKey/changelog', async call => {
    const issue = await findIssue(call);
    const { startAt, maxResults } = readWindow(call.query, 100, 100);
    const page = { issueIds: [issue.id], offset: startAt, limit: maxResults };
    const { items, total } = await call.store.histories.page(page);
    const { historyTotal } = withoutHiddenHistories(issue, total);
    const end = startAt + items.length;
    const isLast = end >= total;
    return {
      self: call.url,
      nextPage: isLast ? undefined : nextPageUrl(call.url, end),
      maxResults,
      startAt,
      total: historyTotal ?? total,
      isLast,
      values: items.map(history => shapeHistory(call, history)),
    };
  });

  api.cloud.post('/issue/:idOrKey/changelog/list', READ_ISSUES, async call => {
    const { id } = await findIssue(call);
    const wanted = new Set([readBody(call).changelogIds ?? []].flat().map(String));
    const { items } = await call.store.histories.page({ issueIds: [id] });
    const found = items.filter(history => wanted.has(history.id));
    const histories = found.map(history => shapeHistory(call, history));
    return { startAt: 0, maxResults: histories.length, total: histories.length, histories };
  });

  // Up to 1,000 issues, paged by history: an issue may span pages.
  api.cloud.post('/changelog/bulkfetch', READ_ISSUES, call =>
    enqueue(async () => {
      const body = readBody(call, BULK_BODY);
      const issues = readNames(body.issueIdsOrKeys, 'issues by ID or key', 1000);
      if (issues.length === 0) throw invalidPayload();
      const fieldIds = readNames(body.fieldIds ?? [], 'field IDs', 10);
      const limit = Math.min(Math.max(1, readWhole(body, 'maxResults') ?? 1000), 10_000);
      // The issue with which the page begins, and how many of its histories earlier pages have.
      const token = readToken(body.nextPageToken);
      const offset = Number(token?.offset ?? 0);

      const found = await call.store.issues.ids(issues);
      const ids = [...new Set(found.filter(id => id !== null))];
      const { items, total } = await call.store.histories.page({
        issueIds: ids.slice(Math.max(0, ids.indexOf(String(token?.issue)))),
        fieldIds: fieldIds.length > 0 ? fieldIds : undefined,
        offset,
        limit,
      });
      const byIssue = Map.groupBy(items, history => history.issueId);
      const last = items.at(-1)?.issueId;
      const count = byIssue.get(last ?? '')?.length ?? 0;
      const next = { issue: last, offset: count + (last === token?.issue ? offset : 0) };
      return {
        issueChangeLogs: [...byIssue].map(([issueId, histories]) => ({
          issueId,
          // Real sites send a number in `created`, unlike the schema.
          changeHistories: histories.map(history =>
            shapeHistory(call, history, asInstant(history.created) ?? 0),
          ),
        })),
        nextPageToken: offset + items.length < total ? writeToken(next) : undefined,
      };
    }),
  );
}

function readNames(value: unknown, what: string, max: number): string[] {
  if (!Array.isArray(value)) throw invalidPayload();
  if (value.length <= max) return value.map(String);
  const limit = `${max.toLocaleString('en-US')} ${what}`;
  throw new JiraError(400, `You may only load changelogs for a maximum of ${limit} at a time.`);
}
