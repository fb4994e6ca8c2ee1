import type { JsonObject } from '../data/shapes.ts';
import type { Call } from './api.ts';
import { isDeeperThan, MAX_DEPTH } from './depth.ts';
import { JiraError } from './errors.ts';

/** `startAt` and `maxResults` (by default `standard`), limited as Jira does: silently. */
export function readWindow(source: JsonObject, max: number, standard = 50) {
  const startAt = readWhole(source, 'startAt') ?? 0;
  const asked = readWhole(source, 'maxResults') ?? standard;
  return { startAt: Math.max(0, startAt), maxResults: Math.min(Math.max(0, asked), max) };
}

/** From a query string or JSON body; undefined if missing. */
export function readWhole(source: JsonObject, name: string): number | undefined {
  const value = source[name];
  if (value === undefined || value === null || value === '') return undefined;
  const number = Number(value);
  if (Number.isInteger(number)) return number;
  throw new JiraError(400, `The value '${String(value)}' of ${name} is not a whole number.`);
}

/** From a comma-separated or repeated parameter, or an array of the body. */
export function readList(value: unknown): string[] {
  return [value ?? []]
    .flat()
    .flatMap(part => String(part).split(','))
    .map(part => part.trim())
    .filter(part => part !== '');
}

/** Whether a list parameter contains the value; true if it is empty. */
export function isAsked(parameter: unknown, value: unknown): boolean {
  const list = readList(parameter);
  return list.length === 0 || list.includes(String(value));
}

/** The agile API's PageBean, without addresses. */
export function agilePage<T>(
  { query }: Pick<Call, 'query'>,
  all: readonly T[],
  max = 50,
  standard = 50,
) {
  const { startAt, maxResults } = readWindow(query, max, standard);
  const values = all.slice(startAt, startAt + maxResults);
  const isLast = startAt + values.length >= all.length;
  return { maxResults, startAt, total: all.length, isLast, values };
}

/** Jira's PageBean of the window that the call asks for. */
export function pageBean<T>(
  call: Pick<Call, 'query' | 'url'>,
  all: readonly T[],
  max = 50,
  standard = 50,
) {
  const page = agilePage(call, all, max, standard);
  const end = page.startAt + page.values.length;
  return {
    self: call.url,
    nextPage: page.isLast ? undefined : nextPageUrl(call.url, end),
    ...page,
  };
}

/** The older form of a page, which names its list. */
export function namedPage<T>(
  call: Pick<Call, 'query'>,
  name: string,
  all: readonly T[],
  max: number,
  standard = 50,
) {
  const { isLast: _, values, ...page } = agilePage(call, all, max, standard);
  return { ...page, [name]: values };
}

export function nextPageUrl(url: string, startAt: number): string {
  const next = new URL(url);
  next.searchParams.set('startAt', String(startAt));
  return next.toString();
}

/** A page for anonymous callers. */
export const EMPTY_PAGE = { startAt: 0, maxResults: 50, total: 0, isLast: true, values: [] };

/** An opaque page token. */
export function writeToken(state: JsonObject): string {
  return Buffer.from(JSON.stringify(state)).toString('base64url');
}

export function readToken(token: unknown): JsonObject | null {
  if (token === undefined || token === null || token === '') return null;
  try {
    const state: unknown = JSON.parse(Buffer.from(String(token), 'base64url').toString());
    if (typeof state === 'object' && state !== null && !isDeeperThan(MAX_DEPTH, state))
      return state as JsonObject;
  } catch {}
  throw new JiraError(400, 'The provided next page token is invalid or expired.');
}
