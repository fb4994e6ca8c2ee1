/** Incomplete lists of the replica: the issue property 'tallyboard.received', which Jira itself does not have. */

import type { Repair } from '@tallyboard/records/values.ts';
import type { WireIssue } from './issue.ts';

export const RECEIVED = 'tallyboard.received';

/** `total` is null when there are more entries of unknown number. */
export interface ReceivedCount {
  readonly fetched: number;
  readonly total: number | null;
  /** The host may give them another time. */
  readonly isAbsent?: true;
}

/** Lists that are not known to be incomplete are absent. */
export interface Received {
  readonly changelog?: ReceivedCount;
  readonly worklog?: ReceivedCount;
  /** Values that could not be read. */
  readonly lost?: readonly Repair[];
}

export function receivedOf({ properties }: WireIssue): Received {
  const value = properties?.[RECEIVED];
  if (typeof value !== 'object' || value === null) return {};
  const changelog = countOf(Reflect.get(value, 'changelog'));
  const worklog = countOf(Reflect.get(value, 'worklog'));
  const lost: unknown = Reflect.get(value, 'lost');
  return {
    ...(changelog && { changelog }),
    ...(worklog && { worklog }),
    ...(Array.isArray(lost) && { lost }),
  };
}

/** The same of an issue whose changelog was asked for inline: an absent one was not received. */
export function inlinedReceived(wire: WireIssue): Received {
  const received = receivedOf(wire);
  return wire.changelog
    ? received
    : { changelog: { fetched: 0, total: null, isAbsent: true }, ...received };
}

/** Undefined for a whole list, and for what is no count. */
function countOf(value: unknown): ReceivedCount | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { fetched, total, isAbsent } = value as Record<string, unknown>;
  if (typeof fetched !== 'number') return undefined;
  // A cache keeps what it was told.
  if (total === null) return { fetched, total, ...(isAbsent === true && { isAbsent }) };
  return typeof total === 'number' && total > fetched ? { fetched, total } : undefined;
}
