import type { Requirement } from '@tallyboard/core/model/requirement.ts';

const holdsAll = <T>(loaded: readonly T[], needed: readonly T[]) =>
  needed.every(one => loaded.includes(one));

/** Whether a dataset loaded for `loaded` has all that a report needs. */
export function covers(loaded: Requirement, needed: Requirement): boolean {
  return (
    holdsAll(loaded.parts, needed.parts) &&
    holdsAll(loaded.customFields, needed.customFields) &&
    holdsAll(loaded.history, needed.history) &&
    holdsAll(loaded.boards, needed.boards) &&
    coversWorklogs(loaded.worklogs, needed.worklogs)
  );
}

function coversWorklogs(loaded: Requirement['worklogs'], needed: Requirement['worklogs']): boolean {
  if (needed === 'none' || loaded === 'all') return true;
  if (needed === 'all' || loaded === 'none') return false;
  return loaded.from <= needed.from && loaded.to >= needed.to;
}

/** The smallest requirement that covers both. */
export function joinRequirements(a: Requirement, b: Requirement): Requirement {
  return {
    parts: [...new Set([...a.parts, ...b.parts])],
    customFields: [...new Set([...a.customFields, ...b.customFields])],
    history: [...new Set([...a.history, ...b.history])],
    boards: [...new Set([...a.boards, ...b.boards])],
    worklogs: joinWorklogs(a.worklogs, b.worklogs),
  };
}

function joinWorklogs(
  a: Requirement['worklogs'],
  b: Requirement['worklogs'],
): Requirement['worklogs'] {
  if (a === 'none') return b;
  if (b === 'none') return a;
  if (a === 'all' || b === 'all') return 'all';
  return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) };
}
