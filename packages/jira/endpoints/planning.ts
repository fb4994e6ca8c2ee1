import type { JiraClient } from '../client.ts';
import { HttpError } from '../errors.ts';
import { path } from '../transport.ts';
import { parseWire } from '../wire/parse.ts';
import { WireEstimation, WireRankResult } from '../wire/planning.ts';

/** The most issues of one rank or move. */
const MOST_MOVED = 50;

/** Issues and where they go; without a neighbour the host puts them at the end. */
export interface Placement {
  readonly issues: readonly string[];
  readonly rankBeforeIssue?: string;
  readonly rankAfterIssue?: string;
  readonly rankCustomFieldId?: number;
}

/** Ranks issues before or after another. */
export function rankIssues(
  client: JiraClient,
  placement: Placement,
  signal?: AbortSignal,
): Promise<void> {
  return move(client, 'PUT', '/rest/agile/1.0/issue/rank', placement, signal);
}

/** Moves issues out of their sprint into a board's backlog. */
export function moveToBacklog(
  client: JiraClient,
  boardId: number,
  placement: Placement,
  signal?: AbortSignal,
): Promise<void> {
  return move(client, 'POST', path`/rest/agile/1.0/backlog/${boardId}/issue`, placement, signal);
}

/** Moves issues into an open sprint. */
export function moveToSprint(
  client: JiraClient,
  sprintId: number,
  placement: Placement,
  signal?: AbortSignal,
): Promise<void> {
  return move(client, 'POST', path`/rest/agile/1.0/sprint/${sprintId}/issue`, placement, signal);
}

/**
 * Sends a placement in parts of 50, one after the other: every part but the first follows the last issue of the part
 * before, so that the order holds. Throws HttpError with the failed entries of a partial (207) answer.
 */
async function move(
  client: JiraClient,
  method: 'PUT' | 'POST',
  where: string,
  placement: Placement,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { issues, rankCustomFieldId, ...neighbour } = placement;
  for (let at = 0; at < issues.length; at += MOST_MOVED) {
    const previous = issues[at - 1];
    const body = {
      issues: issues.slice(at, at + MOST_MOVED),
      ...(previous === undefined ? neighbour : { rankAfterIssue: previous }),
      ...(rankCustomFieldId !== undefined && { rankCustomFieldId }),
    };
    const reply = await client.send({ method, path: where, body }, { signal });
    if (reply !== null) throwPartial(reply, method, where);
  }
}

function throwPartial(reply: unknown, method: 'PUT' | 'POST', where: string): void {
  const { entries } = parseWire(WireRankResult, reply, where);
  const failed = (entries ?? []).filter(entry => entry.status >= 400);
  const first = failed[0];
  if (first === undefined) return;
  const messages = failed.flatMap(entry =>
    (entry.errors ?? []).map(text => `${entry.issueKey ?? entry.issueId ?? ''}: ${text}`),
  );
  const told = { messages, fieldErrors: {}, heading: null, retryAfter: null };
  throw new HttpError({ method, path: where }, first.status, told);
}

/** Sets an issue's estimate in the field that the board estimates in, and returns the value as the host keeps it. */
export async function estimateIssue(
  client: JiraClient,
  idOrKey: string,
  boardId: number,
  value: string,
  signal?: AbortSignal,
): Promise<string | number | null> {
  const reply = await client.send(
    {
      method: 'PUT',
      path: path`/rest/agile/1.0/issue/${idOrKey}/estimation`,
      query: { boardId },
      body: { value },
    },
    { signal },
  );
  return reply === null ? null : (parseWire(WireEstimation, reply, 'estimation').value ?? null);
}
