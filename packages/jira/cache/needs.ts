import type { ReadPlan } from '../load/session.ts';
import { type CachedIssue, coversScope, type HistoryScope, holdsFields } from './chunk.ts';

/** The fields and histories of an issue that a plan needs. */
export interface Needs {
  readonly fields: readonly string[];
  /** Null when no history is needed. */
  readonly histories: HistoryScope | null;
}

export function needsOf({ fields, historyFields, wantsHistories }: ReadPlan): Needs {
  return { fields, histories: wantsHistories ? (historyFields ?? 'all') : null };
}

export function holdsNeeds(held: Needs, needed: Needs): boolean {
  return (
    holdsFields(held.fields, needed.fields) && holdsHistories(held.histories, needed.histories)
  );
}

export function holdsHistories(held: HistoryScope | null, needed: HistoryScope | null): boolean {
  return needed === null || (held !== null && coversScope(held, needed));
}

/** Whether a cached issue has all that is needed. */
export function holdsAll({ asked, histories }: CachedIssue, needs: Needs): boolean {
  return (
    holdsFields(asked, needs.fields) && holdsHistories(histories?.scope ?? null, needs.histories)
  );
}

/** What all of the issues have in common; the requested needs for no issues. */
export function commonNeeds(issues: readonly CachedIssue[], asked: Needs): Needs {
  const [first] = issues;
  if (first === undefined) return asked;
  // Issues that were read together share one array: there are only a few different ones.
  let fields = first.asked;
  const seen = new Set([fields]);
  let histories = first.histories?.scope ?? null;
  const scopes = new Set([histories]);
  for (const issue of issues) {
    if (!seen.has(issue.asked)) {
      seen.add(issue.asked);
      fields = fields.filter(id => issue.asked.includes(id));
    }
    const scope = issue.histories?.scope ?? null;
    if (!scopes.has(scope)) {
      scopes.add(scope);
      histories = commonScope(histories, scope);
    }
  }
  return { fields, histories };
}

function commonScope(a: HistoryScope | null, b: HistoryScope | null): HistoryScope | null {
  if (a === null || b === null) return null;
  if (a === 'all') return b;
  return b === 'all' ? a : a.filter(id => b.includes(id));
}
