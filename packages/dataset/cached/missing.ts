import { BULK_CHANGELOG_FIELDS } from '@tallyboard/jira/endpoints/changelog.ts';
import { parseSprint } from '@tallyboard/jira/normalize/sprint.ts';
import type { LoadSession, ReadPlan } from '../load/session.ts';
import {
  type CachedIssue,
  type HistoryScope,
  holdsFields,
  holdsHistories,
  mayHaveHistory,
  needsOf,
} from './cached-issue.ts';
import type { CacheUse, QueryRecord } from './issue-cache.ts';
import type { NameProbes } from './name-probes.ts';

/** What the cache lacks. */
export interface Missing {
  readonly issues: readonly string[];
  /** Cloud: issues that lack only histories. */
  readonly histories: readonly string[];
  /** With them, names of people, versions and epics are all as of now. */
  readonly namesAll: boolean;
  /** Whether the fetched issues are the same as the cached ones. */
  readonly isSame: (fetched: readonly CachedIssue[]) => boolean;
}

interface CacheState {
  readonly ids: readonly string[];
  /** The cached issues that are current. */
  readonly current: ReadonlyMap<string, CachedIssue>;
  readonly held: ReadonlyMap<string, CachedIssue>;
  readonly now: number;
  /** After a Refresh: histories without entries are read again, whose changes no update shows. */
  readonly isRefresh: boolean;
  /** Issues that are read again for the names in them; null for none. */
  readonly names: NameProbes | null;
}

/** Finds the issues of a query that the cache lacks, or has without a field or history that the plan needs. */
export function findMissing(
  { client }: LoadSession,
  plan: ReadPlan,
  { ids, current, held, now, isRefresh, names }: CacheState,
): Missing {
  const { sprint } = plan.metadata.special;
  const needs = needsOf(plan);
  const wantsSprints = sprint.some(field => plan.fields.includes(field));
  const probes = wantsSprints ? findSprintProbes(current.values(), sprint, now) : NONE;
  const separate = client.flavour === 'cloud';
  const doubtsEmpty = isRefresh && needs.histories !== null;
  const issues: string[] = [];
  const histories: string[] = [];
  for (const id of ids) {
    const issue = current.get(id);
    const past = issue?.histories?.scope ?? null;
    if (!issue || probes.has(id) || names?.ids.has(id) || !holdsFields(issue.asked, needs.fields))
      issues.push(id);
    else if (!holdsHistories(past, needs.histories) || (doubtsEmpty && mayHaveHistory(issue)))
      (separate ? histories : issues).push(id);
  }
  return {
    issues,
    histories,
    namesAll: names?.isWhole ?? false,
    isSame: fetched =>
      probes.size === 0 &&
      !names?.ids.size &&
      fetched.every(({ id, fields, histories: read }) => {
        const known = held.get(id);
        // Only histories that were there can turn out to be others.
        const isSameHistory =
          !isRefresh || !known?.histories || known.histories.list.length === read?.list.length;
        return known?.fields.updated === fields.updated && isSameHistory;
      }),
  };
}

const NONE: ReadonlySet<string> = new Set();

/** The plan with the fields that other gadgets need, so that issues are read once. */
export function widenPlan(
  plan: ReadPlan,
  { alsoFields }: Pick<CacheUse, 'alsoFields'>,
  record: QueryRecord | null,
  held: Iterable<CachedIssue> = [],
): ReadPlan {
  const { fields, historyFields, metadata } = plan;
  const others = [...(alsoFields?.(metadata.special) ?? []), ...(record?.holds.fields ?? [])];
  // Worklogs are large: read only when needed.
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

/** Sprints start and end without their issues' `updated`: the state of an open sprint is re-read after this time. */
const MAX_AGE_MS = 10 * 60_000;

/**
 * One issue per open sprint, to re-read so that its state is current: the newest reading of a sprint counts for all
 * issues.
 */
function findSprintProbes(
  held: Iterable<CachedIssue>,
  sprintFields: readonly string[],
  now: number,
): ReadonlySet<string> {
  const newest = new Map<number, { readonly issue: CachedIssue; readonly open: boolean }>();
  for (const issue of held) {
    for (const field of sprintFields) {
      const value = issue.fields[field];
      if (!Array.isArray(value)) continue;
      for (const each of value) {
        const sprint = parseSprint(each);
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
