import type { Requirement } from '@tallyboard/core/model/requirement.ts';

const holdsAll = <T>(held: readonly T[], needed: readonly T[]) =>
  needed.every(one => held.includes(one));

/** Whether a dataset loaded for `held` serves a report that needs `needed`, so that nothing has to be fetched. */
export function covers(held: Requirement, needed: Requirement): boolean {
  return (
    holdsAll(held.parts, needed.parts) &&
    holdsAll(held.customFields, needed.customFields) &&
    holdsAll(held.history, needed.history) &&
    holdsAll(held.boards, needed.boards) &&
    coversWorklogs(held.worklogs, needed.worklogs)
  );
}

function coversWorklogs(held: Requirement['worklogs'], needed: Requirement['worklogs']): boolean {
  if (needed === 'none' || held === 'all') return true;
  if (needed === 'all' || held === 'none') return false;
  return held.from <= needed.from && held.to >= needed.to;
}

/** The smallest requirement that covers both, so that going back to an earlier report fetches nothing again. */
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
