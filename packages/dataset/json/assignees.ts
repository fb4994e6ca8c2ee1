import type { IssueId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import type { User } from '@tallyboard/core/model/user.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { readBatches } from '../load/details.ts';
import type { Metadata } from '../load/metadata.ts';
import { openSession } from '../load/open-session.ts';
import { planReading } from '../load/session.ts';

/** The assignees of these issues as they are now; issues that the host does not hand out are missing. */
export async function readAssignees(
  client: JiraClient,
  metadata: Metadata,
  issues: readonly Pick<Issue, 'id' | 'key'>[],
  signal: AbortSignal,
): Promise<ReadonlyMap<IssueId, User | null>> {
  const requirement = { ...NO_REQUIREMENT, parts: ['people' as const] };
  const session = openSession(client, { jql: '', requirement }, signal);
  const plan = planReading(session, metadata);
  const names = new Map<string, string>(issues.map(({ id, key }) => [id, key]));
  await readBatches(session, plan, [...names.keys()], names);
  const read = plan.collector.issues(names.keys());
  return new Map(read.map(({ id, assignee }) => [id, assignee]));
}
