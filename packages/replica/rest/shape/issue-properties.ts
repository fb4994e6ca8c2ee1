import type { IssueDocument } from '../../data/issues/issue-document.ts';
import { JiraError } from '../errors.ts';
import { readList } from '../paging.ts';

/** Incomplete lists of an issue; `total` is null if unknown. */
interface ReceivedLists {
  changelog?: { fetched: number; total: number | null };
  worklog?: { fetched: number; total: number | null };
}

const MAX_KEYS = 5;

export function readPropertyKeys(asked: unknown): string[] {
  const keys = readList(asked);
  if (keys.length > MAX_KEYS)
    throw new JiraError(400, `The properties of an issue are given for up to ${MAX_KEYS} keys.`);
  return keys;
}

/** Undefined if all lists are complete. */
function receivedOf(issue: IssueDocument): ReceivedLists | undefined {
  const { historyCount, historyTotal, worklogCount, worklogTotal } = issue;
  const isWhole = (count: number, total: number | null) => total !== null && count >= total;
  const received: ReceivedLists = {};
  if (!isWhole(historyCount, historyTotal))
    received.changelog = { fetched: historyCount, total: historyTotal };
  if (!isWhole(worklogCount, worklogTotal))
    received.worklog = { fetched: worklogCount, total: worklogTotal };
  return Object.keys(received).length > 0 ? received : undefined;
}

/** All, or those of the given keys. */
export function issueProperties(
  issue: IssueDocument,
  keys: readonly string[] = ['*all'],
): Record<string, unknown> {
  const received = receivedOf(issue);
  const isAsked = keys.includes('*all') || keys.includes('tallyboard.received');
  return received && isAsked ? { 'tallyboard.received': received } : {};
}
