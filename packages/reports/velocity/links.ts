/** Where figures of velocity open in the host. */

import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { SprintId } from '@tallyboard/core/model/ids.ts';

/** More keys would make an address longer than hosts take. */
const MAX_KEYS = 200;

/** Returns the query for just these issues; null for none and for too many. */
export function issuesJql({ issues }: Dataset, rows: ReadonlySet<number>): string | null {
  if (rows.size === 0 || rows.size > MAX_KEYS) return null;
  return `key in (${[...rows].flatMap(row => issues[row]?.key ?? []).join(', ')})`;
}

/** Returns the query for these issues of a person, by their keys where they are few, else by assignee and sprints. */
export function personJql(
  dataset: Dataset,
  rows: ReadonlySet<number>,
  userId: string,
  sprints: readonly SprintId[],
): string | null {
  if (rows.size <= MAX_KEYS) return issuesJql(dataset, rows);
  if (sprints.length === 0) return null;
  const who =
    userId === '' ? 'assignee is EMPTY' : `assignee = "${userId.replace(/["\\]/g, '\\$&')}"`;
  return `sprint in (${sprints.join(', ')}) AND ${who}`;
}
