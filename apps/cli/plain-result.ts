import type { Dataset } from '@tallyboard/core/model/dataset.ts';

/** They are for screens, and differ with the way by which the site was asked. */
const PICTURES = new Set(['avatarUrl', 'iconUrl']);

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Returns a report's result as plain JSON: rows of issues (every Uint32Array) become their keys, other typed arrays
 * lists of numbers, maps objects; what is not finite is null. Addresses of pictures are left out. The members named
 * as milliseconds leave as seconds, with all that they hold: every length of time is in seconds then.
 */
export function plainResult(
  result: unknown,
  dataset: Dataset,
  milliseconds: readonly string[] = [],
): Json {
  const toSeconds = new Set(milliseconds);
  const plain = (value: unknown, unit: number): Json => {
    if (value === null || value === undefined) return null;
    if (typeof value === 'number') return finite(value / unit);
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value !== 'object') return null;
    if (value instanceof Uint32Array) return keysOf(value, dataset);
    if (ArrayBuffer.isView(value))
      return Array.from(value as Float64Array, item => finite(item / unit));
    if (value instanceof Map)
      return Object.fromEntries([...value].map(([key, item]) => [String(key), plain(item, unit)]));
    if (value instanceof Set || Array.isArray(value))
      return [...value].map(item => plain(item, unit));
    return Object.fromEntries(
      Object.entries(value)
        .filter(
          ([key, item]) => item !== undefined && typeof item !== 'function' && !PICTURES.has(key),
        )
        .map(([key, item]) => [key, plain(item, toSeconds.has(key) ? 1000 : unit)]),
    );
  };
  return plain(result, 1);
}

export function keysOf(rows: Uint32Array, dataset: Dataset): string[] {
  return Array.from(rows, row => dataset.issues[row]?.key ?? '?');
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
