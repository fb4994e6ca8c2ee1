import { JiraError } from './errors.ts';

interface Window {
  startAt: number;
  maxResults: number;
}

/** `startAt` and `maxResults`, limited as Jira does: silently. */
export function readWindow(
  source: Record<string, unknown>,
  limits: { standard: number; max: number },
): Window {
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

interface PageBean<T> {
  self: string;
  nextPage?: string;
  maxResults: number;
  startAt: number;
  total: number;
  isLast: boolean;
  values: T[];
}

/** Jira's PageBean. `url` is the called address. */
export function pageBean<T>(all: readonly T[], window: Window, url: string): PageBean<T> {
  const { startAt, maxResults } = window;
  const values = all.slice(startAt, startAt + maxResults);
  const end = startAt + values.length;
  const isLast = end >= all.length;
  const page = { maxResults, startAt, total: all.length, isLast, values };
  if (isLast) return { self: url, ...page };
  const next = new URL(url);
  next.searchParams.set('startAt', String(end));
  return { self: url, nextPage: next.toString(), ...page };
}

/** The agile API's PageBean, without addresses. */
export function agilePage<T>(all: readonly T[], window: Window) {
  const { startAt, maxResults } = window;
  const values = all.slice(startAt, startAt + maxResults);
  return {
    maxResults,
    startAt,
    total: all.length,
    isLast: startAt + values.length >= all.length,
    values,
  };
}

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
