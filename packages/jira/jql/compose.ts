import type { Flavour } from '../flavour.ts';
import { isWord, type Token, tokenize } from './tokens.ts';

/** A query in its two parts; either may be empty. */
export interface QueryParts {
  readonly where: string;
  /** With its 'ORDER BY'. */
  readonly orderBy: string;
}

/** Cuts a query before its ORDER BY: the last one outside quotes and parentheses. */
export function splitOrderBy(jql: string): QueryParts {
  const start = orderByStart(tokenize(jql));
  if (start === null) return { where: jql.trim(), orderBy: '' };
  return { where: jql.slice(0, start).trim(), orderBy: jql.slice(start).trim() };
}

function orderByStart(tokens: readonly Token[]): number | null {
  for (let index = tokens.length - 2; index >= 0; index--) {
    const token = tokens[index];
    if (token?.depth === 0 && isWord(token, 'order') && isWord(tokens[index + 1], 'by')) {
      return token.start;
    }
  }
  return null;
}

/** The query without its ORDER BY. */
export function stripOrderBy(jql: string): string {
  return splitOrderBy(jql).where;
}

/**
 * The query narrowed by further clauses, its ORDER BY still at the end. Parts with an OR are put into parentheses, so
 * that they narrow as a whole. Empty parts are left out.
 */
export function andClauses(jql: string, ...clauses: readonly string[]): string {
  const { where, orderBy } = splitOrderBy(jql);
  const parts = [where, ...clauses.map(stripOrderBy)].filter(part => part !== '');
  const joined = parts.length === 1 ? parts[0] : parts.map(guard).join(' AND ');
  return [joined, orderBy].filter(part => part).join(' ');
}

/**
 * Narrows a query by a clause of its report. Jira applies ANDed worklog clauses to one and the same worklog, so a query
 * with a worklog clause of its own is not narrowed; a clause that begins with the query takes its place.
 */
export function narrowQuery(jql: string, clause: string): string {
  if (!/\bworklog(author|date|comment)\b/i.test(jql)) return andClauses(jql, clause);
  const { where, orderBy } = splitOrderBy(jql);
  return clause.startsWith(`(${where} AND `) ? `${clause} ${orderBy}`.trim() : jql;
}

/** A part in parentheses where AND would split it. */
function guard(part: string): string {
  return needsParentheses(tokenize(part)) ? `(${part})` : part;
}

function needsParentheses(tokens: readonly Token[]): boolean {
  return tokens.some(
    token =>
      token.depth === 0 && (isWord(token, 'or') || (token.kind === 'sign' && token.text === '|')),
  );
}

/** Cloud answers no query without a restriction: this one matches every issue, whenever it was updated. */
export const EVERYTHING = 'created >= "1970-01-01"';

const STABLE_ORDER = 'ORDER BY created DESC, key DESC';
/** Issues move under these orders while somebody works on them, so that pages overlap and leave gaps. */
const MOVING = new Set(['updated', 'updateddate', 'lastviewed', 'rank', 'votes', 'watchers']);
const MAX_ORDER_FIELDS = 7;

/**
 * The query as the loader reads it, page by page: with a restriction where the host insists on one, and in an order
 * that stays while it is read. Reports sort by themselves, so the order decides nothing that is shown.
 */
export function readableQuery(jql: string, flavour: Flavour): string {
  const { where, orderBy } = splitOrderBy(jql);
  return `${restricted(where, flavour)} ${stableOrder(orderBy)}`.trim();
}

/** The query as its issues are counted: with a restriction where the host insists on one, without an order. */
export const countableQuery = (jql: string, flavour: Flavour): string =>
  restricted(splitOrderBy(jql).where, flavour);

const restricted = (where: string, flavour: Flavour): string =>
  where === '' && flavour === 'cloud' ? EVERYTHING : where;

function stableOrder(orderBy: string): string {
  if (orderBy === '') return STABLE_ORDER;
  const words = tokenize(orderBy).filter(token => token.kind !== 'sign');
  const named = words.map(token => token.text.replace(/["']/g, '').toLowerCase());
  if (named.some(name => MOVING.has(name))) return STABLE_ORDER;
  if (named.some(name => ['key', 'issuekey', 'id', 'issue'].includes(name))) return orderBy;
  const count =
    tokenize(orderBy).filter(token => token.text === ',' && token.depth === 0).length + 1;
  return count < MAX_ORDER_FIELDS ? `${orderBy}, key ASC` : orderBy;
}
