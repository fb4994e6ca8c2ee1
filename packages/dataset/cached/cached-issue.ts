import { parseInstant } from '@tallyboard/core/time/instant.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { WireHistory } from '@tallyboard/jira/wire/issue.ts';
import type { Received } from '@tallyboard/jira/wire/received.ts';
import { showsChange } from '../load/history-evidence.ts';
import type { ReadPlan } from '../load/session.ts';

/** All histories, or those of some fields. */
export type HistoryScope = 'all' | readonly string[];

export interface CachedIssue {
  readonly id: string;
  readonly key: string;
  /** Requested field ids, sorted; a field that is not in `fields` was empty. */
  readonly asked: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
  readonly histories: {
    readonly scope: HistoryScope;
    readonly list: readonly WireHistory[];
  } | null;
  /** What the host itself did not receive whole. */
  readonly received: Received;
  /** When it was requested, by the clock of this machine. */
  readonly at: number;
  /** When a reader last changed it: readings until then are outdated. */
  readonly changedAt?: number | undefined;
}

/** Dates of an issue that show whether it has changed. */
const datesOf = ({ fields }: CachedIssue) => {
  const dateOf = (name: string) => parseInstant(String(fields[name] ?? ''));
  return {
    created: dateOf('created'),
    updated: dateOf('updated'),
    resolved: dateOf('resolutiondate'),
    statusCategoryChanged: dateOf('statuscategorychangedate'),
  };
};

const isEmptyHistory = ({ histories }: CachedIssue): boolean => histories?.list.length === 0;

/** The issue without a history that its dates contradict, so that it is asked for again. */
export function withoutDoubtful(issue: CachedIssue): CachedIssue {
  const scope = issue.histories?.scope;
  const isWrong =
    isEmptyHistory(issue) && showsChange(datesOf(issue), scope === 'all' ? null : (scope ?? []));
  return isWrong ? { ...issue, histories: null } : issue;
}

/** The issue was updated, which may or may not be in a history: comments are not. */
export function mayHaveHistory(issue: CachedIssue): boolean {
  const { created, updated } = datesOf(issue);
  return isEmptyHistory(issue) && updated > created;
}

export const isOutdated = ({ at, changedAt }: CachedIssue): boolean =>
  changedAt !== undefined && at <= changedAt;

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

/** Whether a cached issue has all that is needed. */
export function holdsAll({ asked, histories }: CachedIssue, needed: Needs): boolean {
  return holdsNeeds({ fields: asked, histories: histories?.scope ?? null }, needed);
}

export function holdsFields(held: readonly string[], needed: readonly string[]): boolean {
  return held === needed || needed.every(field => held.includes(field));
}

export function holdsHistories(held: HistoryScope | null, needed: HistoryScope | null): boolean {
  if (needed === null || held === 'all') return true;
  return held !== null && needed !== 'all' && holdsFields(held, needed);
}

/** By Jira's time of update: the clock of this machine may have been wrong at one of the readings. */
function isNewer(one: CachedIssue, two: CachedIssue): boolean {
  const [first, second] = [one, two].map(({ fields }) => parseInstant(String(fields.updated)));
  const difference = (first ?? 0) - (second ?? 0);
  return difference ? difference > 0 : one.at > two.at;
}

/** How old names in the issues may be: of the oldest issue, unless all were read again since. */
export const namesAtOf = (
  issues: readonly CachedIssue[],
  { namesAt = Number.NEGATIVE_INFINITY }: { readonly namesAt?: Instant | undefined },
): Instant => Math.max(oldestOf(issues), namesAt);

/** When the oldest of them was read. */
export const oldestOf = (issues: readonly CachedIssue[]): Instant =>
  issues.reduce((oldest, { at }) => Math.min(oldest, at), Number.POSITIVE_INFINITY);

/** Merges two readings of one issue; the newer one wins. */
export function mergeCached(held: CachedIssue | undefined, fresh: CachedIssue): CachedIssue {
  if (held === undefined) return fresh;
  const [older, latest] = isNewer(held, fresh) ? [fresh, held] : [held, fresh];
  const changedAt = Math.max(held.changedAt ?? 0, fresh.changedAt ?? 0);
  const newer = changedAt > 0 ? { ...latest, changedAt } : latest;
  // The older reading is from before a change.
  if (older.fields.updated !== newer.fields.updated) return newer;
  const kept = Object.entries(older.fields).filter(([name]) => !newer.asked.includes(name));
  return {
    ...newer,
    asked: [...new Set([...older.asked, ...newer.asked])].sort(),
    fields: { ...Object.fromEntries(kept), ...newer.fields },
    histories: widerHistories(newer.histories, older.histories),
    // Only a reading with histories knows which of them are missing.
    received: newer.histories ? newer.received : { ...older.received, ...newer.received },
    // As old as the older reading, unless the newer one has all of its fields.
    at: holdsFields(newer.asked, older.asked) ? newer.at : older.at,
  };
}

function widerHistories(
  newer: CachedIssue['histories'],
  older: CachedIssue['histories'],
): CachedIssue['histories'] {
  if (newer === null || older === null) return newer ?? older;
  const isWider =
    holdsHistories(older.scope, newer.scope) && !holdsHistories(newer.scope, older.scope);
  return isWider ? older : newer;
}

/** What all of the issues have; the requested needs for no issues. */
export function commonNeeds(issues: readonly CachedIssue[], asked: Needs): Needs {
  if (issues.length === 0) return asked;
  // Issues that were read together share one array: there are only a few different ones.
  const fields = new Set(issues.map(issue => issue.asked));
  const scopes = new Set(issues.map(issue => issue.histories?.scope ?? null));
  return {
    fields: [...fields].reduce((a, b) => a.filter(id => b.includes(id))),
    histories: [...scopes].reduce(commonScope),
  };
}

function commonScope(a: HistoryScope | null, b: HistoryScope | null): HistoryScope | null {
  if (a === null || b === null) return null;
  if (a === 'all') return b;
  return b === 'all' ? a : a.filter(id => b.includes(id));
}
