import { readSprint } from '../normalize/sprint.ts';
import type { CachedIssue } from './cached-issue.ts';

/** Sprints start and end without their issues' `updated`: the state of an open sprint is re-read after this time. */
const MAX_AGE_MS = 10 * 60_000;

interface SprintReading {
  readonly issue: CachedIssue;
  readonly open: boolean;
}

/**
 * One issue per open sprint, to re-read so that its state is current: the newest reading of a sprint counts for all
 * issues.
 */
export function findSprintProbes(
  held: Iterable<CachedIssue>,
  sprintFields: readonly string[],
  now: number,
): ReadonlySet<string> {
  const newest = new Map<number, SprintReading>();
  for (const issue of held) {
    for (const field of sprintFields) {
      const value = issue.fields[field];
      if (!Array.isArray(value)) continue;
      for (const each of value) {
        const sprint = readSprint(each);
        if (sprint === null) continue;
        const known = newest.get(sprint.id);
        if (!known || known.issue.at < issue.at)
          newest.set(sprint.id, { issue, open: sprint.state !== 'closed' });
      }
    }
  }
  const open = [...newest.values()].filter(
    reading => reading.open && now - reading.issue.at > MAX_AGE_MS,
  );
  return new Set(open.map(reading => reading.issue.id));
}
