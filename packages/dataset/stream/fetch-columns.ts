/** The issues of a query as an Arrow stream: a call of the built-in Jira only, not part of Jira's API. */
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import { httpError, ManyIssuesError, readRetryAfter } from '@tallyboard/jira/errors.ts';
import { systemClock } from '@tallyboard/jira/gate.ts';
import type { HttpReply, HttpRequest, OnBytes, RequestFunction } from '@tallyboard/jira/http.ts';

export const COLUMNS_PATH = '/rest/tallyboard/1/columns';
export const COLUMNS_TYPE = 'application/vnd.apache.arrow.stream';

export interface ColumnsQuery {
  readonly jql: string;
  readonly requirement: Requirement;
  /** Of a stream for the same query and requirement: asks for a newer one only. */
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

/** Of one call, and of repeated calls to a busy host. */
const TIMEOUT_MS = 120_000;

/**
 * Without columns for the query: 'none', or the ids of few issues; 'failed' after any other reply. Issues are then read as JSON.
 * Only a busy host is asked again: calls for JSON would load it more. Throws its last HttpError, ManyIssuesError, or the signal's
 * reason.
 */
export async function fetchColumns(
  request: RequestFunction,
  { jql, requirement, etag }: ColumnsQuery,
  { signal, onBytes }: { readonly signal: AbortSignal; readonly onBytes?: OnBytes },
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
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    const reply = await ask(request, asked, signal, onBytes);
    if (reply === null) return 'failed';
    const { status, headers, value, body } = reply;
    const wait = status === 503 ? readRetryAfter(headers, Date.now()) : null;
    if (wait !== null) {
      if (Date.now() + wait > end) throw httpError(asked, reply, Date.now());
      await systemClock.sleep(wait, signal);
      continue;
    }
    if (status === 304 && etag !== undefined) return 'unchanged';
    if (status === 204) return 'none';
    if (status !== 200) return 'failed';
    if (value instanceof Uint8Array) return { bytes: value, etag: headers.etag ?? null };
    return parseReply(body) ?? 'failed';
  }
}

function parseReply(body: string): ListedIssues | null {
  const { ids, issueCount } = parseJson(body);
  if (typeof issueCount === 'number') throw new ManyIssuesError(issueCount);
  return Array.isArray(ids) && ids.every(id => typeof id === 'string') ? { ids } : null;
}

function parseJson(body: string): { readonly ids?: unknown; readonly issueCount?: unknown } {
  try {
    return Object(JSON.parse(body));
  } catch {
    return {};
  }
}

/** Null without a reply. */
async function ask(
  request: RequestFunction,
  asked: HttpRequest,
  signal: AbortSignal,
  onBytes: OnBytes | undefined,
): Promise<HttpReply | null> {
  try {
    const watched = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    return await request(asked, watched, onBytes);
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
