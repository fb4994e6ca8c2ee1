import type { SprintId } from '@tallyboard/core/model/ids.ts';

const NAMED = /\bsprint\s*(?:=\s*(\d+)|in\s*\(\s*(\d+(?:\s*,\s*\d+)*)\s*\))/gi;

/** Returns the sprints that a query names by id; empty when it names none. */
export function sprintsNamedIn(jql: string): ReadonlySet<SprintId> {
  const ids = new Set<SprintId>();
  for (const [, one, many] of jql.matchAll(NAMED))
    for (const id of (one ?? many ?? '').split(',')) ids.add(Number(id) as SprintId);
  return ids;
}
