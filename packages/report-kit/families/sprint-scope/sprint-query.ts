/**
 * The query of a sprint report. 'sprint in (...)' does not find removed issues, so it also finds issues of the sprints'
 * boards that changed since the first sprint started; the replay of histories selects those that were in the sprints.
 * Issues that left a sprint and then its board's filter are found by our own store alone, which knows its histories.
 */

import type { OwnQuery, ReportContext } from '@tallyboard/core/model/context.ts';
import type { BoardId, FieldId, SprintId } from '@tallyboard/core/model/ids.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import type { QuerySite } from '../../contract.ts';

/** The definition of the issues. */
export const SPRINT_ISSUES =
  'Issues that were in the sprints at any time from their start until now. Issues that were removed are found among those of the boards that changed since the first start, by their history.';

const NAMED = /\bsprint\s*(?:=\s*(\d+)|in\s*\(\s*(\d+(?:\s*,\s*\d+)*)\s*\))/gi;

/** The sprints that a query names by id. */
export function sprintsNamedIn(jql: string): ReadonlySet<SprintId> {
  const ids = new Set<SprintId>();
  for (const [, one, many] of jql.matchAll(NAMED))
    for (const id of (one ?? many ?? '').split(',')) ids.add(Number(id) as SprintId);
  return ids;
}

/** Finds no issue. */
export const NOTHING = 'created < "1970-01-01"';

const MAX_NAMED = 50;

export function joinClauses(clauses: readonly string[]): string {
  const some = clauses.filter(clause => clause.trim() !== '');
  return some.length > 1 ? some.map(clause => `(${clause})`).join(' AND ') : (some[0] ?? '');
}

/** The sprints of a board that a query chooses; all if it names none. */
export function chosenOf(
  sprints: readonly Sprint[],
  clauses: readonly string[],
): readonly Sprint[] {
  const text = clauses.join(' ').toLowerCase();
  if (!/[=(]/.test(text)) return sprints;
  const named = sprintsNamedIn(text);
  return sprints.filter(
    ({ id, name, state }) =>
      named.has(id) ||
      (state === 'active' && text.includes('opensprints(')) ||
      (state === 'closed' && text.includes('closedsprints(')) ||
      text.includes(`"${name.toLowerCase()}"`),
  );
}

/** The sprints of a query without a board: those that it names, or those of its issues. Null for none or too many. */
export async function sprintsOfQuery(
  jql: string,
  clauses: readonly string[],
  site: QuerySite,
): Promise<readonly Sprint[] | null> {
  if (clauses.length === 0) return null;
  const named = [...sprintsNamedIn(clauses.join(' '))];
  const others = clauses.some(clause => sprintsNamedIn(clause).size === 0);
  if (named.length > MAX_NAMED) return null;
  try {
    if (!others) return await site.sprintsOf(named);
    const found = await site.sprintsIn(jql);
    return found && chosenOf(found, clauses);
  } catch {
    // The issues of the query are shown without its sprints.
    return null;
  }
}

export interface SprintsAsked {
  readonly sprints: readonly Sprint[];
  /** The chosen board; sprints name theirs too. */
  readonly board: BoardId | null;
  /** The boards of the chosen set. */
  readonly boards?: readonly BoardId[];
  /** Clauses of the reader's query; '' for none. */
  readonly narrowedBy: string;
  /** Another reason why issues may be missing. */
  readonly atLeast?: string | null;
  /** One of several sprint fields; null for the host's default. */
  readonly sprintField?: FieldId | null;
}

/** The query for all issues that were ever in these sprints between their start and now. */
export async function queryOfSprints(
  {
    sprints,
    board,
    boards: ofSet = [],
    narrowedBy,
    atLeast = null,
    sprintField = null,
  }: SprintsAsked,
  { zone, past }: ReportContext,
  site: QuerySite,
): Promise<OwnQuery> {
  const ids = sprints.map(({ id }) => id);
  if (ids.length === 0) {
    // Before the first sprint the issues themselves say whether there were any.
    const filter = past && board !== null ? await site.boardJql(board).catch(() => '') : '';
    const all = past ? joinClauses([filter, narrowedBy]) : '';
    return { jql: all || NOTHING, sprints: ids, narrowedBy, atLeast };
  }
  const boards = new Set(
    [board, ...ofSet, ...sprints.map(({ boardId }) => boardId)].flatMap(id => id ?? []),
  );
  const filters = await filtersOf([...boards], site);
  const field =
    sprintField === null ? 'sprint' : sprintField.replace(/^customfield_(\d+)$/, 'cf[$1]');
  const inside = `${field} in (${ids.join(', ')})`;
  const first = Math.min(...sprints.map(({ start }) => start ?? Number.POSITIVE_INFINITY));
  const changed = Number.isFinite(first)
    ? changedSince(localDay(first, zone), filters.found)
    : null;
  const ever = await site.everInSprints(ids).catch(() => null);
  const clauses = [inside, ...(changed === null ? [] : [`(${changed})`]), ...(ever ? [ever] : [])];
  return {
    jql: joinClauses([clauses.join(' OR '), narrowedBy]),
    sprints: ids,
    narrowedBy,
    atLeast: atLeast ?? filters.why,
    ...(ever === null && { withoutMoved: true }),
  };
}

/** One day more, since the host's zone may differ. */
export function changedSince(day: number, filters: readonly string[]): string | null {
  if (filters.length === 0) return null;
  const since = `updated >= "${dayText(day - 1)}"`;
  if (filters.includes('')) return since;
  const all = filters.map(filter => `(${filter})`).join(' OR ');
  return `${filters.length > 1 ? `(${all})` : all} AND ${since}`;
}

const UNKNOWN_BOARD =
  'the board of the sprints is unknown, so issues removed from them may be missing';

async function filtersOf(
  boards: readonly BoardId[],
  site: QuerySite,
): Promise<{ found: readonly string[]; why: string | null }> {
  if (boards.length === 0) return { found: [], why: UNKNOWN_BOARD };
  const failed: BoardId[] = [];
  const found = await Promise.all(
    boards.map(id =>
      site.boardJql(id).catch(() => {
        failed.push(id);
        return null;
      }),
    ),
  );
  const why =
    failed.length === 0
      ? null
      : `the filter of board ${failed.join(', ')} could not be loaded, so issues removed from the sprints may be missing`;
  return { found: [...new Set(found.flatMap(filter => filter ?? []))], why };
}

export const MIXED_QUERY = 'the query does not find issues removed from the sprints';

const QUERY_DECIDES =
  'only issues of the query are counted. Choose a board to count all issues of its sprints';

/** Why a query without a board may miss issues; null for one that finds all. */
export const whyQueryDecides = (jql: string): string | null =>
  jql.trim() === '' ? null : QUERY_DECIDES;
