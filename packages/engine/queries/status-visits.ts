import { statusSpans } from '@tallyboard/core/history/spans.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { StatusVisit } from '@tallyboard/core/model/rows.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchIssueHistories } from '@tallyboard/jira/endpoints/issue.ts';
import type { Metadata } from '@tallyboard/jira/load/metadata.ts';
import { nameChanges, normalizeHistories } from '@tallyboard/jira/normalize/changes.ts';
import { Pool } from '@tallyboard/jira/normalize/pool.ts';

/**
 * The stays of an issue in its statuses until `asOf`, oldest first. Its history is fetched unless the dataset has all
 * of it: most reports load none, and the popover needs that of one issue.
 */
export async function fetchStatusVisits(
  client: JiraClient,
  metadata: Metadata,
  issue: Issue,
  asOf: Instant,
  signal?: AbortSignal,
): Promise<readonly StatusVisit[]> {
  const pool = new Pool(metadata.statuses);
  const isLoaded = issue.historyComplete && issue.changes.some(change => change.field === 'status');
  const changes = isLoaded
    ? issue.changes
    : await fetchStatusChanges(client, metadata, issue, pool, signal);
  return statusSpans({ ...issue, changes }, asOf, pool.statuses).map(span => ({
    statusName: span.status.name,
    category: span.status.category,
    from: span.from,
    to: span.to,
    by: span.by?.name ?? null,
  }));
}

async function fetchStatusChanges(
  client: JiraClient,
  { fields, special }: Metadata,
  { id }: Issue,
  pool: Pool,
  signal: AbortSignal | undefined,
): Promise<Issue['changes']> {
  const { items } = await fetchIssueHistories(client, id, signal);
  const names = nameChanges({ history: ['status'], customFields: [] }, fields, special);
  return normalizeHistories(items, names, pool);
}
