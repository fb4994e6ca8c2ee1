import type { Dataset } from '@tallyboard/core/model/dataset.ts';

/** They are for screens, and differ with the way by which the site was asked. */
const PICTURES = new Set(['avatarUrl', 'iconUrl']);

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Returns a report's result as plain JSON: rows of issues (every Uint32Array) become their keys, other typed arrays
 * lists of numbers, maps objects; what is not finite is null. Addresses of pictures are left out.
 */
export function plainResult(value: unknown, dataset: Dataset): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value !== 'object') return null;
  if (value instanceof Uint32Array) return keysOf(value, dataset);
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array, finite);
  if (value instanceof Map)
    return Object.fromEntries(
      [...value].map(([key, item]) => [String(key), plainResult(item, dataset)]),
    );
  if (value instanceof Set || Array.isArray(value))
    return [...value].map(item => plainResult(item, dataset));
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([key, item]) => item !== undefined && typeof item !== 'function' && !PICTURES.has(key),
      )
      .map(([key, item]) => [key, plainResult(item, dataset)]),
  );
}

export function keysOf(rows: Uint32Array, dataset: Dataset): string[] {
  return Array.from(rows, row => dataset.issues[row]?.key ?? '?');
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
