/** The issues of a query as an Arrow stream: a call of the built-in Jira only, not part of Jira's API. */
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { HostClient } from '@tallyboard/jira/client.ts';
import { HttpError, isAbort, ManyIssuesError } from '@tallyboard/jira/errors.ts';
import type { ExchangeSettings } from '@tallyboard/jira/transport.ts';

export const COLUMNS_PATH = '/rest/tallyboard/1/columns';
export const COLUMNS_TYPE = 'application/vnd.apache.arrow.stream';

export interface ColumnsQuery {
  readonly jql: string;
  readonly requirement: Requirement;
  /** ETag of a stream for the same query and requirement: asks for a newer one only. */
  readonly etag?: string | undefined;
}

interface StreamReply {
  readonly bytes: Uint8Array;
  /** Changes when an issue was added, changed or removed; null where the host names no version. */
  readonly etag: string | null;
}

/** The issues are read as JSON. */
export interface ListedIssues {
  /** In the order of the query. */
  readonly ids: readonly string[];
}

/**
 * Without columns for the query: 'none', or the ids of few issues; 'failed' after any other reply. Issues are then read as JSON.
 * Only a busy host is asked again: calls for JSON would load it more. Throws its last HttpError, ManyIssuesError, or the signal's
 * reason.
 */
export async function fetchColumns(
  client: HostClient,
  { jql, requirement, etag }: ColumnsQuery,
  watch: ExchangeSettings,
): Promise<StreamReply | ListedIssues | 'unchanged' | 'none' | 'failed'> {
  const { parts, customFields, history, worklogs } = requirement;
  // Sorted, since the ETag depends on the requirement.
  const lists = {
    parts: parts.toSorted(),
    customFields: customFields.toSorted(),
    history: history.toSorted(),
  };
  const asked = {
    method: 'POST',
    path: COLUMNS_PATH,
    body: { jql, requirement: { ...lists, worklogs }, ids: true, page: true },
    ifNoneMatch: etag,
  } as const;
  const reply = await client.exchange(asked, watch).catch((error: unknown) => {
    if (isAbort(error) || error instanceof HttpError) throw error;
    return null;
  });
  if (reply?.status === 304 && etag !== undefined) return 'unchanged';
  if (reply?.status === 204) return 'none';
  if (reply?.status !== 200) return 'failed';
  const { headers, value, body } = reply;
  if (value instanceof Uint8Array) return { bytes: value, etag: headers.etag ?? null };
  return parseReply(body) ?? 'failed';
}

function parseReply(body: string): ListedIssues | null {
  const { ids, issueCount, maxIssues } = parseJson(body);
  if (typeof issueCount === 'number' && typeof maxIssues === 'number')
    throw new ManyIssuesError(issueCount, maxIssues);
  return Array.isArray(ids) && ids.every(id => typeof id === 'string') ? { ids } : null;
}

function parseJson(body: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(body));
  } catch {
    return {};
  }
}
