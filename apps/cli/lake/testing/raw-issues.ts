import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { recordOf } from '@tallyboard/core/unknown.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import type { Store } from '@tallyboard/replica/store/store.ts';
import { openInnerJira } from '@tallyboard/service-kit/columns/inner-jira.ts';

const PAGE = 500;

/** Writes the issues of a store as Jira Data Center sends them, one in each line, with all fields and their histories. */
export async function writeRawIssues(store: Store, path: string): Promise<number> {
  const { request } = openInnerJira({ store, flavour: 'data-center' });
  const file = createWriteStream(path);
  let count = 0;
  for (;;) {
    const body = {
      jql: 'ORDER BY created, key',
      startAt: count,
      maxResults: PAGE,
      fields: ['*all'],
      expand: ['changelog'],
    };
    const reply = await request({ method: 'POST', path: '/rest/api/2/search', body });
    const issues = (recordOf(reply.value).issues ?? []) as readonly unknown[];
    if (issues.length === 0) break;
    for (const issue of issues) {
      await completeWorklogs(request, issue);
      if (!file.write(`${JSON.stringify(issue)}\n`)) await once(file, 'drain');
    }
    count += issues.length;
  }
  file.end();
  await once(file, 'close');
  return count;
}

/** The search has the first 20 worklogs of an issue alone. */
async function completeWorklogs(request: RequestFunction, issue: unknown): Promise<void> {
  const { key, fields } = recordOf(issue);
  const { worklog } = recordOf(fields);
  const { total, worklogs } = recordOf(worklog);
  if (!Array.isArray(worklogs) || !(Number(total) > worklogs.length)) return;
  const { value } = await request({ method: 'GET', path: `/rest/api/2/issue/${key}/worklog` });
  Object.assign(worklog as object, { worklogs: recordOf(value).worklogs });
}
