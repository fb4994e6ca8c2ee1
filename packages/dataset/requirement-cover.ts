import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';

const holdsAll = <T>(loaded: readonly T[], needed: readonly T[]) =>
  needed.every(one => loaded.includes(one));

/** Whether a dataset loaded for `loaded` has all that a report needs. */
export function covers(loaded: Requirement, needed: Requirement): boolean {
  return (
    holdsAll(loaded.parts, needed.parts) &&
    holdsAll(loaded.customFields, needed.customFields) &&
    holdsAll(loaded.history, needed.history) &&
    holdsAll(loaded.boards, needed.boards) &&
    coversWorklogs(loaded.worklogs, needed.worklogs) &&
    coversSince(loaded, needed) &&
    hasSameForest(loaded, needed)
  );
}

/** More issues are no wider dataset: a report counts all that it is given. */
export const hasSameForest = (
  { forest: one }: Pick<Requirement, 'forest'>,
  { forest: other }: Pick<Requirement, 'forest'>,
): boolean => JSON.stringify(one) === JSON.stringify(other);

function coversWorklogs(loaded: Requirement['worklogs'], needed: Requirement['worklogs']): boolean {
  if (needed === 'none' || loaded === 'all') return true;
  if (needed === 'all' || loaded === 'none') return false;
  return loaded.from <= needed.from && loaded.to >= needed.to;
}

function coversSince(loaded: Requirement, { worklogsSince: needed }: Requirement): boolean {
  if (needed === null || loaded.worklogs === 'all') return true;
  return loaded.worklogsSince !== null && loaded.worklogsSince <= needed;
}

/** The smallest requirement that covers both, with the forest of the first. */
export function joinRequirements(a: Requirement, b: Requirement): Requirement {
  return {
    parts: [...new Set([...a.parts, ...b.parts])],
    customFields: [...new Set([...a.customFields, ...b.customFields])],
    history: [...new Set([...a.history, ...b.history])],
    boards: [...new Set([...a.boards, ...b.boards])],
    worklogs: joinWorklogs(a.worklogs, b.worklogs),
    worklogsSince: joinSince(a.worklogsSince, b.worklogsSince),
    ...(a.forest && { forest: a.forest }),
  };
}

const joinSince = (a: Instant | null, b: Instant | null): Instant | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

function joinWorklogs(
  a: Requirement['worklogs'],
  b: Requirement['worklogs'],
): Requirement['worklogs'] {
  if (a === 'none') return b;
  if (b === 'none') return a;
  if (a === 'all' || b === 'all') return 'all';
  return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) };
}
