import { normalizeSprint, parseSprintText } from '../normalize/sprint.ts';
import type { CachedIssue } from './chunk.ts';

/** Sprints start and end without their issues being updated; older news of an open one are asked for again. */
const SPRINT_NEWS_MS = 10 * 60_000;

interface News {
  readonly issue: CachedIssue;
  readonly open: boolean;
}

/**
 * The ids of issues that tell, read again, how the sprints stand that were open when they were last heard of: one issue
 * for each. What the newest one says of a sprint counts for all.
 */
export function findWitnesses(
  held: Iterable<CachedIssue>,
  sprintFields: readonly string[],
  now: number,
): ReadonlySet<string> {
  const newest = new Map<number, News>();
  for (const issue of held) {
    for (const field of sprintFields) {
      const value = issue.fields[field];
      if (!Array.isArray(value)) continue;
      for (const each of value) {
        const sprint = readSprint(each);
        if (sprint === null) continue;
        const known = newest.get(sprint.id);
        if (!known || known.issue.at < issue.at)
          newest.set(sprint.id, { issue, open: sprint.open });
      }
    }
  }
  const open = [...newest.values()].filter(
    news => news.open && now - news.issue.at > SPRINT_NEWS_MS,
  );
  return new Set(open.map(news => news.issue.id));
}

function readSprint(value: unknown): { readonly id: number; readonly open: boolean } | null {
  if (typeof value === 'string') {
    const sprint = parseSprintText(value);
    return sprint && { id: sprint.id, open: sprint.state !== 'closed' };
  }
  if (typeof value !== 'object' || value === null) return null;
  const { id, state } = value as Record<string, unknown>;
  if (typeof id !== 'number' || typeof state !== 'string') return null;
  return { id, open: normalizeSprint({ id, name: '', state }).state !== 'closed' };
}
