/**
 * What the replica knows of lists that are not whole: the issue property 'tallyboard.received'. Jira itself has no such
 * property, and answers without it.
 */

import type { WireIssue } from './issue.ts';

export const RECEIVED = 'tallyboard.received';

/** `total` is null where there are more entries and nobody knows how many. */
export interface ReceivedCount {
  readonly fetched: number;
  readonly total: number | null;
}

/** A list that is whole, or that nobody knows to lack something, is absent. */
export interface Received {
  readonly changelog?: ReceivedCount;
  readonly worklog?: ReceivedCount;
}

export function receivedOf({ properties }: WireIssue): Received {
  const value = properties?.[RECEIVED];
  if (typeof value !== 'object' || value === null) return {};
  const changelog = countOf(Reflect.get(value, 'changelog'));
  const worklog = countOf(Reflect.get(value, 'worklog'));
  return { ...(changelog && { changelog }), ...(worklog && { worklog }) };
}

/** The same of an issue whose changelog was asked for inline: an absent one was not received. */
export function inlinedReceived(wire: WireIssue): Received {
  const received = receivedOf(wire);
  return wire.changelog ? received : { changelog: { fetched: 0, total: null }, ...received };
}

/** Undefined for a whole list, and for what is no count. */
function countOf(value: unknown): ReceivedCount | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { fetched, total } = value as Record<string, unknown>;
  if (typeof fetched !== 'number') return undefined;
  if (total === null) return { fetched, total };
  return typeof total === 'number' && total > fetched ? { fetched, total } : undefined;
}
