import { BULK_CHANGELOG_FIELDS } from '../endpoints/changelog.ts';
import type { LoadSession, ReadPlan } from '../load/session.ts';
import { type CachedIssue, type HistoryScope, holdsFields } from './chunk.ts';
import type { CacheUse } from './contract.ts';
import type { QueryRecord } from './issue-cache.ts';
import { holdsHistories, needsOf } from './needs.ts';
import { findWitnesses } from './sprint-probes.ts';

/** What has to be fetched. */
export interface Lacking {
  readonly issues: readonly string[];
  /** Cloud: issues of which nothing but histories is missing. */
  readonly histories: readonly string[];
  /** Whether what was fetched tells nothing new of what was held. */
  readonly isSame: (fetched: readonly CachedIssue[]) => boolean;
}

export interface HeldNow {
  readonly ids: readonly string[];
  /** Those that are still as they were read. */
  readonly current: ReadonlyMap<string, CachedIssue>;
  readonly held: ReadonlyMap<string, CachedIssue>;
  readonly now: number;
}

/** Finds what of a query is not held, or not as wide as the plan needs it. */
export function findLacking(
  { client }: LoadSession,
  plan: ReadPlan,
  { ids, current, held, now }: HeldNow,
): Lacking {
  const { sprint } = plan.metadata.special;
  const needs = needsOf(plan);
  const wantsSprints = sprint.some(field => plan.fields.includes(field));
  const witnesses = wantsSprints ? findWitnesses(current.values(), sprint, now) : NONE;
  const separate = client.flavour === 'cloud';
  const issues: string[] = [];
  const histories: string[] = [];
  for (const id of ids) {
    const issue = current.get(id);
    const past = issue?.histories?.scope ?? null;
    if (!issue || witnesses.has(id) || !holdsFields(issue.asked, needs.fields)) issues.push(id);
    else if (!holdsHistories(past, needs.histories)) (separate ? histories : issues).push(id);
  }
  return {
    issues,
    histories,
    isSame: fetched =>
      witnesses.size === 0 &&
      fetched.every(({ id, fields }) => held.get(id)?.fields.updated === fields.updated),
  };
}

const NONE: ReadonlySet<string> = new Set();

/** The plan, asking of each issue also what others want of it: read once, it serves them too. */
export function widenPlan(
  plan: ReadPlan,
  { alsoFields }: CacheUse,
  record: QueryRecord | null,
  held: Iterable<CachedIssue> = [],
): ReadPlan {
  const { fields, historyFields, metadata } = plan;
  const others = [...(alsoFields?.(metadata.special) ?? []), ...(record?.holds.fields ?? [])];
  // Worklogs are heavy: only who wants them reads them.
  const light = others.filter(id => id !== 'worklog');
  const scopes = new Set([record?.holds.histories ?? null]);
  for (const issue of held) scopes.add(issue.histories?.scope ?? null);
  return {
    ...plan,
    fields: [...new Set([...fields, ...light])],
    historyFields: historyFields && [...scopes].reduce(widerHistories, historyFields),
  };
}

function widerHistories(own: readonly string[], held: HistoryScope | null): readonly string[] {
  if (held === null || held === 'all') return own;
  const joined = [...new Set([...own, ...held])];
  return joined.length <= BULK_CHANGELOG_FIELDS ? joined : own;
}
