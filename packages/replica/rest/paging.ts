import type { Call } from './api.ts';
import { JiraError } from './errors.ts';

interface Window {
  startAt: number;
  maxResults: number;
}

/** `startAt` and `maxResults`, limited as Jira does: silently. */
export function readWindow(source: Record<string, unknown>, limits: PageLimits): Window {
  const startAt = readWhole(source, 'startAt') ?? 0;
  const asked = readWhole(source, 'maxResults') ?? limits.standard;
  return { startAt: Math.max(0, startAt), maxResults: Math.min(Math.max(0, asked), limits.max) };
}

/** From a query string or JSON body; undefined if missing. */
export function readWhole(source: Record<string, unknown>, name: string): number | undefined {
  const value = source[name];
  if (value === undefined || value === null || value === '') return undefined;
  const number = Number(value);
  if (!Number.isInteger(number)) {
    throw new JiraError(400, `The value '${String(value)}' of ${name} is not a whole number.`);
  }
  return number;
}

/** From a comma-separated or repeated parameter, or an array of the body. */
export function readList(value: unknown): string[] {
  if (value === undefined || value === null || value === '') return [];
  const parts = Array.isArray(value) ? value : [value];
  return parts
    .flatMap(part => String(part).split(','))
    .map(part => part.trim())
    .filter(part => part !== '');
}

export interface PageLimits {
  standard: number;
  max: number;
}

/** Jira's PageBean of the window that the call asks for. */
export function pageBean<T>(
  call: Pick<Call, 'query' | 'url'>,
  all: readonly T[],
  limits: PageLimits,
) {
  const { values, ...page } = agilePage(call, all, limits);
  const nextPage = page.isLast ? undefined : nextPageUrl(call.url, page.startAt + values.length);
  return { self: call.url, nextPage, ...page, values };
}

export function nextPageUrl(url: string, startAt: number): string {
  const next = new URL(url);
  next.searchParams.set('startAt', String(startAt));
  return next.toString();
}

/** The agile API's PageBean, without addresses. */
export function agilePage<T>(
  { query }: Pick<Call, 'query'>,
  all: readonly T[],
  limits: PageLimits = { standard: 50, max: 50 },
) {
  const { startAt, maxResults } = readWindow(query, limits);
  const values = all.slice(startAt, startAt + maxResults);
  const isLast = startAt + values.length >= all.length;
  return { maxResults, startAt, total: all.length, isLast, values };
}

/** A page for anonymous callers. */
export const EMPTY_PAGE = { startAt: 0, maxResults: 50, total: 0, isLast: true, values: [] };

/** An opaque page token. */
export function writeToken(state: Record<string, unknown>): string {
  return Buffer.from(JSON.stringify(state)).toString('base64url');
}

export function readToken(token: unknown): Record<string, unknown> | null {
  if (token === undefined || token === null || token === '') return null;
  try {
    const state: unknown = JSON.parse(Buffer.from(String(token), 'base64url').toString());
    if (typeof state === 'object' && state !== null) return state as Record<string, unknown>;
  } catch {}
  throw new JiraError(400, 'The provided next page token is invalid or expired.');
}
