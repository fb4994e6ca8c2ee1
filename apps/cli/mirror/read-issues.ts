import { fetchBulkChangelogs } from '@tallyboard/jira/endpoints/changelog.ts';
import { fetchIssueHistories } from '@tallyboard/jira/endpoints/issue.ts';
import { fetchIssuesById } from '@tallyboard/jira/endpoints/search.ts';
import { fetchWorklogs } from '@tallyboard/jira/endpoints/worklog.ts';
import type { StoreRecord } from '@tallyboard/replica/data/records.ts';
import { recognise } from '@tallyboard/replica/import/recognise.ts';
import { isObject, type Json, type Mirror, objects } from './context.ts';

/** Issues of one call and one transaction. */
export const BATCH = 100;

/** Up to 100 issues with all histories and worklogs; those that Jira does not return are missing. */
export async function readIssues(mirror: Mirror, ids: readonly string[]): Promise<StoreRecord[]> {
  const { client, signal } = mirror;
  const shape = { fields: ['*all'], expand: ['changelog'] };
  const { issues } = await fetchIssuesById(client, ids, shape, signal);
  const wanted = new Set(ids);
  const found = objects(issues).filter(issue => wanted.has(String(issue.id)));
  await Promise.all([completeHistories(mirror, found), completeWorklogs(mirror, found)]);
  mirror.tally.failed += ids.length - found.length;
  // The importer normalizes the different forms of histories.
  return found.flatMap(issue =>
    recognise(issue, 'issues').filter(record => record.kind !== 'attachment'),
  );
}

interface Listed {
  readonly list: Json[];
  readonly total: number;
}

function listed(holder: unknown, name: string): Listed {
  const object = isObject(holder) ? holder : {};
  const list = objects(object[name]);
  return { list, total: typeof object.total === 'number' ? object.total : list.length };
}

/** Issues come with their newest 40 histories on Cloud; a longer list is read by itself. */
async function completeHistories(mirror: Mirror, issues: readonly Json[]): Promise<void> {
  const cut = issues.filter(issue => {
    const { list, total } = listed(issue.changelog, 'histories');
    return total > list.length;
  });
  if (cut.length === 0) return;
  const whole = await fetchHistories(
    mirror,
    cut.map(issue => String(issue.id)),
  );
  for (const issue of cut) {
    const { list, total } = listed(issue.changelog, 'histories');
    const histories = whole.get(String(issue.id)) ?? list;
    if (histories.length < total) mirror.tally.cut += 1;
    issue.changelog = { total, histories };
  }
}

async function fetchHistories(
  { client, signal }: Mirror,
  ids: readonly string[],
): Promise<Map<string, Json[]>> {
  const found = new Map<string, Json[]>();
  if (client.flavour === 'data-center') {
    for (const id of ids) {
      const { items } = await fetchIssueHistories(client, id, signal);
      found.set(id, objects(items));
    }
    return found;
  }
  const tokens = new Set<string>();
  for (let token: string | undefined; ; ) {
    const page = await fetchBulkChangelogs(client, { ids, token }, signal);
    for (const { issueId, changeHistories } of page.issueChangeLogs ?? [])
      found.set(issueId, [...(found.get(issueId) ?? []), ...objects(changeHistories)]);
    token = page.nextPageToken || undefined;
    if (token === undefined || tokens.has(token)) return found;
    tokens.add(token);
  }
}

/** Issues come with their oldest 20 worklogs; more are read by themselves. */
async function completeWorklogs(mirror: Mirror, issues: readonly Json[]): Promise<void> {
  const { client, signal } = mirror;
  await Promise.all(
    issues.map(async issue => {
      const fields = isObject(issue.fields) ? issue.fields : {};
      const { list, total } = listed(fields.worklog, 'worklogs');
      if (total <= list.length) return;
      const { items } = await fetchWorklogs(client, String(issue.id), undefined, signal);
      if (items.length < total) mirror.tally.cut += 1;
      fields.worklog = { total, worklogs: items };
    }),
  );
}
