import { formatInstant } from '@tallyboard/core/time/format.ts';
import { isZone } from '@tallyboard/core/time/zone.ts';
import { walkBulkChangelogs } from '@tallyboard/jira/endpoints/changelog.ts';
import { fetchIssueHistories } from '@tallyboard/jira/endpoints/issue.ts';
import { fetchIssuesById } from '@tallyboard/jira/endpoints/search.ts';
import { fetchWorklogs } from '@tallyboard/jira/endpoints/worklog.ts';
import { WireError } from '@tallyboard/jira/errors.ts';
import type { StoreRecord } from '@tallyboard/replica/data/records.ts';
import { asNumber, asObject, asObjects, type JsonObject } from '@tallyboard/replica/data/shapes.ts';
import type { Mirror } from './context.ts';

/** Issues of one call and one transaction. */
export const BATCH = 100;

/** Up to 100 issues with all histories and worklogs; those that Jira does not return are missing. */
export async function readIssues(mirror: Mirror, ids: readonly string[]): Promise<StoreRecord[]> {
  const { client, signal } = mirror;
  const shape = { fields: ['*all'], expand: ['changelog'] };
  const { issues } = await fetchIssuesById(client, ids, shape, signal);
  const wanted = new Set(ids);
  const found = asObjects(issues).filter(issue => wanted.has(String(issue.id)));
  await Promise.all([completeHistories(mirror, found), completeWorklogs(mirror, found)]);
  mirror.tally.failed += ids.length - new Set(found.map(({ id }) => String(id))).size;
  return found.map(value => ({ kind: 'issue', value: value as never }));
}

interface Listed {
  readonly list: JsonObject[];
  readonly total: number;
}

function listed(holder: unknown, name: string): Listed {
  const object = asObject(holder);
  const list = asObjects(object?.[name]);
  return { list, total: asNumber(object?.total) ?? list.length };
}

/** Issues contain their newest 40 histories on Cloud; longer lists are read separately. */
async function completeHistories(mirror: Mirror, issues: readonly JsonObject[]): Promise<void> {
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
    expectMore('histories', histories, list);
    if (histories.length < total) mirror.tally.cut += 1;
    issue.changelog = { total, histories };
  }
}

/** The list of a resource of its own has all that the issue contains. */
function expectMore(name: string, whole: readonly unknown[], contained: readonly unknown[]): void {
  if (whole.length < contained.length)
    throw new WireError(name, `${contained.length} or more`, whole.length);
}

const JIRA_TIME = 'YYYY-MM-DD[T]HH:mm:ss.SSSZZ';

/** The bulk resource has milliseconds: writes them as Jira does elsewhere, in the zone of the account. */
function inJiraForm(history: JsonObject, zone: string): JsonObject {
  const { created } = history;
  return typeof created === 'number'
    ? { ...history, created: formatInstant(created, zone, JIRA_TIME) }
    : history;
}

async function zoneOfAccount({ store }: Mirror): Promise<string> {
  const { currentUser } = await store.catalogue.site();
  const user = await store.catalogue.get('user', String(currentUser));
  const zone = user?.document.timeZone;
  return typeof zone === 'string' && isZone(zone) ? zone : 'UTC';
}

async function fetchHistories(
  mirror: Mirror,
  ids: readonly string[],
): Promise<Map<string, JsonObject[]>> {
  const { client, signal } = mirror;
  const found = new Map<string, JsonObject[]>();
  if (client.flavour === 'data-center') {
    for (const id of ids) {
      const { items } = await fetchIssueHistories(client, id, signal);
      found.set(id, asObjects(items));
    }
    return found;
  }
  const zone = await zoneOfAccount(mirror);
  // Of a list that is cut, the totals tell which issues lack some.
  await walkBulkChangelogs(
    client,
    { ids },
    issues => {
      for (const { issueId, changeHistories } of issues) {
        const histories = asObjects(changeHistories).map(history => inJiraForm(history, zone));
        found.set(issueId, [...(found.get(issueId) ?? []), ...histories]);
      }
    },
    signal,
  );
  return found;
}

/** Issues contain their oldest 20 worklogs; longer lists are read separately. */
async function completeWorklogs(mirror: Mirror, issues: readonly JsonObject[]): Promise<void> {
  const { client, signal } = mirror;
  await Promise.all(
    issues.map(async issue => {
      const fields = asObject(issue.fields) ?? {};
      const { list, total } = listed(fields.worklog, 'worklogs');
      if (total <= list.length) return;
      const { items } = await fetchWorklogs(client, String(issue.id), undefined, signal);
      expectMore('worklogs', items, list);
      if (items.length < total) mirror.tally.cut += 1;
      fields.worklog = { total, worklogs: items };
    }),
  );
}
