import type { Issue } from '@tallyboard/core/model/issue.ts';

/** For screens only; they differ by the address that the site was read from. */
const PICTURES = new Set(['avatarUrl', 'iconUrl']);

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Returns a report's result as plain JSON: rows of issues (every Uint32Array) as keys, other typed arrays as lists of
 * numbers, maps as objects, numbers that are not finite as null. Avatars and icons are left out. Members named in
 * `milliseconds` are converted to seconds, with everything in them. Without issues, everything that names single issues
 * is left out.
 */
export function plainResult(
  result: unknown,
  issues: readonly Pick<Issue, 'key'>[],
  milliseconds: readonly string[] = [],
  withIssues = true,
): Json {
  const toSeconds = new Set(milliseconds);
  const isLeftOut = (holder: object, value: unknown) => !withIssues && namesIssues(holder, value);
  const plain = (value: unknown, unit: number): Json => {
    if (value === null || value === undefined) return null;
    if (typeof value === 'number') return finite(value / unit);
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value !== 'object') return null;
    if (value instanceof Uint32Array) return keysOf(value, issues);
    if (ArrayBuffer.isView(value))
      return Array.from(value as Float64Array, item => finite(item / unit));
    if (value instanceof Map)
      return Object.fromEntries([...value].map(([key, item]) => [String(key), plain(item, unit)]));
    if (value instanceof Set || Array.isArray(value))
      return [...value].map(item => plain(item, unit));
    return Object.fromEntries(
      Object.entries(value)
        .filter(
          ([key, item]) =>
            item !== undefined &&
            typeof item !== 'function' &&
            !PICTURES.has(key) &&
            !isLeftOut(value, item),
        )
        .map(([key, item]) => [key, plain(item, toSeconds.has(key) ? 1000 : unit)]),
    );
  };
  return plain(result, 1);
}

/** Rows of issues, arrays parallel to them, lists of issue records, and columns parallel to a list of keys. */
function namesIssues(holder: object, value: unknown): boolean {
  if (ArrayBuffer.isView(value))
    return Object.values(holder).some(each => each instanceof Uint32Array);
  if (Array.isArray(value)) return Object.hasOwn(holder, 'keys') || isIssueRecord(value[0]);
  return false;
}

const isIssueRecord = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && 'key' in item && 'summary' in item;

export function keysOf(rows: Uint32Array, issues: readonly Pick<Issue, 'key'>[]): string[] {
  return Array.from(rows, row => issues[row]?.key ?? '?');
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
