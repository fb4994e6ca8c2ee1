/** Worklogs of the viewer. */
import type { LogWorkEdit, RemainingChange, WorkIssue } from '@tallyboard/core/model/edit.ts';
import type { IssueId, IssueKey } from '@tallyboard/core/model/ids.ts';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import { asObject } from '@tallyboard/records/values.ts';
import * as v from 'valibot';
import { path } from '../address.ts';
import type { JiraClient } from '../client.ts';
import { HttpError, WireError } from '../errors.ts';
import { maybe, parseWire, textId } from '../wire/parse.ts';
import { fetchFirstIssues } from './search.ts';

type Logged = Pick<LogWorkEdit, 'started' | 'zone' | 'spentSeconds' | 'comment' | 'remaining'>;

/** Logs work of the viewer and returns the id of the worklog. Version 2 takes the comment as text. */
export async function addWorklog(
  client: JiraClient,
  issueKey: string,
  { started, zone, spentSeconds, comment, remaining }: Logged,
  signal?: AbortSignal,
): Promise<string> {
  const added = await client.send(
    {
      method: 'POST',
      path: path`/rest/api/2/issue/${issueKey}/worklog`,
      query: remainingQuery(remaining, 'reduceBy'),
      body: {
        started: formatInstant(started, zone, 'YYYY-MM-DD[T]HH:mm:ss.SSSZZ'),
        timeSpentSeconds: spentSeconds,
        comment,
      },
    },
    { signal },
  );
  const id = asObject(added)?.id;
  if (id === undefined) throw new WireError('worklog', 'an id', added);
  return String(id);
}

export async function deleteWorklog(
  client: JiraClient,
  issueKey: string,
  { worklogId, remaining }: { readonly worklogId: string; readonly remaining: RemainingChange },
  signal?: AbortSignal,
): Promise<void> {
  const address = path`/rest/api/2/issue/${issueKey}/worklog/${worklogId}`;
  const query = remainingQuery(remaining, 'increaseBy');
  await client.send({ method: 'DELETE', path: address, query }, { signal });
}

function remainingQuery(remaining: RemainingChange, manual: 'reduceBy' | 'increaseBy') {
  const { how } = remaining;
  if (!('seconds' in remaining)) return { adjustEstimate: how };
  const amount = `${Math.round(remaining.seconds / 60)}m`;
  return { adjustEstimate: how, [how === 'new' ? 'newEstimate' : manual]: amount };
}

const MAX_WORK_ISSUES = 20;
const OWN_WORK = 'assignee = currentUser() OR worklogAuthor = currentUser() ORDER BY updated DESC';

const WorkIssueSchema = v.object({
  id: textId<IssueId>(),
  key: textId<IssueKey>(),
  fields: v.object({ summary: maybe(v.string()), timeestimate: maybe(v.number()) }),
});

/** The issue of a key, none if the viewer sees no such issue; null for those that the viewer works on, the latest first. */
export async function fetchWorkIssues(
  client: JiraClient,
  key: string | null,
  signal?: AbortSignal,
): Promise<readonly WorkIssue[]> {
  const jql = key === null ? OWN_WORK : `issuekey = "${key}"`;
  const query = { jql, fields: ['summary', 'timeestimate'], max: MAX_WORK_ISSUES };
  try {
    const { items } = await fetchFirstIssues(client, query, signal);
    return items.map(item => {
      const { id, key, fields } = parseWire(WorkIssueSchema, item, 'issue');
      const { summary, timeestimate } = fields;
      return { id, key, summary: summary ?? '', remainingSeconds: timeestimate ?? null };
    });
  } catch (error) {
    // Jira refuses a query with an unknown key.
    if (key !== null && error instanceof HttpError && error.status === 400) return [];
    throw error;
  }
}
